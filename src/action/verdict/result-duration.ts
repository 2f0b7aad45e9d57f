import type { TestResult } from '../../contract/test-report.ts';
import { maxDurationMs } from '../../publish/files/results-schema.ts';

const ended = ['PASSED', 'FAILED', 'ERROR'];

/**
 * How long a case took, in ms, by the service's clock; undefined until it has ended, where the service doesn't say, and
 * where what it says can't be.
 */
export function durationOf({ createdAt, updatedAt, status }: TestResult): number | undefined {
  if (createdAt == null || updatedAt == null || !ended.includes(status)) return undefined;
  const ms = new Date(updatedAt).getTime() - new Date(createdAt).getTime();
  return ms >= 0 && ms <= maxDurationMs ? ms : undefined;
}
