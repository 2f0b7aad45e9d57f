import { andMore, formatCount, joinFilled } from '../common/text.ts';
import { type Counts, combinedStatus, sumCounts } from '../results/cases.ts';
import { reportedJobs } from '../results/jobs.ts';
import type { JobIdentity, RunResults } from '../results/run-results.ts';
import {
  type DisplayStatus,
  formatCounts,
  formatProgress,
  formatRunTime,
  type RunProgress,
  statusLine,
  statusTexts,
  withDetails,
} from './headline.ts';

export const resultsMissing = 'Browser test results are missing';

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
function conclude(jobs: readonly Job[], isComplete: boolean, runConclusion: string | undefined) {
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
