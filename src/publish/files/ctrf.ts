import {
  type AttemptResult,
  type CaseResult,
  countResults,
  type EvidenceFile,
  type PublishedRun,
} from '../verdict.ts';
import { attemptText, evidenceTarget, messageText, runProblem, stepText, testName } from './attempt-text.ts';

/** The version of the format's description that is kept to. */
const specVersion = '0.0.0';
const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/**
 * The results in the Common Test Report Format, CTRF. What the format has no status for is told in `rawStatus`: an
 * `error` is failed, `unfinished` is other. A run that failed without a failed test gets one for itself, since readers look at the
 * tests alone.
 * @param run without secrets, with its evidence beside the file.
 */
export function ctrfJson(run: PublishedRun): string {
  const { verdict } = run;
  const { total, passed, failed, flaky } = countResults(verdict.results);
  const problem = runProblem(run, ({ status }) => status === 'failed' || status === 'error');
  const own = problem === undefined ? 0 : 1;
  const duration = Math.round(run.durationMs);
  // The format asks for times, known or not.
  const start = Date.parse(run.startedAt ?? '') || 0;
  const stop = start + duration;
  const report = {
    reportFormat: 'CTRF',
    specVersion,
    timestamp: new Date(stop).toISOString(),
    generatedBy: 'browser-test-gate',
    results: {
      tool: { name: 'browser-test-gate' },
      summary: {
        tests: total + own,
        passed,
        failed: failed + own,
        pending: 0,
        skipped: 0,
        other: total - passed - failed,
        flaky,
        start,
        stop,
        duration,
        extra: { verdict: verdict.status, green: verdict.green, reason: verdict.reason },
      },
      tests: [...verdict.results.map(test), ...(problem === undefined ? [] : [runTest(run, problem)])],
      environment: {
        reportName: run.title,
        ...(run.sha === undefined ? {} : { commit: run.sha }),
        ...(run.workflowRunUrl === undefined ? {} : { buildUrl: run.workflowRunUrl }),
        extra: {
          ...(run.url === undefined ? {} : { url: run.url }),
          ...(verdict.reportUrl === undefined ? {} : { reportUrl: verdict.reportUrl }),
        },
      },
    },
  };
  return `${JSON.stringify(report, null, 2)}\n`;
}

const statuses = { passed: 'passed', failed: 'failed', error: 'failed', unfinished: 'other' } as const;

/** The run itself, as a test that went wrong. */
function runTest({ verdict, durationMs }: PublishedRun, problem: string) {
  return {
    name: 'The run',
    status: 'failed',
    rawStatus: verdict.status,
    duration: Math.round(durationMs),
    message: problem,
  };
}

function test(result: CaseResult) {
  const { testCaseId, status, durationMs, place, earlierAttempts, failedStep, pageUrl, flaky } = result;
  return {
    ...(uuid.test(testCaseId) ? { id: testCaseId } : {}),
    name: testName(result),
    status: statuses[status],
    rawStatus: status,
    duration: Math.round(durationMs ?? 0),
    type: 'e2e',
    ...(place === undefined ? {} : { suite: [place.file], filePath: place.file, line: place.line }),
    flaky,
    retries: earlierAttempts.length,
    ...outcome(result, result),
    ...(earlierAttempts.length === 0
      ? {}
      : { retryAttempts: earlierAttempts.map((attempt, index) => earlier(attempt, index, result)) }),
    ...(failedStep === undefined ? {} : { steps: [{ name: stepText(failedStep), status: 'failed' }] }),
    ...(failedStep === undefined && pageUrl === undefined ? {} : { extra: { failedStep, pageUrl } }),
  };
}

function earlier(attempt: AttemptResult, index: number, result: CaseResult) {
  const line = attempt.failedStep?.place?.line;
  return {
    attempt: index + 1,
    status: statuses[attempt.status],
    ...outcome(attempt, result),
    ...(line === undefined ? {} : { line }),
  };
}

/** What a test and an attempt at it have in common. */
function outcome(attempt: AttemptResult, { place }: CaseResult) {
  const { status, consoleErrors } = attempt;
  const message = messageText(attempt);
  const attachments = [
    ...attachment('Screenshot', 'image/png', attempt.screenshot),
    ...attachment('Trace', 'application/zip', attempt.trace),
  ];
  return {
    ...(message === null ? {} : { message }),
    ...(status === 'passed' ? {} : { trace: attemptText(attempt, place) }),
    ...(consoleErrors.length === 0 ? {} : { stderr: [...consoleErrors] }),
    ...(attachments.length === 0 ? {} : { attachments }),
  };
}

function attachment(name: string, contentType: string, file: EvidenceFile | undefined) {
  return file === undefined ? [] : [{ name, contentType, path: evidenceTarget(file) }];
}
