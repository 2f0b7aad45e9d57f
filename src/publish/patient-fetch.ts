import { setTimeout as sleep } from 'node:timers/promises';
import type { fetch, RequestInit, Response } from 'undici';

type Fetch = (url: string, init: RequestInit) => ReturnType<typeof fetch>;

/** What failed on the way is sent again so often. */
const retries = 3;

/** The pause before the first of them, in ms; it doubles. */
const pauseMs = 250;

/** What a limit without a time asks for, in ms: GitHub wants "at least a minute". */
const untoldMs = 60_000;

/** Sent twice, these do what they do once. A create does not: it is looked for before it is sent again. */
const repeatable = new Set(['GET', 'PATCH', 'DELETE']);

/**
 * A fetch that waits where GitHub limits requests, as long as GitHub says, and repeats what failed on the way.
 * @param budgetMs how long all waits and failed attempts together may take; a limit that asks for more is not waited for.
 * @param signal ends every wait.
 */
export function patientFetch(fetchOnce: Fetch, budgetMs: number, signal: AbortSignal): Fetch {
  let leftMs = budgetMs;
  const pause = async (ms: number): Promise<boolean> => {
    if (ms > leftMs) return false;
    leftMs -= ms;
    await sleep(ms, undefined, { signal });
    return true;
  };
  return async (url, init) => {
    const mayRepeat = repeatable.has((init.method ?? 'GET').toUpperCase());
    for (let failures = 0; ; ) {
      const startedAt = performance.now();
      const answer = await settled(fetchOnce(url, init));
      if (signal.aborted) return arrived(answer);
      const limitMs = answer.response === undefined ? undefined : askedToWait(answer.response);
      if (limitMs !== undefined) {
        if (await pause(limitMs)) continue;
        return arrived(answer);
      }
      if (!failed(answer) || !mayRepeat || failures === retries) return arrived(answer);
      leftMs -= performance.now() - startedAt;
      // Not all jobs come back at the same moment.
      if (!(await pause(pauseMs * 2 ** failures * (0.5 + Math.random())))) return arrived(answer);
      failures += 1;
    }
  };
}

type Answer =
  | { readonly response: Response; readonly error?: never }
  | { readonly response?: never; readonly error: unknown };

async function settled(request: Promise<Response>): Promise<Answer> {
  return request.then(
    (response) => ({ response }),
    (error: unknown) => ({ error }),
  );
}

function arrived({ response, error }: Answer): Response {
  if (response === undefined) throw error;
  return response;
}

function failed({ response }: Answer): boolean {
  return response === undefined || response.status >= 500;
}

/** How long GitHub asks to wait before the next request, in ms; undefined where the answer is no limit. */
function askedToWait({ status, headers }: Response): number | undefined {
  if (status !== 429 && status !== 403) return undefined;
  const told = headers.get('retry-after');
  if (told !== null && told !== '') {
    const seconds = Number(told);
    const ms = Number.isNaN(seconds) ? Date.parse(told) - serverNow(headers) : seconds * 1000;
    return Number.isNaN(ms) ? untoldMs : Math.max(0, ms);
  }
  if (headers.get('x-ratelimit-remaining') === '0') {
    const reset = Number(headers.get('x-ratelimit-reset') ?? Number.NaN) * 1000;
    // A second more: the clocks only tell whole ones.
    return Number.isNaN(reset) ? untoldMs : Math.max(0, reset - serverNow(headers) + 1000);
  }
  return status === 429 ? untoldMs : undefined;
}

/** GitHub's own clock, in ms; this machine's may be wrong. */
function serverNow(headers: Response['headers']): number {
  const date = Date.parse(headers.get('date') ?? '');
  return Number.isNaN(date) ? Date.now() : date;
}
