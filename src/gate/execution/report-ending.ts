import type { TestReport } from '../../contract/test-report.ts';
import { hasFinalStatus, isResult } from '../verdict/result-status.ts';

/** A report with a final status may take this long to get its last results, in ms. */
export const completionGraceMs = 15_000;

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
