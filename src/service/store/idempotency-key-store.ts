import { z } from 'zod';
import { jsonColumn, Store } from './database.ts';

const maxAgeMs = 24 * 60 * 60 * 1000;

const maxAnswers = 10_000;

const row = z.object({
  request: z.string(),
  bodyHash: z.string(),
  status: z.int(),
  headers: jsonColumn(z.record(z.string(), z.string())),
  body: z.instanceof(Uint8Array<ArrayBuffer>),
});
/** A request that was answered: `POST` with its path and query, the hash of its body, and the answer. */
export type AnsweredRequest = z.infer<typeof row>;

/** The answers to requests with an idempotency key: the last 10,000 of the last 24 hours. */
export class IdempotencyKeyStore extends Store {
  /** @returns undefined if the key is new or has expired. */
  find(key: string, now: Date): AnsweredRequest | undefined {
    const found = this.database
      .prepare(
        `SELECT request, body_hash AS bodyHash, status, headers, body FROM idempotency_keys
         WHERE key = ? AND created_at > ?`,
      )
      .get(key, expiry(now));
    return found === undefined ? undefined : row.parse(found);
  }

  /** Stores an answer inside the caller's transaction, and deletes expired ones. */
  add(key: string, { request, bodyHash, status, headers, body }: AnsweredRequest, now: Date): void {
    this.database.prepare('DELETE FROM idempotency_keys WHERE created_at <= ?').run(expiry(now));
    this.database
      .prepare(
        `INSERT INTO idempotency_keys (key, request, body_hash, status, headers, body, created_at)
         VALUES (?, ?, ?, ?, ?, ?, ?)`,
      )
      .run(key, request, bodyHash, status, JSON.stringify(headers), body, now.toISOString());
    this.database
      .prepare(
        `DELETE FROM idempotency_keys WHERE id <=
           (SELECT id FROM idempotency_keys ORDER BY id DESC LIMIT 1 OFFSET ?)`,
      )
      .run(maxAnswers);
  }
}

function expiry(now: Date): string {
  return new Date(now.getTime() - maxAgeMs).toISOString();
}
