import type { CommentStore, StoredComment } from '../github/comment-store.ts';
import { isNewerRun, readCommentMarker } from '../report/comment/comment-marker.ts';
import { readHistory, type StoredHistory } from '../report/comment/history.ts';
import type { RunIdentity } from '../results/run-results.ts';

/** Which comment a run writes. */
export interface CommentAddress {
  readonly issueNumber: number;
  /** See `gateKey`. */
  readonly key: string;
  readonly run: RunIdentity;
}

export type CommentOutcome =
  | { readonly kind: 'created' | 'updated'; readonly url: string }
  | { readonly kind: 'not-needed' }
  /** A later run has written the comment already. */
  | { readonly kind: 'newer-run' };

/** Renders the whole body. @param history what the comment remembers; undefined if there is no comment, or nothing in it. */
export type RenderBody = (history: StoredHistory | undefined) => string;

/**
 * The one comment of a gate on a pull request. It is read before it is written, since a later run may have written it,
 * and since it holds the history. Operations throw what GitHub answers.
 */
export class CommentTarget {
  readonly #store: CommentStore;
  readonly #address: CommentAddress;
  #found: StoredComment | undefined;
  #requests = 0;

  constructor(store: CommentStore, address: CommentAddress) {
    this.#store = store;
    this.#address = address;
  }

  /** Number of requests so far; a list of several pages counts as one. */
  get requests(): number {
    return this.#requests;
  }

  /** Looks the comment up. @returns whether it exists, and which run wrote it: an earlier one, this one, or a later one. */
  async read(signal: AbortSignal): Promise<'missing' | 'earlier-run' | 'this-run' | 'newer-run'> {
    const { issueNumber, key, run } = this.#address;
    const isMarked = (body: string) => readCommentMarker(body, key) !== undefined;
    this.#requests += 1;
    this.#found = await this.#store.find(issueNumber, isMarked, signal);
    if (this.#found === undefined) return 'missing';
    const marker = readCommentMarker(this.#found.body, key);
    if (marker === undefined || isNewerRun(run, marker)) return 'earlier-run';
    return isNewerRun(marker, run) ? 'newer-run' : 'this-run';
  }

  /**
   * Writes the comment that `read` or an earlier write has found, or creates one.
   * @param mayCreate false: without a comment, nothing is written.
   */
  async write(render: RenderBody, mayCreate: boolean, signal: AbortSignal): Promise<CommentOutcome> {
    if (this.#found !== undefined) {
      this.#requests += 1;
      const updated = await this.#store.update(this.#found.id, render(this.#history()), signal);
      if (updated !== undefined) return this.#written('updated', updated);
      this.#found = undefined;
    }
    if (!mayCreate) return { kind: 'not-needed' };
    return this.#create(render, signal);
  }

  #history(): StoredHistory | undefined {
    return this.#found === undefined ? undefined : readHistory(this.#found.body);
  }

  #written(kind: 'created' | 'updated', comment: StoredComment): CommentOutcome {
    this.#found = comment;
    return { kind, url: comment.url };
  }

  /** Two runs that found no comment may both create one: whoever sees an older one deletes its own, and writes that. */
  async #create(render: RenderBody, signal: AbortSignal): Promise<CommentOutcome> {
    const { issueNumber, key } = this.#address;
    this.#requests += 2;
    const created = await this.#store.create(issueNumber, render(undefined), signal);
    const isMarked = (body: string) => readCommentMarker(body, key) !== undefined;
    // Ours exists, whatever keeps the others from being listed.
    const [oldest] = await this.#store.findAll(issueNumber, isMarked, signal).catch(() => []);
    if (oldest === undefined || oldest.id >= created.id) return this.#written('created', created);
    this.#requests += 1;
    await this.#store.remove(created.id, signal);
    this.#found = oldest;
    const marker = readCommentMarker(oldest.body, key);
    if (marker !== undefined && isNewerRun(marker, this.#address.run)) return { kind: 'newer-run' };
    return this.write(render, true, signal);
  }
}
