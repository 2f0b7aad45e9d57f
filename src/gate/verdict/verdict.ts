import type { TestReport } from '../../contract/test-report.ts';
import type { CaseResult, ProofCheck, Verdict } from '../../results/run-results.ts';
import type { LoadedCase } from '../../test-files/loaded-case.ts';
import { formatPosition } from '../../test-files/problem.ts';
import { isResult, vanished } from '../execution/report-ending.ts';
import type { WaitOutcome } from '../execution/wait-for-report.ts';
import { CaseIndex } from './case-index.ts';
import { missingResults, toCaseResult } from './case-results.ts';

/** Names listed in a reason; the results have all of them. */
const namesInReason = 10;

/** What a verdict is reached from. */
export interface VerdictInput {
  readonly outcome: WaitOutcome;
  /** The repository's test cases. */
  readonly cases: readonly LoadedCase[];
  /** The cases that were to run: each must have a result. */
  readonly expected: readonly LoadedCase[];
  /** Limit of the run, formatted. */
  readonly timeout: string;
  /** Paths of traces and screenshots become relative to this folder. */
  readonly evidenceFolder: string;
}

/**
 * Turns the outcome of the wait into a verdict. It is `passed` only with a proof: the report is PASSED, every result
 * passed, and every expected case has a result. A service that broke is an `error`, never a failed test.
 */
export function reachVerdict({ outcome, cases, expected, timeout, evidenceFolder }: VerdictInput): Verdict {
  const index = new CaseIndex(cases);
  const answered = outcome.report?.testResults ?? [];
  const tested = {
    answered: answered.map((result) => toCaseResult(result, index, evidenceFolder)),
    missing: missingResults(index.without(answered, expected)),
    expected: expected.length,
  };
  const report = outcome.report === undefined ? {} : { reportId: outcome.report.id };
  const results = [...tested.answered, ...tested.missing];
  return { ...conclude(outcome, tested, timeout), results, ...report };
}

/** A verdict that is not green. */
export function notGreen(
  status: Exclude<Verdict['status'], 'passed' | 'done'>,
  reason: string,
  results: readonly CaseResult[] = [],
): Verdict {
  return { status, reason, green: false, proof: [], results: [...results] };
}

/** A green verdict. There is none without a proof. */
export function green(
  status: 'passed' | 'done' | 'nothing-to-run',
  reason: string,
  proof: readonly [ProofCheck, ...ProofCheck[]],
): Verdict {
  return { status, reason, green: true, proof: [...proof], results: [] };
}

/** A sentence with the number of missing results; empty if none is missing. */
export function describeMissing({ length }: readonly unknown[]): string {
  return length === 0 ? '' : ` ${length} ${length === 1 ? 'test case has' : 'test cases have'} no result.`;
}

interface Tested {
  /** The results that the service reported. */
  readonly answered: readonly CaseResult[];
  /** The results of expected cases that it did not report. */
  readonly missing: readonly CaseResult[];
  /** Number of expected cases. */
  readonly expected: number;
}

function conclude(outcome: WaitOutcome, tested: Tested, timeout: string): Verdict {
  const unfinished = describeUnfinished(tested);
  switch (outcome.kind) {
    case 'cancelled':
      return notGreen('cancelled', `The run was cancelled.${unfinished}`);
    case 'timed-out':
      return notGreen('timed-out', timedOutReason(outcome, unfinished, timeout));
    case 'lost':
      return notGreen('error', `${outcome.reason}${unfinished}`);
    case 'finished':
      return concludeFinished(outcome.report, tested);
  }
}

function describeUnfinished({ answered, missing }: Tested): string {
  const open = answered.filter(({ status }) => status === 'unfinished').length + missing.length;
  return open === 0 ? '' : ` ${open} of ${answered.length + missing.length} test cases did not finish.`;
}

