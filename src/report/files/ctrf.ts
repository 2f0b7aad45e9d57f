import { countResults, didNotPass } from '../../results/counts.ts';
import type { Redacted } from '../../results/redacted.ts';
import type { AttemptResult, CaseResult, EvidenceFile, RunResults } from '../../results/run-results.ts';
import {
  attemptText,
  evidenceTarget,
  messageText,
  runFailure,
  runTestName,
  stepText,
  testName,
} from './result-text.ts';

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** CTRF has no status for `error` and `unfinished`: `rawStatus` keeps them. */
const statuses = { passed: 'passed', failed: 'failed', error: 'failed', unfinished: 'other' } as const;

/**
 * The results in the Common Test Report Format (CTRF), version 0.0.0. If the run failed but no test did, a test for the
 * run itself is added.
 */
export function ctrfJson(results: Redacted<RunResults>): string {
  const { title, context, workflowRunUrl, url, reportUrl } = results;
  const duration = Math.round(results.durationMs);
  // The format requires times even if they are unknown.
  const start = Date.parse(results.startedAt ?? '') || 0;
  const stop = start + duration;
  const failure = runFailure(results, didNotPass);
  const report = {
    reportFormat: 'CTRF',
    specVersion: '0.0.0',
    timestamp: new Date(stop).toISOString(),
    generatedBy: 'browser-test-gate',
    results: {
      tool: { name: 'browser-test-gate' },
      summary: { ...summaryCounts(results, failure === undefined ? 0 : 1), start, stop, duration },
      tests: [
        ...results.results.map(testOf),
        ...(failure === undefined ? [] : [runTest(results.status, duration, failure)]),
      ],
      environment: {
        reportName: title,
        commit: context.sha,
        buildUrl: workflowRunUrl ?? undefined,
        extra: { url: url ?? undefined, reportUrl: reportUrl ?? undefined },
      },
    },
  };
  // Fields that are undefined are left out.
  return `${JSON.stringify(report, null, 2)}\n`;
}

function summaryCounts({ results, status, green, reason }: RunResults, addedFailures: number) {
  const { total, passed, failed, flaky } = countResults(results);
  return {
    tests: total + addedFailures,
    passed,
    failed: failed + addedFailures,
    pending: 0,
    skipped: 0,
    other: total - passed - failed,
    flaky,
    extra: { verdict: status, green, reason },
  };
}

function runTest(status: RunResults['status'], duration: number, message: string) {
  return { name: runTestName, status: 'failed', rawStatus: status, duration, message };
}

function testOf(result: CaseResult) {
  const { testCaseId, status, durationMs, place, earlierAttempts, failedStep, pageUrl, flaky } = result;
  const attempts = earlierAttempts.map((attempt, index) => ({
    attempt: index + 1,
    status: statuses[attempt.status],
    ...outcome(attempt, result),
    line: attempt.failedStep?.place?.line,
  }));
  return {
    id: uuid.test(testCaseId) ? testCaseId : undefined,
    name: testName(result),
    status: statuses[status],
    rawStatus: status,
    duration: Math.round(durationMs ?? 0),
    type: 'e2e',
    ...(place === undefined ? {} : { suite: [place.file], filePath: place.file, line: place.line }),
    flaky,
    retries: attempts.length,
    ...outcome(result, result),
    retryAttempts: attempts.length === 0 ? undefined : attempts,
    steps: failedStep === undefined ? undefined : [{ name: stepText(failedStep), status: 'failed' }],
    extra: failedStep === undefined && pageUrl === undefined ? undefined : { failedStep, pageUrl },
  };
}

/** The fields that tests and attempts share. */
function outcome(attempt: AttemptResult, { place }: CaseResult) {
  const { status, consoleErrors } = attempt;
  const attachments = [
    ...attachment('Screenshot', 'image/png', attempt.screenshot),
    ...attachment('Trace', 'application/zip', attempt.trace),
  ];
  return {
    message: messageText(attempt) ?? undefined,
    trace: status === 'passed' ? undefined : attemptText(attempt, place),
    stderr: consoleErrors.length === 0 ? undefined : consoleErrors,
    attachments: attachments.length === 0 ? undefined : attachments,
  };
}

function attachment(name: string, contentType: string, file: EvidenceFile | undefined) {
  return file === undefined ? [] : [{ name, contentType, path: evidenceTarget(file) }];
}
