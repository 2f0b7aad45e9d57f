import type { CommentStore, StoredComment } from '../github/comment-store.ts';
import { describeRefusal } from '../github/refusal.ts';
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
import type { Host } from '../runtime/host.ts';
import type { SavedComment } from '../runtime/saved-state.ts';

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

/**
 * The one comment of a gate on a pull request. Read it before each write, except right after one that created it: a later run
 * may have written it, and it holds the history. If there are several, the oldest is the comment, and the next write deletes
 * the others: two jobs may have created one at the same time, or GitHub has stored one although it answered with an error.
 * Operations throw what GitHub answers.
 */
export class CommentTarget {
  readonly #comments: CommentStore;
  readonly #issueNumber: number;
  readonly #frame: CommentFrame;
  readonly #render: typeof renderComment;
  /** The oldest first. */
  #found: readonly StoredComment[] = [];
  readonly #deleted = new Set<number>();
  #requests = 0;

  constructor(comments: CommentStore, issueNumber: number, frame: CommentFrame, render = renderComment) {
    this.#comments = comments;
    this.#issueNumber = issueNumber;
    this.#frame = frame;
    this.#render = render;
  }

  /** Number of requests so far, without those for duplicates; a list of several pages counts as one. */
  get requests(): number {
    return this.#requests;
  }

  async read(signal: AbortSignal): Promise<CommentWriter> {
    const { key } = this.#frame;
    const isMarked = (body: string) => readCommentMarker(body, key) !== undefined;
    this.#requests += 1;
    const found = await this.#comments.find(this.#issueNumber, isMarked, signal);
    this.#found = found.filter(({ id }) => !this.#deleted.has(id));
    return this.#writer;
  }

  get #writer(): CommentWriter {
    const { key, facts } = this.#frame;
    const runs = this.#found.flatMap(({ body }) => readCommentMarker(body, key) ?? []);
    if (runs.length === 0) return 'missing';
    if (runs.some((run) => isNewerRun(run, facts.job))) return 'newer-run';
    return runs.every((run) => isNewerRun(facts.job, run)) ? 'earlier-run' : 'this-run';
  }

  /**
   * Writes the comment as it was read, and deletes its duplicates.
   * @returns `not-needed` if there is no comment and none may be created.
   */
  async write(update: CommentUpdate, options: WriteOptions): Promise<CommentOutcome> {
    const { mayCreate, signal } = options;
    if (this.#writer === 'newer-run') return { kind: 'newer-run' };
    const [comment, ...duplicates] = this.#found;
    if (comment === undefined) return mayCreate ? this.#create(update, options) : { kind: 'not-needed' };
    this.#requests += 1;
    const updated = await this.#comments.update(comment.id, this.#bodyOf(update), signal);
    if (updated === undefined) {
      // Deleted meanwhile, perhaps as a duplicate: there may be another one.
      this.#deleted.add(comment.id);
      await this.read(signal);
      return this.write(update, options);
    }
    // One that cannot be deleted is left to the next write.
    for (const { id } of duplicates) await this.#comments.remove(id, signal).catch(() => {});
    return { kind: 'updated', url: updated.url };
  }

  /** What the newest run remembers, in the comment or in a duplicate; undefined if neither has been read. */
  get history(): StoredHistory | undefined {
    return this.#found
      .flatMap(({ body }) => readHistory(body) ?? [])
      .sort(({ run: a }, { run: b }) => a.runId - b.runId || a.attempt - b.attempt)
      .at(-1);
  }

  #bodyOf(update: CommentUpdate): string {
    const { history } = this;
    return this.#render({ ...this.#frame, ...update, history, at: Math.floor(Date.now() / 1000) });
  }

  /** Two jobs that found no comment may both create one: whoever sees an older one deletes its own, and writes that. */
  async #create(update: CommentUpdate, options: WriteOptions): Promise<CommentOutcome> {
    const { signal } = options;
    this.#requests += 1;
    const created = await this.#comments.create(this.#issueNumber, this.#bodyOf(update), signal);
    // Ours exists, whatever keeps the others from being listed.
    await this.read(signal).catch(() => {});
    const others = this.#found.filter(({ id }) => id !== created.id);
    this.#found = [...others, created].sort((a, b) => a.id - b.id);
    if (this.#found[0] === created) return { kind: 'created', url: created.url };
    await this.#comments.remove(created.id, signal);
    this.#deleted.add(created.id);
    await this.read(signal);
    return this.write(update, options);
  }
}

const outcomeTexts = {
  'not-needed': 'No comment: none exists, and this job does not need one.',
  'newer-run': 'No comment: a later run has written it already.',
} as const;

/** Writes a comment. If it is not written, the log says why; what GitHub refuses is a warning. @returns its URL. */
export async function logOutcome(
  host: Pick<Host, 'info' | 'warning'>,
  write: () => Promise<CommentOutcome>,
): Promise<string | undefined> {
  try {
    const outcome = await write();
    if ('url' in outcome) return outcome.url;
    host.info(outcomeTexts[outcome.kind]);
    return undefined;
  } catch (error) {
    host.warning(describeRefusal(error, 'comment'));
    return undefined;
  }
}
