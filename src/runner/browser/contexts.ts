import type { Browser, BrowserContext, Page } from 'playwright-core';
import { defined } from '../../common/defined.ts';
import { withTimeout } from '../wait.ts';
import { type ContextPlan, contextOptions } from './context-options.ts';
import { sendHeaders } from './origin-headers.ts';

export interface OpenContext {
  readonly context: BrowserContext;
  readonly page: Page;
}

export type StorageState = Awaited<ReturnType<BrowserContext['storageState']>>;

/** Timeout for opening a context and its page, in ms. */
const openMs = 30_000;

/**
 * Opens the contexts of one run. Opening a page takes a fifth of a short case's time, mostly waiting, so contexts are opened
 * in advance while other cases play.
 */
export class Contexts {
  readonly #plan: ContextPlan;
  readonly #spare = new Map<Browser, Promise<OpenContext | undefined>[]>();
  readonly #inUse = new Map<Browser, number>();
  #isClosed = false;

  constructor(plan: ContextPlan) {
    this.#plan = plan;
  }

  /**
   * @param state the initial state of the context.
   * @throws what the driver throws, or TimedOut.
   */
  async open(browser: Browser, state?: StorageState): Promise<OpenContext> {
    const opened = await this.#openWith(browser, state);
    this.#count(browser, 1);
    opened.context.once('close', () => this.#count(browser, -1));
    return opened;
  }

  async #openWith(browser: Browser, state?: StorageState): Promise<OpenContext> {
    // Only cookies can be added to an existing context.
    if (state !== undefined && state.origins.length > 0) return this.#openNew(browser, state);
    const spare = await this.#spare.get(browser)?.shift();
    const opened = spare?.page.isClosed() === false ? spare : await this.#openNew(browser);
    if (state !== undefined) await opened.context.addCookies(state.cookies);
    return opened;
  }

  #count(browser: Browser, change: 1 | -1): void {
    this.#inUse.set(browser, (this.#inUse.get(browser) ?? 0) + change);
  }

  /** Opens a context in advance for the next case in a browser. */
  prepare(browser: Browser): void {
    // In Firefox, a new page takes the keyboard focus from the current one.
    if (this.#isClosed || this.#plan.browser !== 'CHROMIUM') return;
    const spares = this.#spare.get(browser) ?? [];
    // Cases with an initial storage use none of them, and the next cases may play in another browser.
    if (spares.length >= (this.#inUse.get(browser) ?? 0)) return;
    this.#spare.set(browser, spares);
    // If it cannot be opened, the next case tries again and reports the error.
    spares.push(this.#openNew(browser).catch(() => undefined));
  }

  /** Closes unused contexts without waiting for it; no more are opened in advance. */
  close(): void {
    this.#isClosed = true;
    for (const spare of [...this.#spare.values()].flat()) {
      void spare.then((opened) => opened?.context.close()).catch(() => {});
    }
    this.#spare.clear();
  }

  #openNew(browser: Browser, storageState?: StorageState): Promise<OpenContext> {
    const options = contextOptions(this.#plan, browser.version());
    const late = `The browser did not open a page within ${openMs / 1000} s.`;
    let isLate = false;
    const open = async () => {
      const context = await browser.newContext({ ...options, ...defined({ storageState }) });
      try {
        await sendHeaders(context, this.#plan);
        const page = await context.newPage();
        if (isLate) throw new Error(late);
        return { context, page };
      } catch (error) {
        void context.close().catch(() => {});
        throw error;
      }
    };
    return withTimeout(open(), openMs, late).catch((error: unknown) => {
      isLate = true;
      throw error;
    });
  }
}
