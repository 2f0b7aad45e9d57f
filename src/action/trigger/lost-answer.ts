import { randomUUID } from 'node:crypto';
import { ClientError } from '../../client/errors.ts';
import type { Host } from '../host.ts';
import { UserError } from '../user-error.ts';

/** Pauses before a call is repeated, in ms. */
const pausesMs = [1000, 3000];

/** True where the service may have done what was asked, although no usable answer came. */
export function isLost(error: unknown): error is ClientError {
  return error instanceof ClientError && error.ambiguous;
}

/**
 * Makes a call that only stores: done twice, it does no harm. Where its answer is lost it is repeated, with one
 * idempotency key.
 * @throws what the last call was rejected with, or the reason of `signal`.
 */
export async function storeSurely<Answer>(
  call: (idempotencyKey: string) => Promise<Answer>,
  {
    host,
    clock,
    signal,
  }: {
    readonly host: Host;
    readonly clock: { readonly sleep: (ms: number, signal: AbortSignal) => Promise<void> };
    readonly signal: AbortSignal;
  },
): Promise<Answer> {
  const key = randomUUID();
  for (const pause of pausesMs) {
    try {
      return await call(key);
    } catch (error) {
      if (!isLost(error)) throw error;
      host.info(`An answer was lost, and is asked for again: ${error.message}`);
      await clock.sleep(pause, signal);
    }
  }
  return call(key);
}

/**
 * Makes a call that starts something that can't be looked up: it is never repeated.
 * @param what names what it starts, as in `the discovery`.
 * @throws UserError where the answer is lost, else what the call was rejected with.
 */
export async function startOnce<Answer>(what: string, call: () => Promise<Answer>): Promise<Answer> {
  try {
    return await call();
  } catch (error) {
    if (!isLost(error)) throw error;
    throw new UserError(
      `Whether ${what} was started is not known: its answer was lost. ${error.message} It was not sent again, for then it might be there twice. Look at the test target's own pages before you run this job again.`,
    );
  }
}
