import type { BrowserContext, Page } from 'playwright-core';
import type { Attempt } from '../contract/attempt.ts';
import { withTimeout } from './wait.ts';

/** The pages of one case. Steps are played on the one that was opened last. */
export class Tabs {
  readonly #pages: Page[];

  constructor(first: Page) {
    this.#pages = [first];
  }

  get current(): Page {
    const page = this.#pages.at(-1);
    if (page === undefined) throw new Error('The first page is never removed.');
    return page;
  }

  open(page: Page): void {
    this.#pages.push(page);
  }

  /**
   * Closes the current page and returns to the previous one.
   * @throws Error if there is no previous one.
   */
  async close(): Promise<void> {
    if (this.#pages.length === 1) {
      throw new Error(
        'CLOSE_PAGE has no page to return to: it closes the page that OPEN_EMAIL opened before.',
      );
    }
    await this.#pages.pop()?.close();
  }
}

/** Timeout for reading what is still loading, in ms. */
const readMs = 1000;
/** How many URLs a message lists, and how many characters of each. */
const maxUrls = 3;
const maxCharacters = 200;

/**
 * Waits for the `load` event of a page after a step.
 * @throws Error with the URLs that are still loading.
 */
export async function waitForLoad(page: Page, timeout: number): Promise<void> {
  try {
    await page.waitForLoadState('load', { timeout });
  } catch (error) {
    if (!(error instanceof Error) || error.name !== 'TimeoutError') throw error;
    const names = await stillLoading(page);
    const which = names.length === 0 ? '' : ` Still loading: ${names.join(', ')}.`;
    throw new Error(`The step succeeded, but ${page.url()} did not finish loading in time.${which}`, {
      cause: error,
    });
  }
}

/** The images and frames that are still loading; empty if the page does not respond. */
async function stillLoading(page: Page): Promise<string[]> {
  try {
    const urls = await withTimeout(page.evaluate(loadingUrls), readMs, 'The page did not answer.');
    return urls.slice(0, maxUrls).map((url) => url.slice(0, maxCharacters));
  } catch {
    return [];
  }
}

function loadingUrls(): string[] {
  const images = [...document.images].filter(({ complete }) => !complete);
  const frames = [...document.querySelectorAll('iframe')].filter(
    ({ contentDocument }) => contentDocument !== null && contentDocument.readyState !== 'complete',
  );
  return [...images, ...frames].map(({ src }) => src);
}

/** How long the step of a crashed page may take to fail by itself, in ms. */
const crashMs = 2000;

/** Plays on the pages of a context. If one crashes and the driver leaves a call pending, the crash is the failure. */
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
