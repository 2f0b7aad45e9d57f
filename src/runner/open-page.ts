import { setTimeout as sleep } from 'node:timers/promises';
import type { Page, Request } from 'playwright-core';
import { messageOf } from '../common/errors.ts';
import type { OpenRequests } from './documents/open-requests.ts';
import { describeLoading, isNeeded } from './documents/page-loads.ts';
import { UnexpectedResult } from './failure/reason.ts';
import type { SetState, Tally } from './run-scope.ts';
import { errorText } from './step-failed.ts';
import { isTimeout, TimedOut } from './wait.ts';

/** A page of which nothing has arrived for so long hangs, in ms. */
const hangingMs = 2000;
/** Between two looks at what has arrived, in ms. */
const pauseMs = 250;

interface WatchOptions {
  /** The remaining time of the step, in ms. */
  readonly remainingMs: () => number;
  /** How long a page may hang at least if the pages before it did, in ms. */
  readonly hangingLimitMs: number;
  readonly tally: Tally;
  readonly setState: SetState;
  /** The requests of the pages of the attempt. */
  readonly requests: OpenRequests;
}

interface OpenOptions extends WatchOptions {
  /** Waits until the page can be used although it does not finish loading. @throws the signal's reason. */
  readonly untilUsable: (signal: AbortSignal) => Promise<void>;
}

/**
 * Opens a URL in a page, and waits until it is loaded. Another test case can run while the page hangs.
 * @throws the driver's error if that fails; UnexpectedResult if it takes too long.
 */
export async function openPage(page: Page, url: string, options: OpenOptions): Promise<void> {
  const { tally, setState, requests, untilUsable } = options;
  const stop = new AbortController();
  const startedAt = performance.now();
  try {
    await Promise.race([
      navigate(page, url, options).then(() => tally.addPage('loaded', performance.now() - startedAt)),
      untilUsable(stop.signal).then(() => tally.addPage('loaded')),
      giveUpHanging(page, options, () => requests.missingOn(page), stop.signal),
    ]);
  } catch (error) {
    if (!isTimeout(error)) throw error;
    tally.addPage('hanging', performance.now() - startedAt);
    const reason = {
      clause: 'the page did not finish loading in time',
      advice: describeLoading(page, requests),
    };
    throw new UnexpectedResult(() => reason, [errorText(error)]);
  } finally {
    stop.abort();
    setState('running');
  }
}

async function navigate(page: Page, url: string, { remainingMs, requests }: OpenOptions): Promise<void> {
  const failedBefore = requests.failedOn(page);
  try {
    await page.goto(url, { timeout: remainingMs() });
  } catch (error) {
    const failed = requests.failedOn(page);
    if (!messageOf(error).includes('interrupted by another navigation to "chrome-error:'))
      throw failed === undefined || failed === failedBefore ? error : nameRedirect(error, failed);
    // The browser's error page for an earlier request came late. The page that is to be opened follows.
    await page.waitForURL(({ protocol }) => protocol !== 'chrome-error:', { timeout: remainingMs() });
  }
}

/** The error of a request, with the origin that it was redirected to: the driver names the URL that was to be opened. */
function nameRedirect(error: unknown, request: Request): unknown {
  const { errorText } = request.failure() ?? {};
  const message = messageOf(error);
  if (request.redirectedFrom() === null || errorText === undefined || !message.includes(errorText))
    return error;
  const { origin } = new URL(request.url());
  return new Error(
    message.replace(/ at \S+/, () => ` at ${origin}/`),
    { cause: error },
  );
}

/**
 * Watches a page that loads until the signal is aborted. More pages at the same time would make a slow app slower, so other test
 * cases run only while the app answers nothing at all, or not what the page needs: one that takes half the time of a step for each
 * request cannot pass anyway.
 * @param missing what the page waits for.
 * @throws TimedOut if it hangs as those before it.
 */
export async function giveUpHanging(
  page: Page,
  { remainingMs, hangingLimitMs, tally, setState, requests }: WatchOptions,
  missing: () => readonly Request[],
  signal: AbortSignal,
): Promise<never> {
  const [startedAt, silentMs] = [performance.now(), remainingMs() / 2];
  // The page may be as slow as another one that did load.
  const slowMs = Math.max(hangingLimitMs, 2 * Math.round(tally.slowestPageMs));
  for (;;) {
    await sleep(pauseMs, undefined, { signal });
    const { showsHangingApp, showsBrokenApp } = tally;
    const awaited = missing();
    const isWaiting = awaited.length > 0;
    const needed = awaited.filter(isNeeded);
    const hangs = isWaiting && requests.silentMsOf(page) >= hangingMs;
    const isSilent = needed.some((request) => requests.isSilent(request));
    const isIdle = showsHangingApp ? isWaiting : isSilent || (hangs && tally.silentMs >= silentMs);
    setState(isIdle ? 'idle' : 'running');
    if (hangs && showsHangingApp && performance.now() - startedAt >= slowMs)
      throw tooLate(slowMs, 'the pages before did not load either');
    const limitMs = showsBrokenApp ? slowMs : Math.max(slowMs, silentMs);
    if (needed.some((request) => requests.wasSilent(request) && requests.waitedMs(request) >= limitMs))
      throw tooLate(limitMs, 'no response came before either');
  }
}

function tooLate(limitMs: number, reason: string): TimedOut {
  return new TimedOut(`Timeout ${limitMs}ms exceeded. The step did not wait longer, because ${reason}.`);
}
