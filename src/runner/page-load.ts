import type { Page } from 'playwright-core';
import { within } from './within.ts';

/** What the question for what still loads may take, in ms. */
const askMs = 1000;
/** So many addresses are named, of so many characters. */
const maxNamed = 3;
const maxCharacters = 200;

/**
 * Waits for the load of a page, after a step was done.
 * @throws Error that says so, and names what is still loading.
 */
export async function waitForLoad(page: Page, timeout: number): Promise<void> {
  try {
    await page.waitForLoadState('load', { timeout });
  } catch (error) {
    if (!(error instanceof Error) || error.name !== 'TimeoutError') throw error;
    const names = await stillLoading(page);
    const which = names.length === 0 ? '' : ` Still loading: ${names.join(', ')}.`;
    throw new Error(
      `The step itself was done, but the load of ${page.url()} did not end in its time.${which}`,
      {
        cause: error,
      },
    );
  }
}

/** The pictures and frames that the page waits for, as far as it answers. */
async function stillLoading(page: Page): Promise<string[]> {
  try {
    const urls = await within(askMs, 'late', () =>
      page.evaluate(() => [
        ...[...document.images].filter(({ complete }) => !complete).map(({ src }) => src),
        ...[...document.querySelectorAll('iframe')]
          .filter(
            ({ contentDocument }) => contentDocument !== null && contentDocument.readyState !== 'complete',
          )
          .map(({ src }) => src),
      ]),
    );
    return urls.slice(0, maxNamed).map((url) => url.slice(0, maxCharacters));
  } catch {
    return [];
  }
}
