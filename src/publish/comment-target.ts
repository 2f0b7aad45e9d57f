import type { CommentStore, StoredComment } from '../github/comment-store.ts';
import { describeRefusal, httpStatusOf } from '../github/refusal.ts';
import type { SharedResults } from '../github/results-store.ts';
import {
  isNewerRun,
  readCommentMarker,
  readHistory,
  type StoredHistory,
} from '../report/comment/hidden-lines.ts';
import { type CommentContent, renderComment } from '../report/comment/render-comment.ts';
import type { RunEnd } from '../report/overview.ts';
import type { Redacted, RunResults } from '../results/run-results.ts';
import type { SavedComment } from '../runtime/saved-state.ts';
import type { PublishContext } from './publish-context.ts';

export type CommentFrame = Pick<CommentContent, 'key' | 'facts' | 'note' | 'footer' | keyof RunEnd>;
type CommentUpdate = Pick<CommentContent, 'jobs' | 'running'>;

/** The run that wrote the comment last, or `missing` if the comment does not exist. */
export type CommentWriter = 'missing' | 'earlier-run' | 'this-run' | 'newer-run';

interface WriteOptions {
  readonly mayCreate: boolean;
  readonly signal: AbortSignal;
}

/** What became of a write. `newer-run`: a later run has written the comment already. */
export type CommentOutcome =
  | { readonly kind: 'created' | 'updated'; readonly url: string }
  | { readonly kind: 'not-needed' | 'newer-run' };

/** The jobs whose results a comment shows, and how one of them writes it. */
export interface CommentJobs {
  /** Whose comment the notice that tests are running replaces. */
  readonly replacedByNotice: readonly CommentWriter[];
  /** Whether the notice says how far the tests are. */
  readonly showsProgress: boolean;
  /** The results that the notice leaves in the comment. */
  earlierResults(): Promise<Redacted<RunResults>[]>;
  /**
   * Writes the results of this job and of the others.
   * @returns also the ids of shared results that the comment shows, and the id of this job's.
   * @throws what GitHub answers.
   */
  write(
    results: Redacted<RunResults>,
    shared: SharedResults | undefined,
  ): Promise<{ readonly comment: CommentOutcome } & Pick<SavedComment, 'rendered' | 'uploaded'>>;
  /** Completes the comment in the post step. @throws what GitHub answers. */
  complete(results: Redacted<RunResults>, saved: SavedComment): Promise<void>;
}

export type CommentTarget = ReturnType<typeof openCommentTarget>;

/**
 * The one comment of a gate on a pull request. Read it before each write, except right after one that created it: a later run
 * may have written it, and it holds the history. If there are several, the oldest is the comment, and the next write deletes
 * the others: two jobs may have created one at the same time, or GitHub has stored one although it answered with an error.
 * Operations throw what GitHub answers.
 */
export function openCommentTarget(
  comments: CommentStore,
  issueNumber: number,
  frame: CommentFrame,
  render = renderComment,
) {
  const { key, facts } = frame;
  /** The oldest first. */
  let found: readonly StoredComment[] = [];
  const deleted = new Set<number>();
  let requests = 0;

  async function read(signal: AbortSignal): Promise<CommentWriter> {
    const isMarked = (body: string) => readCommentMarker(body, key) !== undefined;
    requests += 1;
    const listed = await comments.find(issueNumber, isMarked, signal);
    found = listed.filter(({ id }) => !deleted.has(id));
    return lastWriter();
  }

  function lastWriter(): CommentWriter {
    const runs = found.flatMap(({ body }) => readCommentMarker(body, key) ?? []);
    if (runs.length === 0) return 'missing';
    if (runs.some((run) => isNewerRun(run, facts.job))) return 'newer-run';
    return runs.every((run) => isNewerRun(facts.job, run)) ? 'earlier-run' : 'this-run';
  }

  /** What the newest run remembers, in the comment or in a duplicate; undefined if neither has been read. */
  function history(): StoredHistory | undefined {
    return found
      .flatMap(({ body }) => readHistory(body) ?? [])
      .sort(({ run: a }, { run: b }) => a.runId - b.runId || a.attempt - b.attempt)
      .at(-1);
  }

  const bodyOf = (update: CommentUpdate) =>
    render({ ...frame, ...update, history: history(), at: Math.floor(Date.now() / 1000) });

  /**
   * Writes the comment as it was read, and deletes its duplicates.
   * @returns `not-needed` if there is no comment and none may be created.
   */
  async function write(update: CommentUpdate, options: WriteOptions): Promise<CommentOutcome> {
    const { mayCreate, signal } = options;
    if (lastWriter() === 'newer-run') return { kind: 'newer-run' };
    const [comment, ...duplicates] = found;
    if (comment === undefined) return mayCreate ? create(update, options) : { kind: 'not-needed' };
    requests += 1;
    const updated = await comments.update(comment.id, bodyOf(update), signal);
    if (updated === undefined) {
      // Deleted meanwhile, perhaps as a duplicate: there may be another one.
      deleted.add(comment.id);
      await read(signal);
      return write(update, options);
    }
    // One that cannot be deleted is left to the next write.
    for (const { id } of duplicates) await comments.remove(id, signal).catch(() => {});
    return { kind: 'updated', url: updated.url };
  }

  /** Two jobs that found no comment may both create one: whoever sees an older one deletes its own, and writes that. */
  async function create(update: CommentUpdate, options: WriteOptions): Promise<CommentOutcome> {
    const { signal } = options;
    requests += 1;
    const created = await comments.create(issueNumber, bodyOf(update), signal);
    // Ours exists, whatever keeps the others from being listed.
    await read(signal).catch(() => {});
    found = [...found.filter(({ id }) => id !== created.id), created].sort((a, b) => a.id - b.id);
    if (found[0] === created) return { kind: 'created', url: created.url };
    await comments.remove(created.id, signal);
    deleted.add(created.id);
    await read(signal);
    return write(update, options);
  }

  return {
    read,
    write,
    history,
    /** Number of requests so far, without those for duplicates; a list of several pages counts as one. */
    requests: () => requests,
  };
}

const outcomeTexts = {
  'not-needed': 'No comment: none exists, and this job does not need one.',
  'newer-run': 'No comment: a later run has already written it.',
} as const;

/** Writes a comment. If it is not written, the log says why. A refusal is a warning, except for forks, whose token is read-only. @returns its URL. */
export async function logOutcome(
  { host, isFork }: Pick<PublishContext, 'host' | 'isFork'>,
  write: () => Promise<CommentOutcome>,
): Promise<string | undefined> {
  try {
    const outcome = await write();
    if ('url' in outcome) return outcome.url;
    host.info(outcomeTexts[outcome.kind]);
  } catch (error) {
    host[isFork && httpStatusOf(error) === 403 ? 'info' : 'warning'](describeRefusal(error, 'comment'));
  }
  return undefined;
}
