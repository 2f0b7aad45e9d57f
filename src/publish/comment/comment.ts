import { httpStatusOf } from '../http-status.ts';
import { readMarker } from './comment-marker.ts';
import type { Merged } from './merge-section.ts';
import { isOurs, type ListedComment, type WhoWeAre } from './own-comment.ts';

/** The calls to GitHub's API that publishing needs. They reject with an error that has a `status`. */
export interface CommentApi extends WhoWeAre {
  /** All comments of a pull request, the oldest first, page by page. */
  listComments(issueNumber: number): AsyncIterable<readonly ListedComment[]>;
  getComment(commentId: number): Promise<ListedComment>;
  createComment(issueNumber: number, body: string): Promise<ListedComment>;
  updateComment(commentId: number, body: string): Promise<ListedComment>;
  deleteComment(commentId: number): Promise<void>;
}

export interface CommentRequest {
  readonly issueNumber: number;
  readonly key: string;
  /** The comment that this run has written before: it is not searched for. */
  readonly known?: number | undefined;
  /**
   * Makes the whole body, marker first; the time until it is written is short.
   * @param earlier the body that is written over.
   */
  readonly merge: (earlier: string | undefined) => Merged;
  /** Whether a body has what was written, however others have changed it since. */
  readonly holds: (body: string) => boolean;
  /** False where a comment is only worth an update: then none is created. */
  readonly create: boolean;
  /** Resolves when what another run was just writing must have arrived; in another time for each of several writers. */
  readonly settle: (round: number) => Promise<void>;
  /** True once it does not matter any more whether the comment keeps what was written. */
  readonly isOver?: () => boolean;
}

export type CommentOutcome =
  | { readonly kind: 'created' | 'updated'; readonly id: number; readonly url: string }
  | { readonly kind: 'not-needed' }
  /** A later run has written the comment already. */
  | { readonly kind: 'newer-there' };

/** GitHub says that a comment is gone, and lists it all the same. */
class NotWritable extends Error {
  readonly status = 404;

  constructor(commentId: number) {
    super(`comment ${commentId} is there, but can't be updated`);
    this.name = 'NotWritable';
  }
}

/** So often a comment is written again after others have written over it. */
const rounds = 10;

/**
 * Writes the one comment of a pull request and key: updates the one that is there, on whichever page, or creates it.
 * What several write at once is all in it in the end, in one comment.
 * @throws what GitHub answers, such as a missing permission.
 */
export async function putComment(api: CommentApi, request: CommentRequest): Promise<CommentOutcome> {
  const { known } = request;
  const remembered = known === undefined ? undefined : await read(api, known, request);
  const earlier = remembered ?? (await findComment(api, request));
  if (earlier !== undefined) {
    const updated = await update(api, request, earlier);
    if (updated !== undefined) return updated;
    const other = await findComment(api, request);
    if (other?.id === earlier.id) throw new NotWritable(earlier.id);
    const moved = other === undefined ? undefined : await update(api, request, other, true);
    if (moved !== undefined) return moved;
  }
  return request.create ? create(api, request) : { kind: 'not-needed' };
}

/** A comment with our marker. */
interface OurComment {
  readonly id: number;
  readonly body: string;
}

/**
 * Writes over a comment, unless a later run's stands there. GitHub has no conditional update: where others may be writing
 * as well, it is looked at again afterwards. Whoever was written over sees it then, and merges once more.
 * @returns undefined where it is gone.
 */
async function update(
  api: CommentApi,
  request: CommentRequest,
  earlier: OurComment,
  contended = false,
): Promise<CommentOutcome | undefined> {
  let last = earlier;
  for (let round = 1; ; round += 1) {
    const merged = request.merge(last.body);
    if (merged.kind !== 'write') return merged;
    const written = await orGone(api.updateComment(last.id, merged.body));
    if (written === undefined) return undefined;
    const done = { kind: 'updated', id: last.id, url: written.html_url ?? '' } as const;
    if (!(contended || merged.contended) || round === rounds) return done;
    const isOver = () => request.isOver?.() === true;
    if (!isOver()) await request.settle(round);
    // It was written: that it can't be looked at again is no failure of that.
    const after = isOver() ? 'unknown' : await read(api, last.id, request).catch(() => 'unknown' as const);
    if (after === undefined) return undefined;
    if (after === 'unknown' || request.holds(after.body)) return done;
    last = after;
  }
}

