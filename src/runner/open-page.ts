import type { Page } from 'playwright-core';
import { messageOf } from '../common/errors.ts';

/**
 * Opens a URL in a page, and waits until it is loaded.
 * @throws the driver's error if that fails or takes longer than `remainingMs`, in ms.
 */
export async function openPage(page: Page, url: string, remainingMs: () => number): Promise<void> {
  try {
    await page.goto(url, { timeout: remainingMs() });
  } catch (error) {
    if (!messageOf(error).includes('interrupted by another navigation to "chrome-error:')) throw error;
    // The browser's error page for an earlier request came late. The page that is to be opened follows.
    await page.waitForURL(({ protocol }) => protocol !== 'chrome-error:', { timeout: remainingMs() });
  }
}
