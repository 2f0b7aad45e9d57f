import type { TestResult } from '../../contract/test-report.ts';
import { maxDurationMs } from '../../publish/files/results-schema.ts';
import { isResult } from '../wait/report-ending.ts';

/**
 * How long a case took, in ms, by the service's clock; undefined until it has ended, where the service doesn't say, and
 * where what it says can't be.
 */
export function durationOf(result: TestResult): number | undefined {
  const { createdAt, updatedAt } = result;
  if (createdAt == null || updatedAt == null || !isResult(result)) return undefined;
  const ms = new Date(updatedAt).getTime() - new Date(createdAt).getTime();
  return ms >= 0 && ms <= maxDurationMs ? ms : undefined;
}
