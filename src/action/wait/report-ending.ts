import type { TestReport, TestResult } from '../../contract/test-report.ts';

/** A report that says it has ended gets so long to become whole, in ms. */
const settleMs = 15_000;

/** WAITING, and a value that this version doesn't know, may still become something else (section 3). */
export function saysItEnded({ status }: TestReport): boolean {
  return status === 'PASSED' || status === 'FAILED';
}

const results = ['PASSED', 'FAILED', 'ERROR'];

/** Whether a result is one: WAITING, and a value that this version doesn't know, may still become one. */
export function isResult({ status }: Pick<TestResult, 'status'>): boolean {
  return results.includes(status);
}

/**
 * Tells when a report has ended. Some services say PASSED before the last results are there, or while they wait: such
 * a report is asked for again for a while, and taken as it is then. The verdict tells what it lacks.
 */
export class ReportEnding {
  readonly #now: () => number;
  readonly #expected: number;
  #since: number | undefined;

  /** @param expected so many results are to come. */
  constructor(now: () => number, expected: number) {
    this.#now = now;
    this.#expected = expected;
  }

  isReached(report: TestReport): boolean {
    if (!saysItEnded(report)) {
      this.#since = undefined;
      return false;
    }
    if (this.#isWhole(report)) return true;
    this.#since ??= this.#now();
    return this.#now() - this.#since >= settleMs;
  }

  #isWhole({ testResults }: TestReport): boolean {
    const cases = new Set(testResults.map(({ testCaseId }) => testCaseId));
    return cases.size >= this.#expected && testResults.every(isResult);
  }
}

/** The status of a result that a later answer does not tell any more. */
export const vanished = 'VANISHED';

/** The report as it is now, with the results that it told before and does not any more: they are no proof of anything. */
export function withVanished(report: TestReport, before: TestReport): TestReport {
  // A service may come to name a result's case otherwise: it is the same result.
  const there = new Set(report.testResults.flatMap(({ id, testCaseId }) => [id, testCaseId]));
  const gone = before.testResults.filter(({ id, testCaseId }) => !there.has(id) && !there.has(testCaseId));
  if (gone.length === 0) return report;
  const errorMessage = 'The service told a result of this test case before, and does not any more.';
  return {
    ...report,
    testResults: [
      ...report.testResults,
      ...gone.map((each) => ({ ...each, status: vanished, errorMessage })),
    ],
  };
}
