import { fileURLToPath } from 'node:url';
import type { EarlierAttempt, TestReport, TestResult } from '../../contract/test-report.ts';
import type { AttemptResult, CaseResult, EvidenceFile, FailedStep, Verdict } from '../../publish/verdict.ts';
import { stepInWords } from '../../publish/words/step-in-words.ts';
import type { LoadedCase } from '../../test-files/loaded-case.ts';
import { formatPosition } from '../../test-files/problem.ts';
import { isResult, vanished } from '../wait/report-ending.ts';
import type { WaitOutcome } from '../wait/wait.ts';
import { CaseIndex } from './case-index.ts';
import { durationOf } from './result-duration.ts';

/** So many names are listed in a reason; the results hold them all. */
const namesInReason = 10;

/**
 * Turns what the wait brought into a verdict. It is `passed` only where the report says PASSED, every result says so
 * too, and every expected case has one; a service that broke is an `error`, never a failed test.
 * @param timeout the limit of the run, in words.
 * @param expected the cases that were to run: each is accounted for, with its result or as missing.
 */
export function reachVerdict(
  outcome: WaitOutcome,
  cases: readonly LoadedCase[],
  timeout: string,
  expected: readonly LoadedCase[] = [],
): Verdict {
  const index = new CaseIndex(cases);
  const told = outcome.report?.testResults ?? [];
  const tested = {
    told: told.map((result) => toCaseResult(result, index)),
    missing: missingResults(index.without(told, expected)),
  };
  const report = outcome.report === undefined ? {} : { reportId: outcome.report.id };
  return {
    ...conclusion(outcome, tested, timeout),
    results: [...tested.told, ...tested.missing],
    ...report,
  };
}

/** Results of cases that nothing is known of. */
export function missingResults(cases: readonly LoadedCase[]): CaseResult[] {
  return cases.map(({ testCase, position }) => ({
    testCaseId: testCase.id,
    name: testCase.description,
    status: 'unfinished',
    errorMessage: 'No result came for this test case.',
    consoleErrors: [],
    missingEvidence: [],
    place: position,
    flaky: false,
    earlierAttempts: [],
  }));
}

/**
 * How many cases are missing, in words; empty where none is. Which they are is said where the results are told, in the
 * log, the comment and the files.
 */
export function missingInWords({ length }: readonly CaseResult[]): string {
  return length === 0 ? '' : ` No result came for ${length} ${length === 1 ? 'test case' : 'test cases'}.`;
}

/** What is known of the cases. */
interface Tested {
  /** What the service told. */
  readonly told: readonly CaseResult[];
  /** The expected cases that it told nothing of. */
  readonly missing: readonly CaseResult[];
}

type Conclusion = Pick<Verdict, 'status' | 'reason' | 'green'>;

function conclusion(outcome: WaitOutcome, tested: Tested, timeout: string): Conclusion {
  const unfinished = unfinishedInWords(tested);
  switch (outcome.kind) {
    case 'cancelled':
      return notGreen('cancelled', `The run was cancelled.${unfinished}`);
    case 'timed-out':
      return notGreen('timed-out', timedOutReason(outcome, unfinished, timeout));
    case 'lost':
      return notGreen('error', `${outcome.reason}${unfinished}`);
    case 'finished':
      return finished(outcome.report, tested);
  }
}

/** How many cases have no result, in words; empty where all have one. */
function unfinishedInWords({ told, missing }: Tested): string {
  const open = told.filter(({ status }) => status === 'unfinished').length + missing.length;
  return open === 0 ? '' : ` ${open} of ${told.length + missing.length} test cases did not finish.`;
}

function notGreen(status: Exclude<Verdict['status'], 'passed'>, reason: string): Conclusion {
  return { status, reason, green: false };
}

function finished(report: TestReport, { told, missing }: Tested): Conclusion {
  const total = told.length + missing.length;
  if (total === 0) return withoutResults(report);
  const failed = told.filter(({ status }) => status === 'failed');
  const broken = told.filter(({ status }) => status === 'error');
  const unfinished = told.filter(({ status }) => status === 'unfinished');
  if (failed.length > 0) {
    return notGreen(
      'failed',
      `${failed.length} of ${total} test cases failed${listed('', failed, '.')}${missingInWords(missing)}`,
    );
  }
  if (broken.length > 0) {
    return notGreen('error', `${brokenReason(broken, total)}${missingInWords(missing)}`);
  }
  const absent = [...unfinished, ...missing];
  if (absent.length > 0) {
    return notGreen(
      'error',
      `The service says ${report.status}, but ${absent.length} of ${total} results are not there.${unknownInWords(report)}`,
    );
  }
  if (report.status !== 'PASSED') {
    return notGreen('failed', `The service says ${report.status}, although every result passed.`);
  }
  return {
    status: 'passed',
    reason: `${total} of ${total} test cases passed.${foreignInWords(told)}`,
    green: true,
  };
}

/** What passed besides the test files' own cases is no secret. */
function foreignInWords(told: readonly CaseResult[]): string {
  const foreign = told.filter(({ place }) => place === undefined);
  const hasOwn = foreign.length < told.length;
  return hasOwn ? listed(' Not of the test files', foreign, '.') : '';
}

function withoutResults({ status }: TestReport): Conclusion {
  return status === 'PASSED'
    ? notGreen(
        'nothing-to-run',
        'No test case was chosen to run: all are switched off (runStatus), excluded for this environment, or without one of the `tags`. A gate that tested nothing is not green.',
      )
    : notGreen('error', `The service says ${status}, but gives no result. Look at its own pages.`);
}

