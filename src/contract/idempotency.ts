import { z } from 'zod';

/** Request header of a POST: a name for this one intent, the same whenever the request is sent again. */
export const idempotencyKeyHeader = 'Idempotency-Key';

/** Its value. */
export const idempotencyKey = z.string().regex(/^[!-~]{1,255}$/, 'must be 1 to 255 visible ASCII characters');

/** Answer header: `true` where the answer is that of an earlier request with the same key. */
export const idempotencyReplayedHeader = 'Idempotency-Replayed';
