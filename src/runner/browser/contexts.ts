import type { Browser, BrowserContext, Page } from 'playwright-core';
import type { RunPlan } from '../runner.ts';
import { within } from '../within.ts';
import { contextOptions } from './context-options.ts';
import { sendHeaders } from './send-headers.ts';

/** What one attempt is played in: a context with its first page, which is empty yet. */
export interface OpenContext {
  readonly context: BrowserContext;
  readonly page: Page;
}

/** Cookies and storage that a context begins with. */
export type StorageState = Awaited<ReturnType<BrowserContext['storageState']>>;

/** What a new context and its page may take, in ms. */
const openMs = 30_000;

/**
 * Opens the contexts of one run. A page takes a fifth of a short case's time to open, most of it spent waiting: so one is
 * opened ahead while a case plays.
 */
export class Contexts {
  readonly #plan: RunPlan;
  readonly #spare = new Map<Browser, Promise<OpenContext | undefined>[]>();

  constructor(plan: RunPlan) {
    this.#plan = plan;
  }

  /**
   * @param state what the context begins with.
   * @throws what the driver throws, or TimedOut.
   */
  async open(browser: Browser, state: StorageState | undefined): Promise<OpenContext> {
    // Only cookies can be put into a context that is there.
    if (state !== undefined && state.origins.length > 0) return this.#openNew(browser, state);
    const spare = await this.#spare.get(browser)?.shift();
    const opened = spare?.page.isClosed() === false ? spare : await this.#openNew(browser);
    if (state !== undefined) await opened.context.addCookies(state.cookies);
    return opened;
  }

  /** Opens a context for whichever case comes next in a browser. */
  prepare(browser: Browser): void {
    // A new page in Firefox takes the keyboard away from the one that plays.
    if (this.#plan.browser !== 'CHROMIUM') return;
    const spares = this.#spare.get(browser) ?? [];
    this.#spare.set(browser, spares);
    // Where it can't be opened, the case that comes next is told.
    spares.push(this.#openNew(browser).catch(() => undefined));
  }

  /** Closes what no case has needed, without waiting for it. */
  close(): void {
    for (const spare of [...this.#spare.values()].flat()) {
      void spare.then((opened) => opened?.context.close()).catch(() => {});
    }
    this.#spare.clear();
  }

  #openNew(browser: Browser, storageState?: StorageState): Promise<OpenContext> {
    const options = contextOptions(this.#plan, browser.version());
    const late = `The browser did not open a page within ${openMs / 1000} s.`;
    return within(openMs, late, async () => {
      const context = await browser.newContext({
        ...options,
        ...(storageState === undefined ? {} : { storageState }),
      });
      await sendHeaders(context, this.#plan);
      return { context, page: await context.newPage() };
    });
  }
}
