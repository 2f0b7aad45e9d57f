import type { RequestInit, Response } from 'undici';
import type { z } from 'zod';
import { askedToWait } from './asked-to-wait.ts';
import { readRefusal, readSuccess } from './clean-answer.ts';
import { GitHubFailure } from './github-failure.ts';
import type { Patience } from './patience.ts';
import { askOnce, type Fetch, type WholeAnswer } from './whole-answer.ts';

/** A request is sent so often at most. */
const attempts = 4;

/** The pause before the second attempt, in ms; it doubles. */
const pauseMs = 250;

/** Sent twice, these do what they do once. A create does not: it is looked for before it is sent again. */
const repeatable = new Set(['GET', 'PATCH', 'DELETE']);

/** How an attempt ended. */
interface Attempt {
  /** Hands out the answer, or throws. */
  readonly end: () => Response;
  /** Whether another attempt may help: `safe` where that does no harm, whatever was asked. */
  readonly again: 'safe' | 'perhaps' | 'no';
  /** How long GitHub wants to be left alone. */
  readonly askedMs?: number | 'untold' | undefined;
}

/**
 * Makes a fetch for requests that are answered with what `schema` allows. It waits where GitHub limits requests, as long
 * as GitHub says, and repeats what failed on the way or can't be read. It rejects with a GitHubFailure.
 * @param schema `undefined`: the body does not matter.
 * @param mayRepeat whether it does no harm to do it twice; where that is not said, its method tells.
 */
export function patientFetch(
  fetchOnce: Fetch,
  patience: Patience,
  schema: z.ZodType | undefined,
  mayRepeat?: boolean,
): (url: string, init: RequestInit) => Promise<Response> {
  return async (url, init) => {
    const harmless = mayRepeat ?? repeatable.has(init.method ?? 'GET');
    for (let attempt = 1; ; attempt += 1) {
      const { end, again, askedMs } = await tryOnce(fetchOnce, patience, schema, url, init);
      const useful = again === 'safe' || (again === 'perhaps' && harmless);
      if (!useful || attempt === attempts) return end();
      if (!(await patience.pause(pauseBefore(attempt, askedMs, patience)))) return end();
    }
  };
}

function pauseBefore(attempt: number, askedMs: Attempt['askedMs'], patience: Patience): number {
  // GitHub wants a minute then, which is all there ever is.
  if (askedMs === 'untold') return patience.leftMs() / 4;
  // Not all jobs come back at the same moment.
  return askedMs ?? pauseMs * 2 ** (attempt - 1) * (0.5 + Math.random());
}

async function tryOnce(
  fetchOnce: Fetch,
  patience: Patience,
  schema: z.ZodType | undefined,
  url: string,
  init: RequestInit,
): Promise<Attempt> {
  const method = init.method ?? 'GET';
  try {
    const answer = await askInTime(fetchOnce, patience, url, init);
    const askedMs = askedToWait(answer);
    if (answer.status >= 400) {
      const again = askedMs !== undefined ? 'safe' : passes(answer.status) ? 'perhaps' : 'no';
      return { end: () => readRefusal(answer), again, askedMs };
    }
    const response = readSuccess(answer, schema, method, url);
    return { end: () => response, again: 'no' };
  } catch (error) {
    const failure = error instanceof GitHubFailure ? error : undefined;
    const again = failure?.neverSent === true ? 'safe' : failure?.transient === true ? 'perhaps' : 'no';
    const end = () => {
      throw error;
    };
    return { end, again };
  }
}

/** What GitHub does not mean for good; a list of comments has nothing that could be in conflict. */
function passes(status: number): boolean {
  return status === 408 || status === 409 || status >= 500;
}

/** One attempt, in the time for one and in that for all. */
async function askInTime(
  fetchOnce: Fetch,
  patience: Patience,
  url: string,
  init: RequestInit,
): Promise<WholeAnswer> {
  const method = init.method ?? 'GET';
  const { attemptMs, signal: over } = patience;
  const tooLong = AbortSignal.timeout(attemptMs);
  try {
    return await askOnce(fetchOnce, url, { ...init, signal: AbortSignal.any([tooLong, over]) });
  } catch (error) {
    if (error instanceof GitHubFailure) throw error;
    const what = over.aborted
      ? `has no answer, and ${messageOf(over.reason)}`
      : `got no answer within ${attemptMs / 1000} s`;
    throw new GitHubFailure(method, url, what, { transient: !over.aborted, cause: error });
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
