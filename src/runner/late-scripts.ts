import { setTimeout as sleep } from 'node:timers/promises';
import type { BrowserContext, Page, Request } from 'playwright-core';
import { untilAnswered } from './documents/page-guard.ts';
import { frameOf, isMainNavigation, isOwn } from './documents/request-facts.ts';

/** A script that ends starts those that it imports within this time, in ms. */
const importMs = 50;
/** A script may never be answered. The limit for each document, in ms. */
const maxWaitMs = 10_000;

/** The scripts of a document. */
interface Loading {
  readonly running: Set<Request>;
  /** Whether some were under way when the document had loaded. */
  isLate: boolean;
}

/**
 * Waits for the scripts that a document still loads after its load, once for each document. An app that is rendered on the server
 * imports its own code so: until then, its buttons and forms are there, and do nothing.
 */
export class LateScripts {
  readonly #loading = new WeakMap<Page, Loading>();

  constructor(context: BrowserContext) {
    for (const page of context.pages()) this.#watch(page);
    context.on('page', (page) => this.#watch(page));
  }

  #watch(page: Page): void {
    page.on('request', (request) => this.#onRequest(page, request));
    const onEnd = (request: Request) => this.#loading.get(page)?.running.delete(request);
    page.on('requestfinished', onEnd);
    page.on('requestfailed', onEnd);
    page.on('load', () => {
      const loading = this.#loading.get(page);
      if (loading !== undefined && loading.running.size > 0) loading.isLate = true;
    });
  }

  #onRequest(page: Page, request: Request): void {
    if (isMainNavigation(request)) this.#loading.set(page, { running: new Set(), isLate: false });
    else if (request.resourceType() === 'script' && isOwn(request) && frameOf(request) === page.mainFrame())
      this.#loading.get(page)?.running.add(request);
  }

  /** Waits until the scripts of the document that a page shows have ended. @throws the signal's reason. */
  async ended(page: Page, signal: AbortSignal): Promise<void> {
    const loading = this.#loading.get(page);
    if (loading?.isLate !== true) return;
    const end = performance.now() + maxWaitMs;
    let isQuiet = false;
    while (!isQuiet && performance.now() < end && this.#loading.get(page) === loading) {
      isQuiet = loading.running.size === 0;
      await sleep(importMs, undefined, { signal });
      // What has ended may run for longer.
      await untilAnswered(page, end - performance.now());
      isQuiet &&= loading.running.size === 0;
    }
    loading.isLate = false;
  }
}
