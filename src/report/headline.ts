import { type Counts, combinedStatus, sumCounts } from '../results/counts.ts';
import { reportedJobs } from '../results/jobs.ts';
import type { JobIdentity, RunResults, RunStatus } from '../results/run-results.ts';
import { formatDuration } from './words/format-duration.ts';

/** The status that is shown: that of results, or that tests are running. */
export type DisplayStatus = RunStatus | 'running';

interface StatusTexts {
  readonly sign: string;
  readonly sentence: string;
  /** For a table. */
  readonly words: string;
}

const texts: Readonly<Record<DisplayStatus, StatusTexts>> = {
  running: { sign: '⏳', sentence: 'Browser tests are running', words: 'running' },
  passed: { sign: '✅', sentence: 'Browser tests passed', words: 'passed' },
  failed: { sign: '❌', sentence: 'Browser tests failed', words: 'failed' },
  'timed-out': { sign: '⏱️', sentence: 'Browser tests timed out', words: 'timed out' },
  cancelled: { sign: '🚫', sentence: 'Browser tests were cancelled', words: 'cancelled' },
  error: { sign: '⚠️', sentence: 'Browser tests could not run', words: 'could not run' },
  'nothing-to-run': { sign: '⚪', sentence: 'No browser test to run', words: 'nothing to run' },
  done: { sign: '✅', sentence: 'Browser test cases: done', words: 'done' },
};

export function statusSign(status: DisplayStatus): string {
  return texts[status].sign;
}

/** A status in lower case, such as `timed out`. */
export function statusWords(status: DisplayStatus): string {
  return texts[status].words;
}

/** `❌ Browser tests failed (2 failed of 3, 4.2 s)`. Empty details are left out. */
export function statusLine(status: DisplayStatus, details: readonly string[] = []): string {
  const { sign, sentence } = texts[status];
  return withDetails(`${sign} ${sentence}`, details);
}

function withDetails(line: string, details: readonly string[]): string {
  const given = details.filter((detail) => detail !== '').join(', ');
  return given === '' ? line : `${line} (${given})`;
}

/** `1 failed, 1 flaky, 3 passed of 5`; empty if there are no results. */
export function formatCounts({ total, passed, failed, flaky }: Counts): string {
  const counts = [
    { count: failed, words: 'failed' },
    { count: total - passed - failed, words: 'unfinished' },
    { count: flaky, words: 'flaky' },
    { count: passed - flaky, words: 'passed' },
  ].filter(({ count }) => count > 0);
  const listed = counts.map(({ count, words }) => `${count} ${words}`).join(', ');
  return listed === '' ? '' : `${listed} of ${total}`;
}

/** `1 more failed test case`, `3 more test cases`. */
export function moreCases(count: number, which = ''): string {
  const words = ['more', which, count === 1 ? 'test case' : 'test cases'].filter((word) => word !== '');
  return `${count} ${words.join(' ')}`;
}

/** The headline of one run as plain text: status, counts and duration. */
export function formatHeadline(results: Counts & Pick<RunResults, 'status' | 'durationMs'>): string {
  return statusLine(results.status, [formatCounts(results), formatRunTime(results.durationMs)]);
}

/** Empty if nothing ran. */
function formatRunTime(ms: number): string {
  return ms === 0 ? '' : formatDuration(ms);
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

/** The jobs of a gate together. */
export interface Overview {
  /** Plain text. */
  readonly headline: string;
  readonly status: DisplayStatus;
  /** All jobs have reported, all are green, and the workflow run did not end otherwise. */
  readonly isGreen: boolean;
  /** False while results may still come. */
  readonly isFinal: boolean;
  /** All jobs have reported, and none is running. */
  readonly isComplete: boolean;
  /** Number of jobs, including those that have not reported. */
  readonly total: number;
}

export interface OverviewOptions {
  /** A job of the gate, whether it has reported or not. */
  readonly known: JobIdentity;
  /** Set while this job runs. */
  readonly running?: true | RunProgress | undefined;
  /** Conclusion of the workflow run, once it has ended. Results that are missing then will never come. */
  readonly runConclusion?: string | undefined;
}

/** The headline and status of a gate's jobs. It is never green while results are missing. */
export function overviewOf(
  jobs: readonly (Counts & Pick<RunResults, 'status' | 'green' | 'durationMs' | 'job'>)[],
  { known, running, runConclusion }: OverviewOptions,
): Overview {
  const { reported, total } = reportedJobs(
    jobs.map(({ job }) => job),
    known,
  );
  const isComplete = running === undefined && jobs.length > 0 && reported === total;
  const isFinal = isComplete || runConclusion !== undefined;
  const allGreen = jobs.every(({ green }) => green);
  const state = { isFinal, isComplete, total };
  const counts = formatCounts(sumCounts(jobs));
  if (!isComplete) {
    const details = total > 1 ? `${reported} of ${total} jobs reported` : formatProgress(running);
    const missing = isFinal ? missingStatus(runConclusion, jobs.length) : 'running';
    const status = allGreen ? missing : combinedStatus(jobs);
    const isPartial = isFinal && allGreen && jobs.length > 0;
    const line = isPartial ? '⚠️ Browser test results are missing' : statusLine(status);
    return { ...state, status, isGreen: false, headline: withDetails(line, [details, counts]) };
  }
  const status = combinedStatus(jobs);
  const noun = total > 1 ? 'jobs' : 'steps';
  const durationMs = Math.max(0, ...jobs.map((each) => each.durationMs));
  const details = [counts, jobs.length > 1 ? `${jobs.length} ${noun}` : '', formatRunTime(durationMs)];
  if (allGreen && runConclusion !== undefined && runConclusion !== 'success') {
    const line = `⚠️ ${texts[status].sentence}, but the workflow run ended as ${conclusionWords(runConclusion)}`;
    return { ...state, status: 'error', isGreen: false, headline: withDetails(line, details) };
  }
  return { ...state, status, isGreen: allGreen, headline: statusLine(status, details) };
}

/** The status of results that will never come. */
function missingStatus(runConclusion: string | undefined, reported: number): RunStatus {
  if (reported > 0) return 'error';
  if (runConclusion === 'cancelled') return 'cancelled';
  return ['success', 'skipped', 'neutral'].includes(runConclusion ?? '') ? 'nothing-to-run' : 'error';
}

/** GitHub's word for a conclusion. Anything else could be markup. */
function conclusionWords(conclusion: string): string {
  return /^[a-z_]{1,40}$/.test(conclusion) ? conclusion.replaceAll('_', ' ') : 'unknown';
}
