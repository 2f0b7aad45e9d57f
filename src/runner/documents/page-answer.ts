import type { Page } from 'playwright-core';
import { waitForLoad } from '../tabs.ts';
import { unlessLate } from '../wait.ts';

/**
 * Asks a page for an answer. Until then, it has begun the navigations of the step before.
 * @param waitMs how long timers of the page may run before it answers.
 */
export async function answer(page: Page, limitMs: number, waitMs = 0): Promise<void> {
  const answered =
    waitMs === 0
      ? // In the page's own world, a function would need a script of the driver that is not there yet.
        page.title()
      : page.evaluate((ms) => new Promise((resolve) => setTimeout(resolve, ms)), waitMs);
  // A page that is replaced does not answer.
  await unlessLate(answered, limitMs);
}

/** Waits for the load of a page, unless it closes: a window may close itself. */
export async function loaded(page: Page, limitMs: number): Promise<void> {
  await waitForLoad(page, limitMs).catch((error: unknown) => {
    if (!page.isClosed()) throw error;
  });
}
