import { z } from 'zod';
import { columnsOf, jsonColumn, Store } from './database.ts';

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
    const sql = `SELECT ${columnsOf(row)} FROM idempotency_keys WHERE key = ? AND created_at > ?`;
    return this.row(row, sql, key, expiry(now));
  }

  /** Stores an answer inside the caller's transaction, and deletes expired ones. */
  add(key: string, { headers, ...answered }: AnsweredRequest, now: Date): void {
    this.run('DELETE FROM idempotency_keys WHERE created_at <= ?', expiry(now));
    this.insert('idempotency_keys', { key, ...answered, headers: JSON.stringify(headers), createdAt: now });
    this.run(
      `DELETE FROM idempotency_keys WHERE id <=
         (SELECT id FROM idempotency_keys ORDER BY id DESC LIMIT 1 OFFSET ?)`,
      maxAnswers,
    );
  }
}

function expiry(now: Date): Date {
  return new Date(now.getTime() - maxAgeMs);
}
