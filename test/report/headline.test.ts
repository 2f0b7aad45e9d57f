import { describe, expect, it } from 'vitest';
import { formatDuration } from '../../src/report/describe.ts';
import {
  formatCounts,
  formatHeadline,
  formatProgress,
  statusLine,
  statusTexts,
} from '../../src/report/headline.ts';
import { runStatuses } from '../../src/results/run-results.ts';
import { resultsOf } from '../support/results.ts';

it('a headline starts with the sign of its status, and only success has a check mark', () => {
  for (const status of [...runStatuses, 'running'] as const) {
    expect(statusLine(status).startsWith(`${statusTexts[status].sign} `)).toBe(true);
    expect(statusTexts[status].sign === '✅', status).toBe(['passed', 'done'].includes(status));
  }
});

it('a headline has the details that are known', () => {
  expect(formatHeadline(resultsOf())).toBe('✅ Browser tests passed (1 passed of 1, 12.3 s)');
  expect(formatHeadline(resultsOf({ status: 'done', results: [], durationMs: 0 }))).toBe(
    '✅ Browser test cases: done',
  );
});

describe('counts', () => {
  it.each([
    [{ total: 0, passed: 0, failed: 0, flaky: 0, notRun: 0 }, ''],
    [{ total: 3, passed: 3, failed: 0, flaky: 0, notRun: 0 }, '3 passed of 3'],
    [
      { total: 3, passed: 3, failed: 0, flaky: 0, notRun: 0, switchedOff: 2 },
      '3 passed of 3, 2 switched off',
    ],
    [
      { total: 9, passed: 5, failed: 1, flaky: 1, notRun: 2 },
      '1 failed, 1 unfinished, 2 not run, 1 flaky, 4 passed of 9',
    ],
  ])('%j read as “%s”', (counts, text) => {
    expect(formatCounts(counts)).toBe(text);
  });

  it('of progress are empty if it is unknown', () => {
    expect(formatProgress(true)).toBe('');
    expect(formatProgress({ total: 0, done: 0, failed: 0 })).toBe('');
    expect(formatProgress({ total: 40, done: 12, failed: 0 })).toBe('12 of 40');
    expect(formatProgress({ total: 40, done: 12, failed: 1 })).toBe('12 of 40, 1 failed so far');
  });
});

it.each([
  [0, '0 ms'],
  [420.4, '420 ms'],
  [999.4, '999 ms'],
  [999.6, '1.0 s'],
  [3210, '3.2 s'],
  [59_949, '59.9 s'],
  [59_951, '1 min 0 s'],
  [119_999, '2 min 0 s'],
  [250_000, '4 min 10 s'],
])('%d ms read as %s', (ms, words) => {
  expect(formatDuration(ms)).toBe(words);
});
