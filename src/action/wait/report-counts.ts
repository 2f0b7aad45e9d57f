import type { TestReport } from '../../contract/test-report.ts';
import type { RunProgress } from '../../publish/comment/section.ts';

/** How far a report is. */
export function countReport({ testResults }: TestReport): RunProgress {
  const ended = (...which: string[]) => testResults.filter(({ status }) => which.includes(status)).length;
  const failed = ended('FAILED', 'ERROR');
  return { total: testResults.length, done: failed + ended('PASSED'), failed };
}
