import { createHash } from 'node:crypto';
import { idempotencyKey, idempotencyKeyHeader } from '../../contract/routes.ts';
import type { AnsweredRequest, IdempotencyKeyStore } from '../store/idempotency-key-store.ts';
import { HttpProblem } from './http-problem.ts';

export type Answer = Pick<AnsweredRequest, 'status' | 'headers' | 'body'>;

/** A request with its idempotency key. */
interface KeyedRequest {
  readonly key: string;
  /** Method, path and query. */
  readonly request: string;
  readonly bodyHash: string;
}

/**
 * Reads the idempotency key of a request.
 * @returns undefined if it has none.
 * @throws HttpProblem 400 if the key is not valid. Two headers are not valid, because they are joined with a space.
 */
export function readIdempotencyKey(headers: Headers): string | undefined {
  const given = headers.get(idempotencyKeyHeader);
  if (given === null) return undefined;
  const parsed = idempotencyKey.safeParse(given, { reportInput: true });
  if (parsed.success) return parsed.data;
  throw HttpProblem.fromZod(parsed.error, ['headers', idempotencyKeyHeader]);
}

/** Method, path, query and body identify the request that a key belongs to. */
export function keyedRequest(key: string, { method, url }: Request, body: Uint8Array): KeyedRequest {
  const bodyHash = createHash('sha256').update(body).digest('hex');
  const { pathname, search } = new URL(url);
  return { key, request: `${method} ${pathname}${search}`, bodyHash };
}

/**
 * Does the work of a key once, inside the caller's transaction: work and answer are stored together or not at all. The
 * work is synchronous, so a concurrent repeat is answered after it.
 * @throws HttpProblem 422 if the key belongs to another request; what `work` throws, in which case the key stays unused.
 */
export function answerOnce(
  keys: IdempotencyKeyStore,
  { key, request, bodyHash }: KeyedRequest,
  now: Date,
  work: () => Answer,
): { readonly answer: Answer; readonly isReplay: boolean } {
  const before = keys.find(key, now);
  if (before === undefined) {
    const answer = work();
    keys.add(key, { request, bodyHash, ...answer }, now);
    return { answer, isReplay: false };
  }
  if (before.request !== request) refuse(`belongs to ${before.request}`);
  if (before.bodyHash !== bodyHash) refuse('belongs to a request with another body');
  return { answer: before, isReplay: true };
}

function refuse(why: string): never {
  const message = `this key ${why}: use a new key for each request`;
  throw HttpProblem.invalid(['headers', idempotencyKeyHeader], message, 422);
}