function concludeFinished(report: TestReport, { answered, missing, expected }: Tested): Verdict {
  const total = answered.length + missing.length;
  if (total === 0) return concludeWithoutResults(report);
  const withStatus = (wanted: CaseResult['status']) => answered.filter(({ status }) => status === wanted);
  const failed = withStatus('failed');
  const broken = withStatus('error');
  if (failed.length > 0) {
    const names = listNames('', failed, '.');
    return notGreen(
      'failed',
      `${failed.length} of ${total} test cases failed${names}${describeMissing(missing)}`,
    );
  }
  if (broken.length > 0) {
    return notGreen('error', `${brokenReason(broken, total)}${describeMissing(missing)}`);
  }
  const absent = withStatus('unfinished').length + missing.length;
  if (absent > 0) {
    return notGreen(
      'error',
      `The service reports ${report.status}, but ${absent} of ${total} results are missing.${describeUnknown(report)}`,
    );
  }
  if (report.status !== 'PASSED') {
    return notGreen('failed', `The service reports ${report.status}, although every result passed.`);
  }
  return green('passed', `${total} of ${total} test cases passed.${describeForeign(answered)}`, [
    { check: 'report-status', compared: `report ${report.id} is ${report.status}` },
    { check: 'every-result-passed', compared: `${answered.length} of ${total} results passed` },
    { check: 'every-expected-case-has-a-result', compared: `${expected} of ${expected} expected test cases` },
  ]);
}

/** Results of cases that are not in the test files are named. */
function describeForeign(answered: readonly CaseResult[]): string {
  const foreign = answered.filter(({ place }) => place === undefined);
  return foreign.length < answered.length ? listNames(' Not in the test files', foreign, '.') : '';
}

function concludeWithoutResults({ status }: TestReport): Verdict {
  return status === 'PASSED'
    ? notGreen(
        'nothing-to-run',
        'No test case was selected: all are switched off (`runStatus`), excluded for this environment, or have none of the `tags`. A gate that tested nothing is not green.',
      )
    : notGreen('error', `The service reports ${status} without any result. Look at its own pages.`);
}

/** What breaks a service usually breaks most results alike: each reason is listed once. */
function brokenReason(broken: readonly CaseResult[], total: number): string {
  const reasons = [...new Set(broken.map(({ errorMessage }) => errorMessage ?? 'no reason given'))];
  const first = `${broken.length} of ${total} test cases could not be run${listNames('', broken)}.`;
  return [first, ...reasons].join('\n');
}

function timedOutReason(
  { report, lastFailure }: Extract<WaitOutcome, { kind: 'timed-out' }>,
  unfinished: string,
  timeout: string,
): string {
  const failure = lastFailure === undefined ? '' : ` The last request to the service failed: ${lastFailure}`;
  if (report === undefined) {
    return `No test report appeared within ${timeout} (input \`timeout\`).${unfinished}${failure}`;
  }
  const isKnown = ['WAITING', 'PASSED', 'FAILED'].includes(report.status);
  const unknown = isKnown ? '' : ` The report has the unknown status ${report.status}.`;
  return `The tests did not end within ${timeout} (input \`timeout\`).${unknown}${unfinished}${describeUnknown(report)}${failure}`;
}

/** A sentence with the result statuses that this version does not know; they count as unfinished. */
function describeUnknown({ testResults }: TestReport): string {
  const open = testResults.filter((each) => !isResult(each)).map(({ status }) => status);
  const unknown = [...new Set(open)].filter((status) => status !== 'WAITING' && status !== vanished);
  if (unknown.length === 0) return '';
  return ` Unknown result status: ${unknown.slice(0, namesInReason).join(', ')}.`;
}

/** `introduction: A (a.yaml:1), B and 3 more`; empty without results. */
function listNames(introduction: string, results: readonly CaseResult[], end = ''): string {
  if (results.length === 0) return '';
  const names = results.slice(0, namesInReason).map(({ name, failedStep, place }) => {
    const location = failedStep?.place ?? place;
    return location === undefined ? name : `${name} (${formatPosition(location)})`;
  });
  const more = results.length > names.length ? ` and ${results.length - names.length} more` : '';
  return `${introduction}: ${names.join(', ')}${more}${end}`;
}
