import type { TestResult } from '../contract/test-report.ts';

/** How long a case took, in ms, by the service's clock; undefined while it waits, or where the service doesn't say. */
export function durationOf({ createdAt, updatedAt, status }: TestResult): number | undefined {
  if (createdAt === undefined || updatedAt === undefined || status === 'WAITING') return undefined;
  const ms = new Date(updatedAt).getTime() - new Date(createdAt).getTime();
  return ms >= 0 ? ms : undefined;
}
