import { setTimeout as sleep } from 'node:timers/promises';
import type { BrowserContext, Page, Request } from 'playwright-core';
import { waitForLoad } from '../tabs.ts';
import type { Documents, ShownDocument } from './documents.ts';
import type { Findings } from './findings.ts';
import { describeMissing, LoadingRequests } from './loading-requests.ts';
import { frameOf, isOwn, shortUrl } from './request-facts.ts';
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
  readonly #silentHosts: Set<string>;
  readonly requests: LoadingRequests;
  /** The documents that the browser has read to their end. */
  readonly #read = new WeakSet<ShownDocument>();
  /** The documents that are used without what is missing. */
  readonly #unfinished = new WeakSet<ShownDocument>();

  /** @param silentHosts the hosts that have not answered, of all attempts of the run. Hosts are added to it. */
  constructor(context: BrowserContext, documents: Documents, findings: Findings, silentHosts: Set<string>) {
    this.#documents = documents;
    this.#findings = findings;
    this.#silentHosts = silentHosts;
    this.requests = new LoadingRequests(context);
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

  /** Waits until a page has loaded, or can be used. @throws Error with the URLs that are still loading. */
  async loaded(page: Page, timeoutMs: number): Promise<void> {
    const stop = new AbortController();
    try {
      await Promise.race([waitForLoad(page, timeoutMs), this.usable(page, stop.signal)]);
    } finally {
      stop.abort();
    }
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
    const isKnown = missing.every((request) => this.#silentHosts.has(hostOf(request)));
    const limitMs = isKnown ? knownSilentMs : silentMs;
    return this.#unfinished.has(document) || this.requests.silentMsOf(page) >= limitMs;
  }

  #warn(page: Page, document: ShownDocument, missing: readonly Request[]): void {
    if (this.#unfinished.has(document)) return;
    this.#unfinished.add(document);
    for (const request of missing) this.#silentHosts.add(hostOf(request));
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
  const isInPage = frameOf(request)?.parentFrame() == null;
  return isOwn(request) || (isInPage && request.resourceType() === 'stylesheet');
}
