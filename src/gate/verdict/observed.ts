import { isDeepStrictEqual } from 'node:util';
import { namedError } from '../../contract/error-message.ts';
import type { TestReport, TestResult } from '../../contract/test-report.ts';
import type { Contradict, Contradiction, ServiceTimes } from './contradictions.ts';
import { vanished } from './result-status.ts';

/** What the service has answered about a run so far. */
export interface Observed {
  readonly identifiedBy: string;
  /** The ids of other reports that were recognised in the same way. */
  readonly rivals: readonly string[];
  /** How many answers were compared with the request. */
  readonly answers: number;
  /** The last state of the report, with what earlier answers had and the last one has not. */
  readonly report: TestReport | undefined;
  /** The first contradiction in any of the answers. */
  readonly contradiction: Contradiction | undefined;
  /** The results that have failed in any of the answers, by result id and by case id. */
  readonly failures: ReadonlyMap<string, TestResult>;
  /** Whether the report was FAILED, or had another status of a failure, in any of the answers. */
  readonly hasFailed: boolean;
  /** The first error that the report itself has named in any of the answers. */
  readonly error: string | undefined;
  /** The last status of the test plan of a batch generation; undefined if there is none. */
  readonly planStatus: string | undefined;
}

/** Before the first answer. */
export const nothingObserved: Observed = {
  identifiedBy: 'not found',
  rivals: [],
  answers: 0,
  report: undefined,
  contradiction: undefined,
  failures: new Map(),
  hasFailed: false,
  error: undefined,
  planStatus: undefined,
};

/**
 * Adds the latest answer to those before. Nothing that an earlier one has said is forgotten: a contradiction stays, a result
 * that vanishes is kept as VANISHED, and one that has failed before is flaky if it passes now.
 */
export function addAnswer(
  before: Observed,
  answered: TestReport,
  contradict: Contradict,
  times: ServiceTimes,
): Observed {
  const report = withoutRepeats(answered);
  const complete = before.report === undefined ? report : withVanished(report, before.report);
  return addOlderAnswer({ ...before, report: complete }, answered, contradict, times);
}

/**
 * Adds an answer that may be older than the last state of the report, which stays. It must not contradict the request
 * either, and its failures count.
 */
export function addOlderAnswer(
  before: Observed,
  answered: TestReport,
  contradict: Contradict,
  times: ServiceTimes,
): Observed {
  const failures = withFailuresOf(answered, before.failures);
  return {
    ...before,
    answers: before.answers + 1,
    report: before.report && withEarlierFailures(before.report, failures),
    contradiction: before.contradiction ?? contradict(answered, times),
    failures,
    error: before.error ?? namedError(answered),
    hasFailed: before.hasFailed || saysFailure.test(answered.status),
  };
}

/**
 * The report with the results that its earlier state had and it has not any more, as `VANISHED`: they must not count as
 * passed.
 */
function withVanished(report: TestReport, earlier: TestReport): TestReport {
  // A service may change the case id of a result: it is the same result.
  const present = new Set(report.testResults.flatMap(keysOf));
  const missing = earlier.testResults.filter((each) => !keysOf(each).some((key) => present.has(key)));
  if (missing.length === 0) return report;
  const errorMessage =
    'The service reported a result of this test case, but its latest test report does not contain it.';
  return {
    ...report,
    testResults: [
      ...report.testResults,
      ...missing.map((each) => ({ ...each, status: vanished, errorMessage })),
    ],
  };
}

/**
 * The report without repeated results. Two results of one id that differ in any field both stay: neither proves the other
 * wrong.
 */
function withoutRepeats(report: TestReport): TestReport {
  const seen = new Map<string, TestResult[]>();
  const testResults = report.testResults.filter((result) => {
    const key = result.id.toLowerCase();
    const same = seen.get(key) ?? [];
    seen.set(key, [...same, result]);
    return !same.some((each) => isDeepStrictEqual(each, result));
  });
  return testResults.length === report.testResults.length ? report : { ...report, testResults };
}

function withFailuresOf(
  { testResults }: TestReport,
  before: ReadonlyMap<string, TestResult>,
): ReadonlyMap<string, TestResult> {
  const failed = testResults.filter(hasFailedAttempt);
  const added = failed.flatMap((each) => keysOf(each).map((key) => [key, each] as const));
  return added.length === 0 ? before : new Map([...before, ...added]);
}

/** Matches statuses that mean a failure, including ones that the specification does not define. */
const saysFailure = /FAIL|ERROR|ABORT|CANCEL|TIMED?_?OUT/i;

/** Whether an attempt of a result has failed, also if another one is under way. */
function hasFailedAttempt(result: TestResult): boolean {
  const hasEarlier = (result.earlierAttempts ?? []).length > 0;
  return saysFailure.test(result.status) || hasEarlier || namedError(result) !== undefined;
}

/** A result that failed in an earlier answer has that as an earlier attempt, unless it lists its attempts itself. */
function withEarlierFailures(report: TestReport, failures: ReadonlyMap<string, TestResult>): TestReport {
  if (failures.size === 0) return report;
  const testResults = report.testResults.map((result) => {
    if (result.status !== 'PASSED' || result.earlierAttempts?.length) return result;
    const failed = keysOf(result).flatMap((key) => failures.get(key) ?? [])[0];
    if (failed === undefined || failed === result) return result;
    const attempts = failed.earlierAttempts ?? [];
    return { ...result, earlierAttempts: attempts.length > 0 ? attempts : [earlierAttemptOf(failed)] };
  });
  return { ...report, testResults };
}

function earlierAttemptOf(failed: TestResult) {
  const reported = `The service reported ${failed.status} for this test case, and PASSED later.`;
  const { errorMessage } = failed;
  return { ...failed, errorMessage: errorMessage == null ? reported : `${reported}\n${errorMessage}` };
}

/** What a result is recognised by in the next answer. */
function keysOf({ id, testCaseId }: TestResult): string[] {
  return [id.toLowerCase(), testCaseId.toLowerCase()];
}
