import { setTimeout as sleep } from 'node:timers/promises';
import type { BrowserContext, Page, Request } from 'playwright-core';
import { joinFilled } from '../../common/text.ts';
import { isTimeout } from '../wait.ts';
import type { Documents, ShownDocument } from './documents.ts';
import type { Findings } from './findings.ts';
import { describeMissing, describeSilent, type OpenRequests } from './open-requests.ts';
import { frameOf, isMainNavigation, isOwn, shortUrl } from './request-facts.ts';
import { nameOfStep } from './step-ref.ts';

/** Nothing of a page has arrived for so long when the page is used without what is missing, in ms. */
const silentMs = 10_000;
/** The same if all that is missing is at hosts that have not answered another page either, in ms. */
const knownSilentMs = 2000;
/** Between two looks at what has arrived, in ms. */
const pauseMs = 250;

/**
 * Waits for the `load` event of pages. Something of another host may never arrive, such as an image, a font, or an advertisement.
 * A person uses the page without it, and so does a test case, with a warning. It does not if the document has not been read to its
 * end, as with a script that blocks it, or if a style sheet or something of the app itself is missing.
 */
export class PageLoads {
  readonly #documents: Documents;
  readonly #findings: Findings;
  readonly requests: OpenRequests;
  /** The documents that the browser has read to their end. */
  readonly #read = new WeakSet<ShownDocument>();
  /** The documents that are used without what is missing. */
  readonly #unfinished = new WeakSet<ShownDocument>();
  readonly #awaited = new Set<Page>();

  constructor(context: BrowserContext, documents: Documents, findings: Findings, requests: OpenRequests) {
    this.#documents = documents;
    this.#findings = findings;
    this.requests = requests;
    context.on('page', (page) => this.#watch(page));
    for (const page of context.pages()) this.#watch(page);
  }

  #watch(page: Page): void {
    page.on('domcontentloaded', () => {
      const document = this.#documents.shownOn(page);
      if (document !== undefined) this.#read.add(document);
    });
    page.on('load', () => this.#documents.setFinished(page.mainFrame()));
  }

  /**
   * Waits after a step until a page has loaded, can be used, or has closed: a window may close itself.
   * @throws Error with the URLs that are still loading.
   */
  async loaded(page: Page, timeout: number): Promise<void> {
    const stop = new AbortController();
    this.#awaited.add(page);
    try {
      await Promise.race([page.waitForLoadState('load', { timeout }), this.usable(page, stop.signal)]);
    } catch (cause) {
      if (page.isClosed()) return;
      throw isTimeout(cause) ? this.lateLoad(page) : cause;
    } finally {
      this.#awaited.delete(page);
      stop.abort();
    }
  }

  /** What a step waits for after its navigation; empty if it does not wait for the load of a page. */
  awaitedOn(page: Page): Request[] {
    return this.#awaited.has(page) ? this.requests.missingOn(page) : [];
  }

  /** The error of a step whose page did not finish loading in time. */
  lateLoad(page: Page): Error {
    const message = `The step succeeded, but ${page.url()} did not finish loading in time.`;
    return new Error(joinFilled([message, describeLoading(page, this.requests)], ' '));
  }

  /**
   * Waits until a page can be used although it does not finish loading, and warns of that.
   * @param before the document that the page is to replace. @throws the signal's reason.
   */
  async usable(page: Page, signal: AbortSignal, before?: ShownDocument): Promise<void> {
    for (;;) {
      const document = this.#documents.shownOn(page);
      const missing = this.requests.missingOn(page);
      if (document !== undefined && document !== before && this.#isUsable(page, document, missing)) {
        this.#warn(page, document, missing);
        return;
      }
      await sleep(pauseMs, undefined, { signal });
    }
  }

  #isUsable(page: Page, document: ShownDocument, missing: readonly Request[]): boolean {
    if (!this.#read.has(document) || missing.length === 0 || missing.some(isNeeded)) return false;
    const isKnown = missing.every((request) => this.requests.silent.hosts.has(hostOf(request)));
    const limitMs = isKnown ? knownSilentMs : silentMs;
    return this.#unfinished.has(document) || this.requests.silentMsOf(page) >= limitMs;
  }

  #warn(page: Page, document: ShownDocument, missing: readonly Request[]): void {
    if (this.#unfinished.has(document)) return;
    this.#unfinished.add(document);
    for (const request of missing) this.requests.silent.hosts.add(hostOf(request));
    const { urls, them, advice } = describeMissing(missing);
    const { step } = this.#findings;
    const cause = `${shortUrl(page.url())}, which did not finish loading, because ${urls} did not arrive`;
    this.#findings.addWarning({
      step,
      message: `${nameOfStep(step)} opened ${cause}. The test case continued without ${them}. ${advice}`,
    });
    const unproven = `The step led to ${cause}, and no later step asserts what is on that page. ${advice}`;
    this.#documents.setUnfinished(page.mainFrame(), { step, message: unproven });
  }
}

function hostOf(request: Request): string {
  return URL.parse(request.url())?.host ?? '';
}

/** Whether a page cannot be used without the answer to a request. */
export function isNeeded(request: Request): boolean {
  if (isMainNavigation(request)) return true;
  const isInPage = frameOf(request)?.parentFrame() == null;
  return isOwn(request) || (isInPage && request.resourceType() === 'stylesheet');
}

/** Says what a page still waits for, and what to do. Empty if only the rest of its document is missing. */
export function describeLoading(page: Page, requests: OpenRequests): string {
  const open = requests.missingOn(page);
  const silent = open.find((request) => isMainNavigation(request) && requests.waitedMs(request) > 0);
  if (silent !== undefined) return describeSilent(silent);
  const missing = open.filter((request) => !isMainNavigation(request));
  if (missing.length === 0) return '';
  // What keeps the page from being used comes first. A script may be one that blocks the document.
  const rank = (request: Request) => (isNeeded(request) ? 0 : request.resourceType() === 'script' ? 1 : 2);
  const { urls, advice } = describeMissing(missing.toSorted((one, other) => rank(one) - rank(other)));
  return `Still loading: ${urls}. ${advice}`;
}
