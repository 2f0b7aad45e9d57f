import type { Browser, BrowserContext, Page } from 'playwright-core';
import type { RunPlan } from '../runner.ts';
import { within } from '../within.ts';
import { contextOptions } from './context-options.ts';
import { sendHeaders } from './send-headers.ts';

/** What one attempt is played in: a context with its first page, which is empty yet. */
interface OpenContext {
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
  /** How many contexts are played in. */
  readonly #playing = new Map<Browser, number>();
  #isClosed = false;

  constructor(plan: RunPlan) {
    this.#plan = plan;
  }

  /**
   * @param state what the context begins with.
   * @throws what the driver throws, or TimedOut.
   */
  async open(browser: Browser, state: StorageState | undefined): Promise<OpenContext> {
    const opened = await this.#openWith(browser, state);
    this.#count(browser, 1);
    opened.context.once('close', () => this.#count(browser, -1));
    return opened;
  }

  async #openWith(browser: Browser, state: StorageState | undefined): Promise<OpenContext> {
    // Only cookies can be put into a context that is there.
    if (state !== undefined && state.origins.length > 0) return this.#openNew(browser, state);
    const spare = await this.#spare.get(browser)?.shift();
    const opened = spare?.page.isClosed() === false ? spare : await this.#openNew(browser);
    if (state !== undefined) await opened.context.addCookies(state.cookies);
    return opened;
  }

  #count(browser: Browser, more: 1 | -1): void {
    this.#playing.set(browser, (this.#playing.get(browser) ?? 0) + more);
  }

  /** Opens a context for whichever case comes next in a browser. */
  prepare(browser: Browser): void {
    // A new page in Firefox takes the keyboard away from the one that plays.
    if (this.#isClosed || this.#plan.browser !== 'CHROMIUM') return;
    const spares = this.#spare.get(browser) ?? [];
    // Cases that begin with a storage take none, and the next ones may play in another browser.
    if (spares.length >= (this.#playing.get(browser) ?? 0)) return;
    this.#spare.set(browser, spares);
    // Where it can't be opened, the case that comes next is told.
    spares.push(this.#openNew(browser).catch(() => undefined));
  }

  /** Closes what no case has needed, without waiting for it; nothing is opened ahead any more. */
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
      const context = await browser.newContext({
        ...options,
        ...(storageState === undefined ? {} : { storageState }),
      });
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
    return within(openMs, late, open).catch((error: unknown) => {
      isLate = true;
      throw error;
    });
  }
}