/** A create whose answer was lost may have been stored: it is looked for before it is sent again. */
async function create(api: CommentApi, request: CommentRequest): Promise<CommentOutcome> {
  const merged = request.merge(undefined);
  if (merged.kind !== 'write') return merged;
  const { body } = merged;
  const send = () => api.createComment(request.issueNumber, body);
  const created = await send().catch((error: unknown) => {
    const status = httpStatusOf(error);
    if (status !== undefined && status < 500 && status !== 408) throw error;
    return undefined;
  });
  if (created !== undefined) return keepOne(api, request, created);
  const all = await allOurs(api, request);
  const stored = all.find((each) => each.body === body);
  if (stored !== undefined) return keepOne(api, request, stored);
  const updated = all[0] === undefined ? undefined : await update(api, request, all[0], true);
  return updated ?? keepOne(api, request, await send());
}

/**
 * Two that found no comment may both have made one. Whoever made the later one sees both: it takes its own away, and
 * writes the older one, so that one is left whatever the order.
 */
async function keepOne(
  api: CommentApi,
  request: CommentRequest,
  created: ListedComment,
): Promise<CommentOutcome> {
  const done = { kind: 'created', id: created.id, url: created.html_url ?? '' } as const;
  // Ours is there, whatever keeps the others from being seen.
  const [oldest] = await allOurs(api, request, created.user?.login).catch(() => []);
  if (oldest === undefined || oldest.id >= created.id) return done;
  await orGone(api.deleteComment(created.id));
  return (await update(api, request, oldest, true)) ?? create(api, request);
}

/** @returns undefined where the comment is gone, or is not ours any more. */
async function read(api: CommentApi, id: number, { key }: CommentRequest): Promise<OurComment | undefined> {
  const found = await orGone(api.getComment(id));
  return found === undefined ? undefined : marked(found, key);
}

/** The first comment of ours; no page behind it is asked for. */
async function findComment(api: CommentApi, request: CommentRequest): Promise<OurComment | undefined> {
  try {
    for await (const found of ours(api, request)) return found;
    return undefined;
  } catch (error) {
    // A refusal says it all.
    if (httpStatusOf(error) !== undefined || !(error instanceof Error)) throw error;
    throw new Error(`${error.message}. Whether there is a comment already can't be told: none is made`, {
      cause: error,
    });
  }
}

/** The oldest first. @param author who has written ours, where that is known. */
async function allOurs(api: CommentApi, request: CommentRequest, author?: string): Promise<OurComment[]> {
  const found: OurComment[] = [];
  for await (const each of ours(api, request, author)) found.push(each);
  return found.sort((a, b) => a.id - b.id);
}

async function* ours(
  api: CommentApi,
  { issueNumber, key }: CommentRequest,
  author?: string,
): AsyncGenerator<OurComment> {
  const own = isOurs(api, author);
  for await (const page of api.listComments(issueNumber)) {
    for (const comment of page) {
      const found = marked(comment, key);
      if (found !== undefined && (await own(comment))) yield found;
    }
  }
}

function marked({ id, body = '' }: ListedComment, key: string): OurComment | undefined {
  return readMarker(body, key) === undefined ? undefined : { id, body };
}

/** Someone may delete a comment at any moment. */
async function orGone<T>(call: Promise<T>): Promise<T | undefined> {
  return call.catch((error: unknown) => {
    if (httpStatusOf(error) !== 404) throw error;
    return undefined;
  });
}
