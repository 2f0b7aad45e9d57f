import { messageOf, UserError } from '../../common/errors.ts';
import type { TestReport } from '../../contract/test-report.ts';
import { notGreen } from '../../results/cases.ts';
import { type BrowserOfRun, type CaseResult, maxListItems, type Verdict } from '../../results/run-results.ts';
import type { LoadedCase } from '../../test-files/problem.ts';
import { TestFileError } from '../cases/read-cases.ts';
import { CaseIndex } from './case-index.ts';
import { missingResults, toCaseResult, withoutRetry } from './case-results.ts';
import type { Observed } from './observed.ts';
import { prove } from './prove.ts';
import type { RequestedRun } from './requested-run.ts';
import { describeMissing, describeUnknown, listNames, lookAtReport } from './result-status.ts';

export type RunEnding =
  | { readonly kind: 'finished' }
  | { readonly kind: 'cancelled' }
  /**
   * `lastFailure`: message of the last request's error, if it failed. `doubts`: sentences that say why none of the reports
   * was taken for that of the run.
   */
  | { readonly kind: 'timed-out'; readonly lastFailure?: string; readonly doubts?: string }
  /** The report was not found, or the service stopped answering. */
  | { readonly kind: 'error'; readonly reason: string };

interface VerdictInput {
  readonly run: RequestedRun;
  readonly observed: Observed;
  readonly ending: RunEnding;
  /** Limit of the run, formatted. */
  readonly timeout: string;
  /** Paths of traces and screenshots become relative to this folder. */
  readonly evidenceFolder: string;
}

/**
 * Turns what was requested and what was answered into a verdict. It is `passed` only with a proof. A service that broke
 * is an `error`, never a failed test.
 */
export function reachVerdict({ run, observed, ending, timeout, evidenceFolder }: VerdictInput): Verdict {
  const { report } = observed;
  const index = new CaseIndex(run);
  const answers = report?.testResults ?? [];
  const answered = answers.map((result) => toCaseResult(result, index, evidenceFolder));
  const missing = missingResults(index.without(answers, run.expected ?? []));
  const details = {
    results: [...answered, ...missing],
    ...(report === undefined ? {} : { reportId: report.id, browsers: browsersOf(report) }),
  };
  if (ending.kind === 'finished' && report !== undefined) {
    const proof = prove({ run, observed, report, answered, missing });
    if ('check' in proof) return { ...notGreen(proof.status, proof.reason), ...details };
    const { length } = answered;
    const reason = `${length} of ${length} test cases passed.${describeForeign(answered)}`;
    return { status: 'passed', green: true, reason, proof, ...details };
  }
  const stopped = { ...details, results: details.results.map(withoutRetry) };
  const unfinished = describeUnfinished(stopped.results);
  switch (ending.kind) {
    case 'cancelled':
      return { ...notGreen('cancelled', `The run was cancelled.${unfinished}`), ...stopped };
    case 'timed-out':
      return { ...notGreen('timed-out', timedOutReason(observed, ending, unfinished, timeout)), ...stopped };
    case 'error':
      return { ...notGreen('error', `${ending.reason}${unfinished}`), ...stopped };
    case 'finished':
      return { ...notGreen('error', `The run ended without a test report.${unfinished}`), ...stopped };
  }
}

/** What a run that has thrown an error is judged by. */
interface FailedRun {
  readonly isCancelled: boolean;
  readonly isOverdue: boolean;
  /** Limit of the run, formatted. */
  readonly timeout: string;
  /** The cases that were to run: none of them has a result. */
  readonly expected: readonly LoadedCase[];
  /** Whether it is certain that none of them was run, because the app or the browser did not start. */
  readonly neverRan: boolean;
}

/** The verdict on a run that was not started, or that threw an error. */
export function verdictOnError(error: unknown, run: FailedRun): Verdict {
  const results = missingResults(run.expected);
  const missing = describeMissing(results);
  if (run.isCancelled) {
    return notGreen('cancelled', `The run was cancelled before there was any result.${missing}`, results);
  }
  if (run.isOverdue && !(error instanceof UserError)) {
    return notGreen(
      'timed-out',
      `There was no result within ${run.timeout} (input \`timeout\`): the run was not started, or the service did not answer the request that starts it.${missing}`,
      results,
    );
  }
  const problems = error instanceof TestFileError ? { problems: error.problems } : {};
  const errorMessage = 'Not run: the app or the browser did not start.';
  const notRun = results.map((result) => ({ ...result, notRun: true, errorMessage }));
  return { ...notGreen('error', messageOf(error), run.neverRan ? notRun : results), ...problems };
}

/** Results of cases that are not in the test files are named. */
function describeForeign(answered: readonly CaseResult[]): string {
  const foreign = answered.filter(({ place }) => place === undefined);
  return foreign.length < answered.length ? listNames(' Not in the test files', foreign) : '';
}

function describeUnfinished(results: readonly CaseResult[]): string {
  const open = results.filter(({ status }) => status === 'unfinished').length;
  return open === 0 ? '' : ` ${open} of ${results.length} test cases did not finish.`;
}

function timedOutReason(
  { report, planStatus }: Observed,
  { lastFailure, doubts = '' }: Extract<RunEnding, { kind: 'timed-out' }>,
  unfinished: string,
  timeout: string,
): string {
  const failure = lastFailure === undefined ? '' : ` The last request to the service failed: ${lastFailure}`;
  if (report === undefined) {
    const plan = describePlanStatus(planStatus);
    const check =
      failure === '' && plan === ''
        ? ' Check the test target in the service, and the input `test-target-id`.'
        : '';
    return `No test report appeared within ${timeout} (input \`timeout\`).${plan}${unfinished}${doubts}${failure}${check}`;
  }
  const isKnown = ['WAITING', 'PASSED', 'FAILED'].includes(report.status);
  const unknown = isKnown ? '' : ` The report has the unknown status ${report.status}. ${lookAtReport}`;
  const open =
    report.status === 'WAITING' && report.testResults.length > 0 && unfinished === ''
      ? ` All results are there, but the test report ${report.id} is still WAITING. ${lookAtReport}`
      : '';
  return `The tests did not end within ${timeout} (input \`timeout\`).${unknown}${open}${unfinished}${describeUnknown(report)}${failure}`;
}

/** Whether a batch generation without a report has ended. */
function describePlanStatus(status: string | undefined): string {
  if (status === undefined || status === 'unknown') return '';
  const advice =
    status === 'DONE' ? 'Look it up in the service.' : 'If it needs more time, increase `timeout`.';
  return ` The test plan of the batch generation is ${status}. ${advice}`;
}

const names: Readonly<Record<string, string>> = {
  CHROMIUM: 'Chromium',
  FIREFOX: 'Firefox',
  SAFARI: 'WebKit',
};

/** The browsers that the results of a report name, each once. */
export function browsersOf(report: TestReport): BrowserOfRun[] {
  const browsers = new Map<string, BrowserOfRun>();
  for (const { browser = report.browser, browserVersion: version, viewport } of report.testResults) {
    if (browser == null || version == null) continue;
    const size = viewport == null ? {} : { width: viewport.width, height: viewport.height };
    const browserRun = { name: names[browser] ?? browser, version, ...size };
    browsers.set(JSON.stringify(browserRun), browserRun);
  }
  return [...browsers.values()].slice(0, maxListItems);
}
