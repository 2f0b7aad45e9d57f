import { setTimeout as sleep } from 'node:timers/promises';
import type { Page, Request } from 'playwright-core';
import { messageOf } from '../common/errors.ts';
import { andMore, joinFilled } from '../common/text.ts';
import { isNeeded } from './documents/page-loads.ts';
import { isMainNavigation, shortUrl } from './documents/request-facts.ts';
import { UnexpectedResult } from './failure/reason.ts';
import type { SetState, Tally } from './run-scope.ts';
import { errorText } from './step-failed.ts';
import { isTimeout, TimedOut } from './wait.ts';

/** A page of which nothing has arrived for so long hangs, in ms. */
const hangingMs = 2000;
/** Between two looks at what has arrived, in ms. */
const pauseMs = 250;
/** How many URLs a message lists. */
const maxUrls = 3;
/** Requests that the `load` event of a page waits for. */
const loadTypes = /^(?:document|stylesheet|script|image|font)$/;

interface OpenOptions {
  /** The remaining time of the step, in ms. */
  readonly remainingMs: () => number;
  /** How long a page may hang at least if the pages before it did, in ms. */
  readonly hangingLimitMs: number;
  readonly tally: Tally;
  readonly setState: SetState;
  /** Waits until the page can be used although it does not finish loading. @throws the signal's reason. */
  readonly untilUsable: (signal: AbortSignal) => Promise<void>;
}

/**
 * Opens a URL in a page, and waits until it is loaded. Another test case can run while the page hangs.
 * @throws the driver's error if that fails; UnexpectedResult if it takes too long.
 */
export async function openPage(page: Page, url: string, options: OpenOptions): Promise<void> {
  const { tally, setState, untilUsable } = options;
  const stop = new AbortController();
  const startedAt = performance.now();
  using loading = new LoadingRequests(page);
  try {
    await Promise.race([
      navigate(page, url, options, loading).then(() =>
        tally.addPage('loaded', performance.now() - startedAt),
      ),
      untilUsable(stop.signal).then(() => tally.addPage('loaded')),
      giveUpHanging(loading, options, stop.signal),
    ]);
  } catch (error) {
    if (!isTimeout(error)) throw error;
    tally.addPage('hanging', performance.now() - startedAt);
    const reason = { clause: 'the page did not finish loading in time', advice: loading.describe() };
    throw new UnexpectedResult(() => reason, [errorText(error)]);
  } finally {
    stop.abort();
    setState('running');
  }
}

async function navigate(
  page: Page,
  url: string,
  { remainingMs }: OpenOptions,
  loading: LoadingRequests,
): Promise<void> {
  try {
    await page.goto(url, { timeout: remainingMs() });
  } catch (error) {
    if (!messageOf(error).includes('interrupted by another navigation to "chrome-error:'))
      throw loading.failed === undefined ? error : nameRedirect(error, loading.failed);
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
 * cases run only while the app answers nothing at all: one that takes half the time of a step for each request cannot pass anyway.
 * @throws TimedOut if it hangs as those before it.
 */
async function giveUpHanging(
  loading: LoadingRequests,
  { remainingMs, hangingLimitMs, tally, setState }: OpenOptions,
  signal: AbortSignal,
): Promise<never> {
  const [startedAt, silentMs] = [performance.now(), remainingMs() / 2];
  // The page may be as slow as another one that did load.
  const limitMs = Math.max(hangingLimitMs, 2 * Math.round(tally.slowestPageMs));
  for (;;) {
    await sleep(pauseMs, undefined, { signal });
    const { showsHangingApp } = tally;
    const isIdle = showsHangingApp ? loading.isWaiting : loading.hangs && tally.silentMs >= silentMs;
    setState(isIdle ? 'idle' : 'running');
    if (loading.hangs && showsHangingApp && performance.now() - startedAt >= limitMs)
      throw new TimedOut(
        `Timeout ${limitMs}ms exceeded. The step did not wait longer, because the pages before did not load either.`,
      );
  }
}

/** The requests of a page that loads. */
class LoadingRequests implements Disposable {
  readonly #page: Page;
  readonly #open = new Set<Request>();
  readonly #answered = new WeakSet<Request>();
  #changedAt = performance.now();
  /** The last one that has failed. */
  failed: Request | undefined;

  readonly #onRequest = (request: Request) => {
    if (loadTypes.test(request.resourceType())) this.#open.add(request);
    this.#changedAt = performance.now();
  };
  readonly #onEnd = (request: Request) => {
    this.#open.delete(request);
    this.#changedAt = performance.now();
  };
  readonly #onFailed = (request: Request) => {
    this.failed = request;
    this.#onEnd(request);
  };
  readonly #onResponse = (response: { request(): Request }) => {
    this.#answered.add(response.request());
    this.#changedAt = performance.now();
  };

  constructor(page: Page) {
    this.#page = page;
    page.on('request', this.#onRequest);
    page.on('response', this.#onResponse);
    page.on('requestfinished', this.#onEnd);
    page.on('requestfailed', this.#onFailed);
  }

  /** Whether something is still to come, and nothing has come for long. */
  get hangs(): boolean {
    return this.isWaiting && performance.now() - this.#changedAt >= hangingMs;
  }

  /** Whether something is still to come. */
  get isWaiting(): boolean {
    return this.#open.size > 0;
  }

  /** What is missing, and what to do. */
  describe(): string {
    const open = [...this.#open];
    const silent = open.find((request) => isMainNavigation(request) && !this.#answered.has(request));
    if (silent !== undefined)
      return `No response came from ${new URL(silent.url()).origin}. Check the log of the app.`;
    // What keeps the page from being used comes first. A script may be one that blocks the document.
    const rank = (request: Request) => (isNeeded(request) ? 0 : request.resourceType() === 'script' ? 1 : 2);
    open.sort((a, b) => rank(a) - rank(b));
    const urls = [...new Set(open.map((request) => shortUrl(request.url())))];
    const listed = urls.slice(0, maxUrls).join(', ');
    const loading =
      listed && `Still loading: ${listed}${andMore(urls.length - Math.min(urls.length, maxUrls))}.`;
    const which = urls.length === 1 ? 'it' : 'them';
    return joinFilled([loading, listed && `Check that this machine can reach ${which}.`], ' ');
  }

  [Symbol.dispose](): void {
    this.#page.off('request', this.#onRequest);
    this.#page.off('response', this.#onResponse);
    this.#page.off('requestfinished', this.#onEnd);
    this.#page.off('requestfailed', this.#onFailed);
  }
}
