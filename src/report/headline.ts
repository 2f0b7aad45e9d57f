import { joinFilled } from '../common/text.ts';
import type { Counts } from '../results/cases.ts';
import type { CaseResult, RunResults, RunStatus } from '../results/run-results.ts';
import { formatDuration } from './describe.ts';

/** The status that is shown: that of results, or that tests are running. */
export type DisplayStatus = RunStatus | 'running';

/** What is said about a status: in a headline, and in a table. */
export const statusTexts = {
  running: { sign: '⏳', sentence: 'Browser tests are running', cell: 'running' },
  passed: { sign: '✅', sentence: 'Browser tests passed', cell: 'passed' },
  failed: { sign: '❌', sentence: 'Browser tests failed', cell: 'failed' },
  'timed-out': { sign: '⏱️', sentence: 'Browser tests timed out', cell: 'timed out' },
  cancelled: { sign: '🚫', sentence: 'Browser tests were cancelled', cell: 'cancelled' },
  error: { sign: '⚠️', sentence: 'Browser tests could not run', cell: 'could not run' },
  'nothing-to-run': { sign: '⚪', sentence: 'No browser tests to run', cell: 'nothing to run' },
  incomplete: { sign: '⚠️', sentence: 'Browser test cases: incomplete', cell: 'incomplete' },
  done: { sign: '✅', sentence: 'Browser test cases: done', cell: 'done' },
} as const satisfies Record<DisplayStatus, object>;

/** `❌ Browser tests failed`. */
export function statusLine(status: DisplayStatus): string {
  return `${statusTexts[status].sign} ${statusTexts[status].sentence}`;
}

/** A line, and its details in parentheses. */
export function withDetails(line: string, details: readonly string[]): string {
  const given = joinFilled(details, ', ');
  return given === '' ? line : `${line} (${given})`;
}

/** How cases end, worst first; `flaky` passed, but not on the first attempt. */
export const outcomes = {
  failed: { sign: '✗', emoji: '❌', label: 'Failed' },
  error: { sign: '!', emoji: '⚠️', label: 'Could not run' },
  unfinished: { sign: '…', emoji: '⏳', label: 'Did not finish' },
  'not-run': { sign: '…', emoji: '⏭️', label: 'Not run' },
  flaky: { sign: '⟳', emoji: '🔁', label: 'Flaky' },
  passed: { sign: '✓', emoji: '✅', label: 'Passed' },
} as const;

export function outcomeOf({ status, flaky, notRun }: CaseResult): keyof typeof outcomes {
  if (notRun === true) return 'not-run';
  return status === 'passed' && flaky ? 'flaky' : status;
}

/** `2 newly failing, 1 fixed`: the numbers that are not zero. */
export function formatNumbers(numbers: Readonly<Record<string, number>>): string {
  const given = Object.entries(numbers).filter(([, number]) => number > 0);
  return given.map(([words, number]) => `${number} ${words}`).join(', ');
}

/** `1 failed, 2 not run, 1 flaky, 3 passed of 7, 2 switched off`; empty if there are no results. */
export function formatCounts({ total, passed, failed, flaky, notRun, switchedOff = 0 }: Counts): string {
  const listed = formatNumbers({
    failed,
    unfinished: total - passed - failed - notRun,
    'not run': notRun,
    flaky,
    passed: passed - flaky,
  });
  if (listed === '') return '';
  return joinFilled([`${listed} of ${total}`, formatNumbers({ 'switched off': switchedOff })], ', ');
}

/** The headline of one run as plain text: status, counts and duration. */
export function formatHeadline(results: Counts & Pick<RunResults, 'status' | 'durationMs'>): string {
  return withDetails(statusLine(results.status), [formatCounts(results), formatRunTime(results)]);
}

/** Empty if nothing ran. */
export function formatRunTime({ durationMs }: Pick<RunResults, 'durationMs'>): string {
  return durationMs === 0 ? '' : formatDuration(durationMs);
}

/** How far a job is that still runs. */
export interface RunProgress {
  readonly total: number;
  readonly done: number;
  readonly failed: number;
}

/** `12 of 40, 1 failed so far`; empty if it is not known. */
export function formatProgress(running: true | RunProgress | undefined): string {
  if (running === undefined || running === true || running.total === 0) return '';
  const failed = running.failed > 0 ? `, ${running.failed} failed so far` : '';
  return `${running.done} of ${running.total}${failed}`;
}
