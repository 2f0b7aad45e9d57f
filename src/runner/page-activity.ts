import { setTimeout as sleep } from 'node:timers/promises';
import type { BrowserContext, Page, Request, Response } from 'playwright-core';
import type { OpenRequests } from './documents/open-requests.ts';
import { frameOf, isMainNavigation, isOwn, isStream, mayStayOpen } from './documents/request-facts.ts';
import { unlessLate } from './wait.ts';

/** For how long nothing happens on a quiet page, in ms. */
const quietMs = 500;
/** A page that never gets quiet counts as quiet after this long, in ms. */
export const maxUnquietMs = 10_000;
/** Between two looks at a page that is not quiet, in ms. */
const pauseMs = 100;
/** A request that takes so much longer than the slowest one that was answered may be open for ever, such as one that waits for news. */
const slowFactor = 2;
/** Every request may take at least this long, in ms. */
const minRequestLimitMs = 3000;
/** A repeated request that takes at least this long is long polling, in ms. */
const longPollMs = 2000;
/** After this many repetitions, activity no longer says whether the page is ready. */
const repetitions = { requests: 2, replacements: 3 };

/** Says when nothing new happens any more on the pages of an attempt. */
export class PageActivity {
  readonly #requests: OpenRequests;
  /** The longest time that a request took until its response, in ms. */
  #slowestMs = 0;
  /** How often each request has ended in the current wait. A page that polls sends the same one again and again. */
  #ended: Map<string, number> | undefined;
  #startedRequests = 0;

