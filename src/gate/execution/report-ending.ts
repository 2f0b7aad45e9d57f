import type { TestReport, TestResult } from '../../contract/test-report.ts';

/** A report with a final status may take this long to get its last results, in ms. */
const completionGraceMs = 15_000;

/** Whether a report's status is final: WAITING, and a value that this version doesn't know, may still change (section 3). */
export function hasFinalStatus({ status }: TestReport): boolean {
  return status === 'PASSED' || status === 'FAILED';
}

const finalResults = ['PASSED', 'FAILED', 'ERROR'];

/** Whether a result's status is final: WAITING, and a value that this version doesn't know, may still change (section 3). */
export function isResult({ status }: Pick<TestResult, 'status'>): boolean {
  return finalResults.includes(status);
}

/**
 * Decides when a report has ended. Some services set PASSED before the last results are there, or while results are
 * WAITING: such a report is polled for a while longer, and then taken as it is. The verdict names what is missing.
 */
export class ReportEnding {
  readonly #now: () => number;
  readonly #expectedResults: number;
  #finalSince: number | undefined;

  constructor(now: () => number, expectedResults: number) {
    this.#now = now;
    this.#expectedResults = expectedResults;
  }

  isReached(report: TestReport): boolean {
    if (!hasFinalStatus(report)) {
      this.#finalSince = undefined;
      return false;
    }
    if (this.#isComplete(report)) return true;
    this.#finalSince ??= this.#now();
    return this.#now() - this.#finalSince >= completionGraceMs;
  }

  #isComplete({ testResults }: TestReport): boolean {
    const cases = new Set(testResults.map(({ testCaseId }) => testCaseId));
    return cases.size >= this.#expectedResults && testResults.every(isResult);
  }
}

/** The status of a result that an earlier state of the report had, and the latest one has not. */
export const vanished = 'VANISHED';

/**
 * The report with the results that its earlier state had and it has not any more, as `VANISHED`: they must not count as
 * passed.
 */
export function withVanished(report: TestReport, earlier: TestReport): TestReport {
  // A service may change the case id of a result: it is the same result.
  const present = new Set(report.testResults.flatMap(({ id, testCaseId }) => [id, testCaseId]));
  const missing = earlier.testResults.filter(
    ({ id, testCaseId }) => !present.has(id) && !present.has(testCaseId),
  );
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
 * The report without repeated results. Two results of one id with different statuses both stay: neither proves the
 * other wrong.
 */
export function withoutRepeats(report: TestReport): TestReport {
  const seen = new Set<string>();
  const testResults = report.testResults.filter(({ id, status }) => {
    const key = `${id.toLowerCase()} ${status}`;
    const isNew = !seen.has(key);
    seen.add(key);
    return isNew;
  });
  return testResults.length === report.testResults.length ? report : { ...report, testResults };
}
