import type { TestResult } from '../../contract/test-report.ts';

const ended = ['PASSED', 'FAILED', 'ERROR'];

/** How long a case took, in ms, by the service's clock; undefined until it has ended, or where the service doesn't say. */
export function durationOf({ createdAt, updatedAt, status }: TestResult): number | undefined {
  if (createdAt == null || updatedAt == null || !ended.includes(status)) return undefined;
  const ms = new Date(updatedAt).getTime() - new Date(createdAt).getTime();
  return ms >= 0 ? ms : undefined;
}
