import type { Redacted } from '../results/redacted.ts';
import type { RunResults } from '../results/run-results.ts';
import type { CommentOutcome, CommentTarget, RenderBody } from './comment-target.ts';

/**
 * The comment of several jobs. Nothing is merged and nothing waits: each job uploads its results, lists the results of
 * the run, renders all of them, writes, and lists again; if there are more, it renders and writes again. Whoever writes
 * last has seen everything, see docs/architecture.md.
 */

/** Results that a job of the gate has uploaded. */
export interface SharedResults {
  /** See `gateKey`. */
  readonly gate: string;
  /** Increases with each upload in a workflow run. */
  readonly id: number;
  /** When it was uploaded, by GitHub's clock, in ms since 1970. */
  readonly createdAt: number;
  readonly results: Redacted<RunResults>;
}

/** The results of the jobs of a gate. */
export interface ResultsExchange {
  /** Uploads the results of this job. @returns its id. @throws if that fails. */
  upload(results: Redacted<RunResults>): Promise<number>;
  /** The newest results of each job and step, as far as GitHub lists them. @throws if that fails. */
  list(): Promise<readonly SharedResults[]>;
}

/** Requests that a job may make for its comment before its post step, which writes what is left. */
const maxRequests = 4;

/** A job that has not commented for so long after its upload never will, in ms. */
const electionMs = 60_000;

export interface SharedWrite {
  readonly target: CommentTarget;
  readonly exchange: Pick<ResultsExchange, 'list'>;
  /** The results of this job, as uploaded. */
  readonly own: SharedResults;
  readonly render: (jobs: readonly Redacted<RunResults>[]) => RenderBody;
  /** By default 4. */
  readonly maxRequests?: number;
  readonly signal: AbortSignal;
}

export interface SharedOutcome {
  readonly comment: CommentOutcome;
  /** Ids of the results that the comment shows. */
  readonly rendered: readonly number[];
}

/**
 * Writes the comment of all jobs until it shows everything that is listed.
 * @param already ids of results that the comment is known to show: without others, nothing is written.
 * @throws what GitHub answers.
 */
export async function writeSharedComment(
  { target, exchange, own, render, signal, maxRequests: limit = maxRequests }: SharedWrite,
  already: readonly number[] = [],
): Promise<SharedOutcome> {
  const newerRun = { comment: { kind: 'newer-run' }, rendered: already } as const;
  let rendered = already;
  let comment: CommentOutcome = { kind: 'not-needed' };
  let isRead = false;
  const isNewerRun = async () => {
    if (isRead) return false;
    isRead = true;
    return (await target.read(signal)) === 'newer-run';
  };
  // If it will be written anyway: the less time between listing and writing, the fewer jobs have to write again.
  if (already.length === 0 && (await isNewerRun())) return newerRun;
  while (target.requests < limit) {
    const jobs = withOwn(await exchange.list(), own);
    if (jobs.every(({ id }) => rendered.includes(id))) break;
    if (await isNewerRun()) return newerRun;
    const body = render(jobs.map(({ results }) => results));
    comment = await target.write(body, createsComment(jobs, own), signal);
    rendered = jobs.map(({ id }) => id);
  }
  return { comment, rendered };
}

/** The list may lag behind an upload, and does not know of an artifact that was uploaded later. */
function withOwn(listed: readonly SharedResults[], own: SharedResults): readonly SharedResults[] {
  if (!listed.some(({ id }) => id === own.id)) return [...listed, own];
  const { artifact } = own.results;
  return listed.map((each) =>
    each.id === own.id && artifact !== null ? { ...each, results: { ...each.results, artifact } } : each,
  );
}

/**
 * Whether this job creates the comment if there is none: of the jobs that need one, the first that uploaded its results.
 * The others leave it to that job, which lists after it has written, and so sees what they have uploaded. A job that
 * uploaded long before this one had the time to do it, and did not.
 */
function createsComment(jobs: readonly SharedResults[], own: SharedResults): boolean {
  const needing = jobs.filter(({ results }) => needsComment(results));
  const uploadedAt = jobs.find(({ id }) => id === own.id)?.createdAt ?? own.createdAt;
  const recent = needing.filter(({ createdAt }) => uploadedAt - createdAt < electionMs);
  return recent[0]?.id === own.id || (recent.length === 0 && needing.length > 0);
}

function needsComment({ job, green }: RunResults): boolean {
  return job.comment === 'always' || (job.comment === 'on-failure' && !green);
}
