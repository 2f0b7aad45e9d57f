import { z } from 'zod';
import { isNewer, type RunIdentity, readMarker } from './comment-marker.ts';

/** The calls to GitHub's API that publishing needs. They reject with an error that has a `status`. */
export interface CommentApi {
  /** All comments of a pull request, page by page. */
  listComments(issueNumber: number): AsyncIterable<readonly ListedComment[]>;
  createComment(issueNumber: number, body: string): Promise<{ html_url: string }>;
  updateComment(commentId: number, body: string): Promise<{ html_url: string }>;
  /** The login behind the token; `undefined` where the token belongs to an app, as GITHUB_TOKEN does. */
  ownLogin(): Promise<string | undefined>;
}

export interface ListedComment {
  readonly id: number;
  readonly body?: string | undefined;
  readonly user?: { readonly login: string; readonly type?: string } | null | undefined;
}

export interface CommentRequest {
  readonly issueNumber: number;
  readonly key: string;
  readonly run: RunIdentity;
  /** The whole body, marker first. */
  readonly body: string;
  /** False where a comment is only worth an update: then none is created. */
  readonly create: boolean;
}

export type CommentOutcome =
  | { readonly kind: 'created' | 'updated'; readonly url: string }
  | { readonly kind: 'not-needed' }
  /** A later run has written the comment already. */
  | { readonly kind: 'newer-there' };

/**
 * Writes the one comment of a pull request and job: updates the one that is there, on whichever page, or creates it.
 * @throws what GitHub answers, such as a missing permission.
 */
export async function putComment(api: CommentApi, request: CommentRequest): Promise<CommentOutcome> {
  const earlier = await findComment(api, request);
  if (earlier !== undefined) {
    try {
      return await updateOlder(api, request, earlier);
    } catch (error) {
      // Someone deleted it since it was listed: it is made once more.
      if (statusOf(error) !== 404) throw error;
    }
  }
  if (!request.create) return { kind: 'not-needed' };
  return createOnce(api, request);
}

interface EarlierComment {
  readonly id: number;
  readonly run: RunIdentity;
}

async function updateOlder(
  api: CommentApi,
  request: CommentRequest,
  earlier: EarlierComment,
): Promise<CommentOutcome> {
  if (isNewer(earlier.run, request.run)) return { kind: 'newer-there' };
  return { kind: 'updated', url: (await api.updateComment(earlier.id, request.body)).html_url };
}

async function create(api: CommentApi, { issueNumber, body }: CommentRequest): Promise<CommentOutcome> {
  return { kind: 'created', url: (await api.createComment(issueNumber, body)).html_url };
}

/** A create whose answer was lost may have been stored: it is looked for before it is sent again. */
async function createOnce(api: CommentApi, request: CommentRequest): Promise<CommentOutcome> {
  try {
    return await create(api, request);
  } catch (error) {
    const status = statusOf(error);
    if (status !== undefined && status < 500) throw error;
    const stored = await findComment(api, request);
    return stored === undefined ? create(api, request) : updateOlder(api, request, stored);
  }
}

async function findComment(
  api: CommentApi,
  { issueNumber, key }: CommentRequest,
): Promise<EarlierComment | undefined> {
  // Asked only where a person's comment has the marker, and once, however many such comments there are.
  let ownLogin: Promise<string | undefined> | undefined;
  for await (const page of api.listComments(issueNumber)) {
    for (const { id, body, user } of page) {
      const run = readMarker(body ?? '', key);
      if (run === undefined) continue;
      if (isBot(user)) return { id, run };
      ownLogin ??= api.ownLogin();
      // Anyone may write a comment that begins with our marker; only one of our own is written over.
      if (user?.login !== undefined && user.login === (await ownLogin)) return { id, run };
    }
  }
  return undefined;
}

function isBot(user: ListedComment['user']): boolean {
  // GitHub always names a user, or null for one that is gone; without the field there is nobody to mix us up with.
  return user === undefined || user?.type === 'Bot' || user?.login.endsWith('[bot]') === true;
}

const withStatus = z.object({ status: z.number() });

/** The HTTP status of an error of GitHub's API; `undefined` where no answer came. */
export function statusOf(error: unknown): number | undefined {
  const parsed = withStatus.safeParse(error);
  return parsed.success ? parsed.data.status : undefined;
}
