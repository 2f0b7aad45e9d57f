import type { BrowserContext, Page } from 'playwright-core';
import type { Attempt } from './runner.ts';

/** After a page has crashed, its step has so long to say so by itself, in ms. */
const crashMs = 2000;

/** Steps on a page that crashes fail; where the driver leaves a call open, the crash itself is what there is to say. */
export async function untilCrashed(context: BrowserContext, work: () => Promise<Attempt>): Promise<Attempt> {
  const crashed = Promise.withResolvers<Attempt>();
  let timer: NodeJS.Timeout | undefined;
  const onCrash = (page: Page) => {
    const errorMessage = `The page ${page.url()} crashed: it broke its tab, or used up its memory.`;
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

/** So many pages a case may have open: a page that opens windows for ever would take the machine along. */
const maxPages = 20;

/** Closes what pages open beyond a limit. */
export function limitPages(context: BrowserContext): void {
  context.on('page', (page) => {
    if (context.pages().length > maxPages) void page.close().catch(() => {});
  });
}
