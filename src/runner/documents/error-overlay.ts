import type { Page } from 'playwright-core';
import { unlessLate } from '../wait.ts';
import { lookMs } from './blank-page.ts';

/** What development servers show in front of an app that they could not build, or that has thrown an error: Vite, webpack and Next.js. */
const overlays = [
  'vite-error-overlay',
  '#webpack-dev-server-client-overlay',
  'nextjs-portal [data-nextjs-dialog]',
];

/** @throws Error if a page shows the error overlay of a development server. */
export async function refuseErrorOverlay(page: Page): Promise<void> {
  const count = await unlessLate(page.locator(overlays.join(', ')).count(), lookMs);
  if (count === undefined || count === 0) return;
  throw new Error(
    `The test case ends on ${page.url()}, which shows the error overlay of the development server. Check the console errors of the page and the log of the app.`,
  );
}