  constructor(context: BrowserContext, requests: OpenRequests) {
    this.#requests = requests;
    context.on('request', (request) => {
      if (isAwaited(request) && !this.#isRepeated(request)) this.#startedRequests += 1;
    });
    context.on('response', (response) => {
      const { startedAt } = requests.all.get(response.request()) ?? {};
      if (startedAt !== undefined && isAwaited(response.request()))
        this.#slowestMs = Math.max(this.#slowestMs, performance.now() - startedAt);
    });
    context.on('requestfinished', (request) => this.#onEnd(request));
    context.on('requestfailed', (request) => this.#onEnd(request));
  }

  /** Whether a request is under way that is not one of those that are sent again and again. */
  get hasRequests(): boolean {
    return this.#hasRequestsWithin(Number.POSITIVE_INFINITY);
  }

  /** How long a request may take before it is likely that nothing on the page waits for it, in ms. */
  get requestLimitMs(): number {
    return Math.max(minRequestLimitMs, slowFactor * this.#slowestMs);
  }

  #hasRequestsWithin(requestLimitMs: number): boolean {
    const now = performance.now();
    return [...this.#requests.all].some(
      ([request, { startedAt, response }]) =>
        now - startedAt < requestLimitMs &&
        isAwaited(request, response) &&
        !this.#isRepeated(request) &&
        (isMainNavigation(request) || !this.#requests.isSilent(request)),
    );
  }

  /** Whether a script of the app is under way to a page, and not to a frame inside it. */
  hasScripts(page: Page): boolean {
    return [...this.#requests.all.keys()].some(
      (request) =>
        request.resourceType() === 'script' && frameOf(request) === page.mainFrame() && isOwn(request),
    );
  }

  #isRepeated(request: Request): boolean {
    return (this.#ended?.get(withoutNumbers(request)) ?? 0) >= repetitions.requests;
  }

  #onEnd(request: Request): void {
    if (this.#ended === undefined || !isAwaited(request)) return;
    const key = withoutNumbers(request);
    const isLong = request.timing().responseStart >= longPollMs;
    this.#ended.set(key, (this.#ended.get(key) ?? 0) + (isLong ? repetitions.requests : 1));
  }

  /**
   * Resolves when nothing new has happened for 500 ms: no request is under way, and no element was added or removed. What a page
   * does again and again is not new, such as polling, a clock and a carousel.
   * @param limitMs it resolves after this time at the latest.
   * @param requestLimitMs how long a request may take: those that take longer do not count, in ms.
   * @returns whether the page is quiet. @throws the signal's reason.
   */
  async untilQuiet(
    page: () => Page,
    signal: AbortSignal,
    limitMs = maxUnquietMs,
    requestLimitMs = () => Number.POSITIVE_INFINITY,
  ): Promise<boolean> {
    const end = performance.now() + limitMs;
    const ended = new Map<string, number>();
    this.#ended = ended;
    try {
      for (let leftMs = limitMs; leftMs > 0; leftMs = end - performance.now()) {
        const isQuiet = !this.#hasRequestsWithin(requestLimitMs()) && (await this.#isQuiet(page(), leftMs));
        signal.throwIfAborted();
        if (isQuiet) return true;
        await sleep(pauseMs, undefined, { signal });
      }
      return false;
    } finally {
      // The next step may be waiting already.
      if (this.#ended === ended) this.#ended = undefined;
    }
  }

  /** A page that is replaced or busy does not answer. */
  async #isQuiet(page: Page, limitMs: number): Promise<boolean> {
    const before = this.#startedRequests;
    const limits = { quietMs, limitMs, replacements: repetitions.replacements };
    const isUnchanged = await unlessLate(page.evaluate(staysUnchanged, limits), limitMs);
    return isUnchanged === true && this.#startedRequests === before;
  }
}

function isAwaited(request: Request, response?: Response): boolean {
  // The document of a frame may have no end, such as that of an advertisement.
  const isFrame = request.isNavigationRequest() && !isMainNavigation(request);
  return !mayStayOpen(request) && (response === undefined || !(isFrame || isStream(response)));
}

/** A request without its numbers, which may be times or counters. Requests that only differ in them are the same one again. */
function withoutNumbers(request: Request): string {
  const address = request.url().replace(/[?#].*$/, '');
  return `${request.method()} ${address} ${request.postData() ?? ''}`.replace(/\d+/g, '0');
}

/**
 * In the page: whether no element is added or removed for a while. Clocks and animations change none, or they replace the content
 * of the same element again and again, which does not count.
 */
function staysUnchanged(limits: {
  quietMs: number;
  limitMs: number;
  replacements: number;
}): Promise<boolean> {
  return new Promise((resolve) => {
    const counts = new Map<Node, number>();
    const restless = new Set<Node>();
    const isElement = ({ nodeType }: Node) => nodeType === Node.ELEMENT_NODE;
    const isRestless = (target: Node) => {
      for (let node: Node | null = target; node !== null; node = node.parentNode)
        if (restless.has(node)) return true;
      return false;
    };
    const grown = new Set<Node>();
    /** Content that grows is new. What is removed may have been added a moment before, such as a slide that has passed. */
    const countReplacements = (changes: readonly MutationRecord[]) => {
      const haveAny = (nodes: (change: MutationRecord) => NodeList) =>
        new Set(changes.filter((change) => [...nodes(change)].some(isElement)).map(({ target }) => target));
      for (const target of haveAny(({ addedNodes }) => addedNodes)) grown.add(target);
      for (const target of haveAny(({ removedNodes }) => removedNodes)) {
        if (!grown.delete(target)) continue;
        const count = (counts.get(target) ?? 0) + 1;
        counts.set(target, count);
        if (count >= limits.replacements) restless.add(target);
      }
    };
    const end = (isQuiet: boolean) => {
      observer.disconnect();
      clearTimeout(quiet);
      clearTimeout(over);
      resolve(isQuiet);
    };
    const restartQuietTimer = () => setTimeout(() => end(true), limits.quietMs);
    const observer = new MutationObserver((changes) => {
      const isOfElements = ({ addedNodes, removedNodes }: MutationRecord) =>
        [...addedNodes, ...removedNodes].some(isElement);
      const news = changes.filter((change) => isOfElements(change) && !isRestless(change.target));
      if (news.length === 0) return;
      countReplacements(news);
      clearTimeout(quiet);
      quiet = restartQuietTimer();
    });
    let quiet = restartQuietTimer();
    const over = setTimeout(() => end(false), limits.limitMs);
    observer.observe(document, { childList: true, subtree: true });
  });
}
