import { setTimeout as sleep } from 'node:timers/promises';
import type { BrowserContext, Page } from 'playwright-core';
import { untilAnswered } from './documents/page-guard.ts';
import { isMainNavigation } from './documents/request-facts.ts';
import type { PageActivity } from './page-activity.ts';

/** A script that ends starts those that it imports within this time, in ms. */
const importMs = 50;
/** A script may never be answered. The limit for each document, in ms. */
const maxWaitMs = 10_000;

/**
 * Waits for the scripts that a document still loads after its load, once for each document. An app that is rendered on the server
 * imports its own code so: until then, its buttons and forms are there, and do nothing.
 */
export class LateScripts {
  readonly #activity: PageActivity;
  /** The pages whose document had scripts under way when it had loaded. */
  readonly #late = new WeakSet<Page>();

  constructor(context: BrowserContext, activity: PageActivity) {
    this.#activity = activity;
    for (const page of context.pages()) this.#watch(page);
    context.on('page', (page) => this.#watch(page));
  }

  #watch(page: Page): void {
    page.on('request', (request) => {
      if (isMainNavigation(request)) this.#late.delete(page);
    });
    page.on('load', () => {
      if (this.#activity.hasScripts(page)) this.#late.add(page);
    });
  }

  /** Waits until the scripts of the document that a page shows have ended. @throws the signal's reason. */
  async ended(page: Page, signal: AbortSignal): Promise<void> {
    const end = performance.now() + maxWaitMs;
    let isQuiet = false;
    while (!isQuiet && performance.now() < end && this.#late.has(page)) {
      isQuiet = !this.#activity.hasScripts(page);
      await sleep(importMs, undefined, { signal });
      // What has ended may run for longer.
      await untilAnswered(page, end - performance.now());
      isQuiet &&= !this.#activity.hasScripts(page);
    }
    this.#late.delete(page);
  }
}
