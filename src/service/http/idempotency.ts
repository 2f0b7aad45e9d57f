import { createHash } from 'node:crypto';
import { idempotencyKey, idempotencyKeyHeader } from '../../contract/idempotency.ts';
import type { AnsweredRequest, IdempotencyKeyStore } from '../store/idempotency-keys.ts';
import { HttpProblem } from './http-problem.ts';

/** A success as it goes out: status, header fields, bytes. */
export type Answer = Pick<AnsweredRequest, 'status' | 'headers' | 'body'>;

/** A request with the key under which it is answered once. */
export interface KeyedRequest {
  readonly key: string;
  /** Method and path. */
  readonly request: string;
  readonly bodyHash: string;
}

/**
 * The key of a request.
 * @returns undefined where it has none.
 * @throws HttpProblem 400 where it is no valid one. Two headers are no valid one, for they are joined with a space.
 */
export function readIdempotencyKey(headers: Headers): string | undefined {
  const given = headers.get(idempotencyKeyHeader);
  if (given === null) return undefined;
  const parsed = idempotencyKey.safeParse(given, { reportInput: true });
  if (parsed.success) return parsed.data;
  throw HttpProblem.fromZod(parsed.error, ['headers', idempotencyKeyHeader]);
}

/** What a request with a key is known by: method, path and body. */
export function keyedRequest(key: string, { method, url }: Request, body: Uint8Array): KeyedRequest {
  const bodyHash = createHash('sha256').update(body).digest('hex');
  return { key, request: `${method} ${new URL(url).pathname}`, bodyHash };
}

/**
 * Does the work of a key once, inside the caller's transaction: work and answer are stored together, or neither is. As
 * the work is synchronous, a repeat that comes meanwhile waits until it is done.
 * @throws HttpProblem 422 where the key belongs to another request; what `work` throws, and then the key is free.
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
  const message = `this key ${why}: send another key with another request`;
  throw HttpProblem.invalid(['headers', idempotencyKeyHeader], message, 422);
}
