import { andMore, formatCount, joinFilled } from '../common/text.ts';
import { type Counts, combinedStatus, sumCounts } from '../results/cases.ts';
import { reportedJobs } from '../results/jobs.ts';
import type { CaseResult, JobIdentity, RunResults, RunStatus } from '../results/run-results.ts';
import { formatDuration } from './describe.ts';

/** The status that is shown: that of results, or that tests are running. */
export type DisplayStatus = RunStatus | 'running';

export const statusTexts = {
  running: { sign: '⏳', sentence: 'Browser tests are running' },
  passed: { sign: '✅', sentence: 'Browser tests passed' },
  failed: { sign: '❌', sentence: 'Browser tests failed' },
  'timed-out': { sign: '⏱️', sentence: 'Browser tests timed out' },
  cancelled: { sign: '🚫', sentence: 'Browser tests were cancelled' },
  error: { sign: '⚠️', sentence: 'Browser tests could not run' },
  'nothing-to-run': { sign: '⚪', sentence: 'No browser test to run' },
  incomplete: { sign: '⚠️', sentence: 'Browser test cases: done in part' },
  done: { sign: '✅', sentence: 'Browser test cases: done' },
} as const satisfies Record<DisplayStatus, object>;

export const resultsMissing = 'Browser test results are missing';

/** A status in lower case for a table, such as `timed out`. */
export function formatStatus(status: RunStatus): string {
  if (status === 'incomplete') return 'done in part';
  return status === 'error' ? 'could not run' : status.replaceAll('-', ' ');
}

/** `❌ Browser tests failed`. */
export function statusLine(status: DisplayStatus): string {
  return `${statusTexts[status].sign} ${statusTexts[status].sentence}`;
}

function withDetails(line: string, details: readonly string[]): string {
  const given = joinFilled(details, ', ');
  return given === '' ? line : `${line} (${given})`;
}

/** How cases end, worst first; `flaky` passed, but not at the first attempt. */
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

/** The jobs of a gate together. */
export type Overview = ReturnType<typeof overviewOf>;

/** How a workflow run has ended, as far as it is known. */
export interface RunEnd {
  /** Conclusion of the workflow run, once it has ended. Results that are missing then will never come. */
  readonly runConclusion?: string | undefined;
  /** The jobs of the run that ended without success, each with its conclusion, as far as GitHub says it. */
  readonly unsuccessfulJobs?: readonly string[] | undefined;
}

/** What is known of a gate's jobs besides their results. */
export interface RunState extends RunEnd {
  /** Set while the job that publishes runs. */
  readonly running?: true | RunProgress | undefined;
}

type Job = Counts & Pick<RunResults, 'status' | 'green' | 'durationMs' | 'job'>;

/**
 * The headline and status of a gate's jobs. It is never green while results are missing.
 * @param known a job of the gate, whether it has reported or not.
 */
export function overviewOf(
  jobs: readonly Job[],
  known: JobIdentity,
  { running, runConclusion, unsuccessfulJobs = [] }: RunState,
) {
  const identities = jobs.map(({ job }) => job);
  const { reported, total, missing } = reportedJobs(identities, known);
  const isComplete = running === undefined && jobs.length > 0 && reported === total;
  const { status, line } = conclude(jobs, isComplete, runConclusion);
  const counts = formatCounts(sumCounts(jobs));
  const number = jobs.length > 1 ? formatCount(jobs.length, total > 1 ? 'job' : 'step') : '';
  const durationMs = Math.max(0, ...jobs.map((each) => each.durationMs));
  const progress = total > 1 ? `${reported} of ${total} jobs reported` : formatProgress(running);
  const isFinal = isComplete || runConclusion !== undefined;
  const details = isComplete ? [counts, number, formatRunTime({ durationMs })] : [progress, counts];
  return {
    /** Plain text. */
    headline: withDetails(line, details),
    /** Which jobs have not reported and never will, as plain text; empty if none. */
    missing: isFinal ? describeMissing(missing, unsuccessfulJobs) : '',
    status,
    /** All jobs have reported, all are green, and the workflow run did not end otherwise. */
    isGreen: isComplete && status !== 'error' && jobs.every(({ green }) => green),
    /** False while results may still come. */
    isFinal,
    /** All jobs have reported, and none is running. */
    isComplete,
    /** Number of jobs, including those that have not reported. */
    total,
  };
}

/** Empty if none is missing. */
function describeMissing(missing: readonly string[], unsuccessful: readonly string[]): string {
  if (missing.length === 0) return '';
  const ended = listSome('Jobs of the workflow run that did not succeed', unsuccessful);
  return joinFilled([listSome('Missing', missing), ended], ' ');
}

const maxListed = 10;

function listSome(introduction: string, names: readonly string[]): string {
  if (names.length === 0) return '';
  return `${introduction}: ${names.slice(0, maxListed).join('; ')}${andMore(names.length - maxListed)}.`;
}

/** The status of jobs, and the line that says it. */
function conclude(
  jobs: readonly Job[],
  isComplete: boolean,
  runConclusion: string | undefined,
): { status: DisplayStatus; line: string } {
  const combined = combinedStatus(jobs);
  const say = (status: DisplayStatus, line = statusLine(status)) => ({ status, line });
  if (jobs.some(({ green }) => !green)) return say(combined);
  if (isComplete && (runConclusion ?? 'success') === 'success') return say(combined);
  if (runConclusion === undefined) return say('running');
  if (isComplete) {
    const ended = `the workflow run ended as ${formatConclusion(runConclusion)}`;
    return say('error', `⚠️ ${statusTexts[combined].sentence}, but ${ended}`);
  }
  if (jobs.length > 0) return say('error', `⚠️ ${resultsMissing}`);
  return say(statusWithoutResults(runConclusion));
}

/** What a workflow run with this conclusion means if it has left no results. */
export function statusWithoutResults(runConclusion: string): 'cancelled' | 'nothing-to-run' | 'error' {
  if (runConclusion === 'cancelled') return 'cancelled';
  return ['success', 'skipped', 'neutral'].includes(runConclusion) ? 'nothing-to-run' : 'error';
}

/** GitHub's word for a conclusion. Anything else could be markup. */
function formatConclusion(conclusion: string): string {
  return /^[a-z_]{1,40}$/.test(conclusion) ? conclusion.replaceAll('_', ' ') : 'unknown';
}