/** What broke the service broke most results alike: each reason is said once. */
function brokenReason(broken: readonly CaseResult[], total: number): string {
  const reasons = [...new Set(broken.map(({ errorMessage }) => errorMessage ?? 'no reason given'))];
  return [`${broken.length} of ${total} test cases could not be run${listed('', broken)}.`, ...reasons].join(
    '\n',
  );
}

function timedOutReason(
  { report, lastFailure }: Extract<WaitOutcome, { kind: 'timed-out' }>,
  unfinished: string,
  timeout: string,
): string {
  const failure = lastFailure === undefined ? '' : ` The last question to the service failed: ${lastFailure}`;
  if (report === undefined) {
    return `No test report appeared within ${timeout} (input \`timeout\`).${unfinished}${failure}`;
  }
  const known = ['WAITING', 'PASSED', 'FAILED'].includes(report.status)
    ? ''
    : ` Its last status, ${report.status}, is not known here.`;
  return `The tests did not end within ${timeout} (input \`timeout\`).${known}${unfinished}${unknownInWords(report)}${failure}`;
}

/** The statuses of results that this version doesn't know: they count as unfinished. */
function unknownInWords({ testResults }: TestReport): string {
  const open = testResults.filter((each) => !isResult(each)).map(({ status }) => status);
  const unknown = [...new Set(open)].filter((status) => status !== 'WAITING' && status !== vanished);
  if (unknown.length === 0) return '';
  const told = unknown.slice(0, namesInReason).join(', ');
  return ` Results have a status that is not known here: ${told}.`;
}

/** The names of results, between an introduction and an end; nothing where there are none. */
function listed(introduction: string, results: readonly CaseResult[], end = ''): string {
  if (results.length === 0) return '';
  const names = results.slice(0, namesInReason).map(({ name, failedStep, place }) => {
    const at = failedStep?.place ?? place;
    return at === undefined ? name : `${name} (${formatPosition(at)})`;
  });
  const more = results.length > names.length ? ` and ${results.length - names.length} more` : '';
  return `${introduction}: ${names.join(', ')}${more}${end}`;
}

/** Joins a result with the file that its case comes from; a hosted service may have ids of its own. */
function toCaseResult(result: TestResult, index: CaseIndex): CaseResult {
  const loaded = index.caseOf(result);
  const durationMs = durationOf(result);
  const stepOf = ({ failedStep }: EarlierAttempt) =>
    toFailedStep(failedStep, result.testCaseId, loaded, index);
  const earlier = result.earlierAttempts ?? [];
  const last = toAttempt(result, stepOf(result));
  return {
    testCaseId: result.testCaseId,
    name: result.name ?? loaded?.testCase.description ?? result.testCaseId,
    ...last,
    ...(loaded === undefined ? {} : { place: loaded.position }),
    ...(durationMs === undefined ? {} : { durationMs }),
    flaky: last.status === 'passed' && (result.flaky === true || earlier.length > 0),
    earlierAttempts: earlier.map((each) => toAttempt(each, stepOf(each))),
  };
}

function toAttempt(attempt: EarlierAttempt, failedStep: FailedStep | undefined): AttemptResult {
  const screenshot = evidenceFile(attempt.screenshotUrl);
  const trace = evidenceFile(attempt.traceUrl);
  return {
    status: caseStatus(attempt.status),
    errorMessage: attempt.errorMessage ?? null,
    ...(failedStep === undefined ? {} : { failedStep }),
    ...(attempt.pageUrl == null ? {} : { pageUrl: attempt.pageUrl }),
    consoleErrors: attempt.consoleErrors ?? [],
    ...(screenshot === undefined ? {} : { screenshot }),
    ...(trace === undefined ? {} : { trace }),
    missingEvidence: attempt.missingEvidence ?? [],
    ...(attempt.teardownFailures?.length ? { teardownFailures: attempt.teardownFailures } : {}),
  };
}

/** The embedded service answers the URLs of files. */
function evidenceFile(url: string | null | undefined): EvidenceFile | undefined {
  if (url == null || url === '') return undefined;
  if (!url.startsWith('file:')) return { url };
  try {
    return { path: fileURLToPath(url) };
  } catch {
    // A file of another machine.
    return { url };
  }
}

function toFailedStep(
  failedStep: TestResult['failedStep'],
  testCaseId: string,
  loaded: LoadedCase | undefined,
  index: CaseIndex,
): FailedStep | undefined {
  if (failedStep == null) return undefined;
  // Under ids of the service's own, only the case that the result is joined with is known here.
  const owner = failedStep.testCaseId === testCaseId ? loaded : index.withId(failedStep.testCaseId);
  const element = owner?.testCase.elements[failedStep.elementIndex];
  if (owner === undefined || element === undefined) return undefined;
  return {
    number: failedStep.elementIndex + 1,
    words: stepInWords(element),
    ...(failedStep.locator == null ? {} : { locator: failedStep.locator }),
    place: owner.positionOf(['elements', failedStep.elementIndex]),
    ...(owner === loaded ? {} : { inDependency: owner.testCase.description }),
  };
}

/** A status that this version doesn't know is no proof of anything: the result counts as unfinished. */
function caseStatus(status: string): CaseResult['status'] {
  if (status === 'PASSED') return 'passed';
  if (status === 'FAILED') return 'failed';
  return status === 'ERROR' ? 'error' : 'unfinished';
}
