import type { ResultsStore, SharedResults } from '../github/results-store.ts';
import { artifactsIn } from '../results/run-results.ts';
import type { CommentJobs, CommentOutcome, CommentTarget } from './comment-target.ts';
import { needsComment, type PublishContext } from './publish-context.ts';
import { resultsOfThisJob, sharedAs } from './share-results.ts';

/** Requests that a job may make for its comment before its post step, which writes what is left. */
export const maxJobRequests = 4;
/** The post step writes as often as there are new results, within reason. */
const maxPostRequests = 20;

/** A job that has not commented for so long after its upload never will, in ms. */
const electionMs = 60_000;

/**
 * The comment of a matrix and its shards, as one of its jobs writes it. That the tests are running is only said over the
 * comment of an earlier run: without one, the first job that reports creates it. Instead of progress, it shows how many jobs
 * have reported.
 */
export function sharedComment(
  { deadline }: PublishContext,
  target: CommentTarget,
  resultsStore: ResultsStore,
): CommentJobs {
  return {
    replacedByNotice: ['earlier-run'],
    showsProgress: false,
    earlierResults: async () => [],
    async write(results, shared) {
      // An artifact that is to be linked needs another write.
      const isLinked = Object.keys(artifactsIn(results)).length > 0;
      // What cannot be uploaded can often not be listed either: the job then shows its own results.
      const list = (gate?: string) => resultsStore.list(gate).catch(() => []);
      const written = await writeSharedComment({
        target,
        resultsStore: shared === undefined ? { list } : resultsStore,
        own: shared === undefined ? sharedAs(undefined, results) : { ...shared, results },
        maxRequests: Math.max(maxJobRequests, isLinked ? target.requests() + 2 : 0),
        signal: deadline(),
      });
      return { ...written, ...(shared && { uploaded: shared.id }) };
    },
    /** Adds results that the list of artifacts did not have before. */
    async complete(results, { rendered, uploaded }) {
      const signal = deadline();
      const own = await resultsOfThisJob(resultsStore, results, uploaded);
      const maxRequests = maxPostRequests;
      await writeSharedComment({ target, resultsStore, own, rendered, maxRequests, signal });
    },
  };
}

interface SharedWrite {
  readonly target: CommentTarget;
  readonly resultsStore: Pick<ResultsStore, 'list'>;
  /** The results of this job, as uploaded. */
  readonly own: SharedResults;
  /** Ids of results that the comment is known to show: without others, nothing is written. */
  readonly rendered?: readonly number[];
  /** Including those that the target has made already. */
  readonly maxRequests: number;
  readonly signal: AbortSignal;
}

/**
 * Writes the comment of all jobs until it shows everything that is listed. Nothing is merged and nothing waits: each job uploads
 * its results, lists the results of the run, renders all of them, writes, and lists again; if there are more, it renders and
 * writes again. Whoever writes last has seen everything, see docs/architecture.md.
 * @returns also the ids of the results that the comment shows.
 * @throws what GitHub answers.
 */
export async function writeSharedComment(
  write: SharedWrite,
): Promise<{ readonly comment: CommentOutcome; readonly rendered: readonly number[] }> {
  const { target, resultsStore, own, signal, maxRequests } = write;
  let { rendered = [] } = write;
  let comment: CommentOutcome = { kind: 'not-needed' };
  while (comment.kind !== 'newer-run') {
    const isRead = comment.kind === 'created';
    if (target.requests() + (isRead ? 1 : 2) > maxRequests) break;
    const jobs = withThisJob(await resultsStore.list(own.gate), own);
    if (jobs.every(({ id }) => rendered.includes(id))) break;
    if (!isRead) await target.read(signal);
    const update = { jobs: jobs.map(({ results }) => results) };
    comment = await target.write(update, { mayCreate: createsComment(jobs, own), signal });
    rendered = jobs.map(({ id }) => id);
  }
  return { comment, rendered };
}

/**
 * The list may lag behind an upload, and does not know of an artifact that was uploaded later. In the post step it knows more
 * than this job, whose files may be deleted.
 */
function withThisJob(listed: readonly SharedResults[], own: SharedResults): readonly SharedResults[] {
  if (!listed.some(({ id }) => id === own.id)) return [...listed, own];
  const links = artifactsIn(own.results);
  return listed.map((each) =>
    each.id === own.id ? { ...each, results: { ...each.results, ...links } } : each,
  );
}

/**
 * Whether this job creates the comment if there is none: of the jobs that need one, the first that uploaded its results.
 * The others leave it to that job, which lists after it has written, and so sees what they have uploaded. A job that
 * uploaded long before this one had the time to do it, and did not.
 */
function createsComment(jobs: readonly SharedResults[], own: SharedResults): boolean {
  const needing = jobs.filter(({ results }) => needsComment(results));
  const { createdAt: uploadedAt } = jobs.find(({ id }) => id === own.id) ?? own;
  const recent = needing.filter(({ createdAt }) => uploadedAt - createdAt < electionMs);
  return recent[0]?.id === own.id || (recent.length === 0 && needing.length > 0);
}
