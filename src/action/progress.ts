import type { TestReport, TestResult } from '../contract/test-report.ts';
import { formatDuration } from '../publish/markdown/sections.ts';
import type { Host } from './host.ts';
import { oneLine } from './log-text.ts';
import { durationOf } from './result-duration.ts';

const signs = new Map([
  ['PASSED', '✓'],
  ['FAILED', '✗'],
  ['ERROR', '!'],
]);

/** Tells the log what has changed since the last state of the report: a line for each result that came in. */
export function createProgress(host: Host): (report: TestReport) => void {
  const told = new Map<string, string>();
  return ({ testResults }) => {
    for (const result of testResults) {
      if (result.status === (told.get(result.id) ?? 'WAITING')) continue;
      told.set(result.id, result.status);
      const done = [...told.values()].filter((status) => signs.has(status)).length;
      host.info(progressLine(result, done, testResults.length));
    }
  };
}

function progressLine(result: TestResult, done: number, total: number): string {
  const sign = signs.get(result.status);
  const durationMs = durationOf(result);
  return [
    sign ?? '·',
    `${String(done).padStart(String(total).length)}/${total}`,
    oneLine(result.name ?? result.testCaseId),
    ...(sign === undefined ? [`is ${result.status}`] : []),
    ...(durationMs === undefined ? [] : [`(${formatDuration(durationMs)})`]),
  ].join(' ');
}
