import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import { jsonColumn } from './json-column.ts';

/** How long an answer is kept, in ms. */
const keptMs = 24 * 60 * 60 * 1000;

/** How many answers are kept. */
const maxKept = 10_000;

const row = z.object({
  request: z.string(),
  bodyHash: z.string(),
  status: z.int(),
  headers: jsonColumn(z.record(z.string(), z.string())),
  body: z.instanceof(Uint8Array<ArrayBuffer>),
});
/** A request that was answered: `POST` with its path, what its body hashes to, and the answer. */
export type AnsweredRequest = z.infer<typeof row>;

/** The answers to requests that had an idempotency key. They are kept for a day; of too many, the oldest leave. */
export class IdempotencyKeyStore {
  readonly #database: DatabaseSync;

  constructor(database: DatabaseSync) {
    this.#database = database;
  }

  /** @returns undefined where the key is new, or was used too long ago. */
  find(key: string, now: Date): AnsweredRequest | undefined {
    const found = this.#database
      .prepare(
        `SELECT request, body_hash AS bodyHash, status, headers, body FROM idempotency_keys
         WHERE key = ? AND created_at > ?`,
      )
      .get(key, oldest(now));
    return found === undefined ? undefined : row.parse(found);
  }

  /** Keeps an answer, inside the caller's transaction, and forgets those that have had their time. */
  add(key: string, { request, bodyHash, status, headers, body }: AnsweredRequest, now: Date): void {
    this.#database.prepare('DELETE FROM idempotency_keys WHERE created_at <= ?').run(oldest(now));
    this.#database
      .prepare(
        `INSERT INTO idempotency_keys (key, request, body_hash, status, headers, body, created_at)
         VALUES (?, ?, ?, ?, ?, ?, ?)`,
      )
      .run(key, request, bodyHash, status, JSON.stringify(headers), body, now.toISOString());
    this.#database
      .prepare(
        `DELETE FROM idempotency_keys WHERE id <=
           (SELECT id FROM idempotency_keys ORDER BY id DESC LIMIT 1 OFFSET ?)`,
      )
      .run(maxKept);
  }
}

function oldest(now: Date): string {
  return new Date(now.getTime() - keptMs).toISOString();
}
