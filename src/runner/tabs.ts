import type { BrowserContext, Page } from 'playwright-core';
import type { Attempt } from '../contract/attempt.ts';
import { isTimeout, TimedOut } from './wait.ts';

/**
 * The pages of one attempt. Steps are run on the current one. The pages that steps have been in form a row, in the order
 * in which steps first went to them.
 */
export class Tabs {
  readonly #context: BrowserContext;
  readonly #row: Page[];
  #current: Page;
  /** Pages that opened before the case began, and that no step has been in. */
  #ignored: ReadonlySet<Page> = new Set();
  /** The URL of the last page that closed before a step was in it. */
  #missed: string | undefined;

  constructor(first: Page) {
    this.#context = first.context();
    this.#row = [first];
    this.#current = first;
    this.#context.on('page', (page) => {
      page.once('close', () => {
        if (!this.#row.includes(page)) this.#missed = page.url() || 'one';
      });
    });
  }

  get current(): Page {
    return this.#current;
  }

  /** The current page, or the one that a person sees if it has closed: the last one that is open. */
  get shown(): Page {
    if (!this.#current.isClosed()) return this.#current;
    return this.#row.findLast((page) => !page.isClosed()) ?? this.#current;
  }

  /** Before a case: it starts on the page that is shown, and pages that opened before are not new to it. */
  beginCase(): void {
    this.#current = this.shown;
    this.#ignored = new Set(this.#context.pages());
    this.#missed = undefined;
  }

  /** Continues in a page that a step has opened itself. */
  open(page: Page): void {
    this.#row.push(page);
    this.#current = page;
  }

  /** @throws Error if the current page has closed. */
  requireOpen(): void {
    if (!this.#current.isClosed()) return;
    const hasOther = this.#openBefore(this.#current) !== undefined;
    const advice = hasOther
      ? 'To continue in the page before it, add the step SWITCH_PAGE with "previous".'
      : 'Check whether the app, or a person, has closed it.';
    throw new Error(`The page ${this.#current.url()} has closed. ${advice}`);
  }

  #openBefore(page: Page): Page | undefined {
    return this.#row.slice(0, this.#row.indexOf(page)).findLast((each) => !each.isClosed());
  }

  /**
   * Continues in the first opened page that no step has been in yet. If all pages were visited, waits for a new one.
   * @throws TimedOut
   */
  async switchToNew(timeoutMs: number): Promise<void> {
    this.open(this.#newPage() ?? (await this.#waitForNew(timeoutMs)));
    await this.#current.bringToFront();
  }

  #newPage(): Page | undefined {
    return this.#context.pages().find((page) => this.#isNew(page));
  }

  #isNew(page: Page): boolean {
    return !this.#row.includes(page) && !this.#ignored.has(page);
  }

  async #waitForNew(timeout: number): Promise<Page> {
    try {
      return await this.#context.waitForEvent('page', { predicate: (page) => this.#isNew(page), timeout });
    } catch (error) {
      if (!isTimeout(error)) throw error;
      const why =
        this.#missed === undefined
          ? 'No new page has opened.'
          : `No new page is open: ${this.#missed} opened, but has closed itself.`;
      throw new TimedOut(`${why} Check that an earlier step opens a window or tab.`);
    }
  }

  /**
   * Continues in the page before or after the current one. Pages that have closed are passed over.
   * @throws Error if the current page is the first or the last one.
   */
  async switchTo(side: 'previous' | 'next'): Promise<void> {
    const after = this.#row.slice(this.#row.indexOf(this.#current) + 1);
    const page =
      side === 'previous' ? this.#openBefore(this.#current) : after.find((each) => !each.isClosed());
    if (page === undefined) {
      throw new Error(
        `SWITCH_PAGE has no ${side} page that is open. Use "new" to continue in a page that has just opened.`,
      );
    }
    this.#current = page;
    await page.bringToFront();
  }

  /**
   * Closes the current page and returns to the previous one.
   * @throws Error if there is no previous one.
   */
  async close(): Promise<void> {
    const closed = this.#current;
    const previous = this.#openBefore(closed);
    if (previous === undefined) {
      throw new Error(
        'CLOSE_PAGE has no page to return to: it closes the page that OPEN_EMAIL opened or SWITCH_PAGE switched to.',
      );
    }
    this.#row.splice(this.#row.indexOf(closed), 1);
    this.#current = previous;
    await closed.close();
  }
}

/** How long the step of a crashed page may take to fail by itself, in ms. */
const crashMs = 2000;

/** Runs on the pages of a context. If one crashes and the driver leaves a call pending, the crash is the failure. */
export async function failOnCrash(context: BrowserContext, work: () => Promise<Attempt>): Promise<Attempt> {
  const crashed = Promise.withResolvers<Attempt>();
  let timer: NodeJS.Timeout | undefined;
  const onCrash = (page: Page) => {
    const errorMessage = `The page ${page.url()} crashed, possibly because it ran out of memory.`;
    timer ??= setTimeout(() => crashed.resolve({ status: 'FAILED', errorMessage }), crashMs);
  };
  const watch = (page: Page) => page.once('crash', onCrash);
  for (const page of context.pages()) watch(page);
  context.on('page', watch);
  try {
    return await Promise.race([crashed.promise, work()]);
  } finally {
    clearTimeout(timer);
  }
}

/** How many pages a case may have open: a page that keeps opening windows would use up the machine's memory. */
const maxPages = 20;

export function limitPages(context: BrowserContext): void {
  context.on('page', (page) => {
    if (context.pages().length > maxPages) void page.close().catch(() => {});
  });
}
