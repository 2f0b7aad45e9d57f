import { countResults, didNotPass, warningsOf } from '../../results/cases.ts';
import type {
  AttemptResult,
  CaseResult,
  EvidenceFile,
  Redacted,
  RunResults,
} from '../../results/run-results.ts';
import { describeFailedStep } from '../describe.ts';
import { attemptText, evidenceTarget, messageText, type Test, testsOf } from './result-text.ts';

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** CTRF has no status for `error` and `unfinished`: `rawStatus` keeps them. A test case that was not run is `skipped`. */
const statuses = { passed: 'passed', failed: 'failed', error: 'failed', unfinished: 'other' } as const;

/**
 * The results in the Common Test Report Format (CTRF), version 0.0.0. If the run failed but no test did, a test for the
 * run itself is added.
 * @returns the parts of the JSON text, in which each test is a line.
 */
export function* ctrfJson(results: Redacted<RunResults>): Generator<string> {
  const { title, context, workflowRunUrl, url, reportUrl, status, green, reason } = results;
  const tests = testsOf(results, didNotPass);
  const { total, passed, failed, flaky, notRun } = countResults(tests);
  const duration = Math.round(results.durationMs);
  // The format requires times even if they are unknown.
  const start = Date.parse(results.startedAt ?? '') || 0;
  const stop = start + duration;
  const other = total - passed - failed - notRun;
  const counts = { tests: total, passed, failed, pending: 0, skipped: notRun, other, flaky };
  const header = {
    reportFormat: 'CTRF',
    specVersion: '0.0.0',
    timestamp: new Date(stop).toISOString(),
    generatedBy: 'browser-test-gate',
  };
  const run = {
    tool: { name: 'browser-test-gate' },
    summary: { ...counts, start, stop, duration, extra: { verdict: status, green, reason } },
    environment: {
      reportName: title,
      commit: context.sha,
      buildUrl: workflowRunUrl ?? undefined,
      extra: { url: url ?? undefined, reportUrl: reportUrl ?? undefined },
    },
  };
  // Fields that are undefined are left out.
  yield `${openEnd(header)},"results":${openEnd(run)},"tests":[\n`;
  for (const [index, test] of tests.entries())
    yield `${index === 0 ? '' : ',\n'}${JSON.stringify(ctrfTest(test))}`;
  yield '\n]}}\n';
}

/** An object as JSON without its last brace, so that more fields can follow. */
function openEnd(fields: object): string {
  return JSON.stringify(fields).slice(0, -1);
}

function ctrfTest(test: Test) {
  const { testCaseId, name, status, type, durationMs, place, earlierAttempts, failedStep, pageUrl } = test;
  const extra = { failedStep, pageUrl, warnings: filled(warningsOf(test)) };
  const attempts = earlierAttempts.map((attempt, index) => ({
    attempt: index + 1,
    status: statuses[attempt.status],
    ...outcome(attempt, test),
    line: attempt.failedStep?.place?.line,
  }));
  return {
    id: uuid.test(testCaseId) ? testCaseId : undefined,
    name,
    status: test.notRun === true ? 'skipped' : statuses[status],
    rawStatus: type,
    duration: Math.round(durationMs ?? 0),
    type: 'e2e',
    ...(place && { suite: [place.file], filePath: place.file, line: place.line }),
    flaky: test.flaky,
    retries: attempts.length,
    ...outcome(test, test),
    retryAttempts: filled(attempts),
    steps: failedStep && [{ name: describeFailedStep(failedStep), status: 'failed' }],
    extra: Object.values(extra).every((value) => value === undefined) ? undefined : extra,
  };
}

/** The fields that tests and attempts share. */
function outcome(attempt: AttemptResult, { place }: CaseResult) {
  return {
    message: messageText(attempt),
    trace: attempt.status === 'passed' ? undefined : attemptText(attempt, place),
    stderr: filled(attempt.consoleErrors),
    attachments: filled([
      ...attachment('Screenshot', attempt.screenshot),
      ...attachment('Trace', attempt.trace),
    ]),
  };
}

function attachment(name: string, file: EvidenceFile | undefined) {
  if (file === undefined) return [];
  const path = evidenceTarget(file);
  const imageType = /\.jpe?g$/i.test(path) ? 'image/jpeg' : 'image/png';
  return [{ name, contentType: name === 'Trace' ? 'application/zip' : imageType, path }];
}

function filled<Item>(items: readonly Item[]): readonly Item[] | undefined {
  return items.length === 0 ? undefined : items;
}
