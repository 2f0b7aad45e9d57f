import type { Page } from 'playwright-core';

/** The pages of one case: steps are played on the one that was opened last. */
export class Tabs {
  readonly #pages: Page[];

  constructor(first: Page) {
    this.#pages = [first];
  }

  /** The page that steps are played on. */
  get current(): Page {
    const page = this.#pages.at(-1);
    if (page === undefined) throw new Error('the first page is never taken away');
    return page;
  }

  /** Goes on with another page. */
  open(page: Page): void {
    this.#pages.push(page);
  }

  /**
   * Closes the current page and returns to the one before.
   * @throws Error where there is none before.
   */
  async close(): Promise<void> {
    if (this.#pages.length === 1) {
      throw new Error(
        'There is no page to return to: CLOSE_PAGE closes the page that OPEN_EMAIL opened before it.',
      );
    }
    await this.#pages.pop()?.close();
  }
}
