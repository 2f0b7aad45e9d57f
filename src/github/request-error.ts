import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { timeLeftMs } from './deadline.ts';

/** A request that got no usable response. */
export class GitHubRequestError extends Error {
  /** True if the same request may succeed a moment later. GitHub may have carried it out. */
  readonly transient: boolean;

  /** @param what what happened; the message puts the request's method and path before it, and no query. */
  constructor(
    { method, url }: { readonly method: string; readonly url: string },
    what: string,
    { transient, cause }: { readonly transient: boolean; readonly cause?: unknown },
  ) {
    super(`${method} ${new URL(url).pathname} ${what}`, { cause });
    this.name = 'GitHubRequestError';
    this.transient = transient;
  }
}

/** Whether GitHub may have carried out a failed request; if so, and there is time, it is worth a look. */
function mayBeDone(error: unknown): boolean {
  if (error instanceof GitHubRequestError) return error.transient;
  const status = httpStatusOf(error);
  return status === undefined || status >= 500 || status === 408;
}

const withStatus = z.object({ status: z.number() });

/** The HTTP status of an error of GitHub's API; undefined if there was no response. */
export function httpStatusOf(error: unknown): number | undefined {
  return withStatus.safeParse(error).data?.status;
}

/** GitHub may show what it has stored only some seconds after it answered with an error, in ms. */
const lookAgainMs = 3000;

/**
 * Sends a request that must not be carried out twice. If GitHub may have carried it out in spite of an error, the outcome is
 * looked for at once and some seconds later, before the request is sent again.
 * @param find the outcome of the request; undefined if there is none.
 */
export async function sendOnce<Outcome>(
  send: () => Promise<Outcome>,
  find: () => Promise<Outcome | undefined>,
  deadline: AbortSignal,
): Promise<Outcome> {
  try {
    return await send();
  } catch (error) {
    if (!mayBeDone(error)) throw error;
    const found = await find();
    if (found !== undefined) return found;
    const pauseMs = Math.min(lookAgainMs, timeLeftMs(deadline) / 4);
    await sleep(pauseMs, undefined, { signal: deadline }).catch(() => {
      throw error;
    });
    return (await find()) ?? send();
  }
}
