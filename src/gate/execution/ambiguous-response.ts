import { randomUUID } from 'node:crypto';
import { ClientError } from '../../client/errors.ts';
import { UserError } from '../../common/errors.ts';
import type { Host } from '../../runtime/host.ts';
import type { Clock } from './timing.ts';

/** Pauses before a request is repeated, in ms. */
const retryDelaysMs = [1000, 3000];

/** True if the service may have done what was requested, although no usable response arrived. */
export function isAmbiguous(error: unknown): error is ClientError {
  return error instanceof ClientError && error.ambiguous;
}

interface RetryOptions {
  readonly host: Host;
  readonly clock: Pick<Clock, 'sleep'>;
  readonly signal: AbortSignal;
}

/**
 * Sends a request that only stores something, so that a repetition is harmless. If its response is lost, it is sent up
 * to twice more, with the same idempotency key.
 * @throws what the last request was rejected with, or the reason of `signal`.
 */
export async function storeWithRetries<Response>(
  send: (idempotencyKey: string) => Promise<Response>,
  { host, clock, signal }: RetryOptions,
): Promise<Response> {
  const key = randomUUID();
  for (const delay of retryDelaysMs) {
    try {
      return await send(key);
    } catch (error) {
      if (!isAmbiguous(error)) throw error;
      host.info(`The response was lost. Retrying with the same idempotency key. ${error.message}`);
      await clock.sleep(delay, signal);
    }
  }
  return send(key);
}

/**
 * Sends a request that starts something that cannot be looked up afterwards: it is never repeated.
 * @param what names what the request starts, such as `the discovery`.
 * @throws UserError if the response is lost, else what the request was rejected with.
 */
export async function startOnce<Response>(what: string, send: () => Promise<Response>): Promise<Response> {
  try {
    return await send();
  } catch (error) {
    if (!isAmbiguous(error)) throw error;
    throw new UserError(
      `It is unknown whether ${what} was started: the response was lost. ${error.message} The request was not repeated, because that could start it twice. Check the test target in the service before you re-run this job.`,
    );
  }
}
