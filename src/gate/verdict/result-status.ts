import type { TestReport, TestResult } from '../../contract/test-report.ts';
import { maxDurationMs } from '../../results/run-results.ts';

/** Whether a report's status is final: WAITING, and a value that this version doesn't know, may still change (section 3). */
export function hasFinalStatus({ status }: Pick<TestReport, 'status'>): boolean {
  return status === 'PASSED' || status === 'FAILED';
}

const finalResults = ['PASSED', 'FAILED', 'ERROR'];

/** Whether a result's status is final: WAITING, and a value that this version doesn't know, may still change (section 3). */
export function isResult({ status }: Pick<TestResult, 'status'>): boolean {
  return finalResults.includes(status);
}

/** The status of a result that an earlier answer had, and the latest one has not. */
export const vanished = 'VANISHED';

/**
 * How long a case took, in ms, by the service's clock; undefined until it has ended, and if the service's times are
 * missing or impossible.
 */
export function durationOf(result: TestResult): number | undefined {
  const { createdAt, updatedAt } = result;
  if (createdAt == null || updatedAt == null || !isResult(result)) return undefined;
  const ms = new Date(updatedAt).getTime() - new Date(createdAt).getTime();
  return ms >= 0 && ms <= maxDurationMs ? ms : undefined;
}
