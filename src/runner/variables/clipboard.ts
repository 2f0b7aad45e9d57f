import type { Browser, BrowserContext, Page } from 'playwright-core';
import type { ExchangeTestCase, Library } from '../../contract/exchange/exchange-test-case.ts';
import { withTimeout } from '../wait.ts';

const names = ['OCTO_CLIPBOARD', 'GATE_CLIPBOARD'];

/** Timeout for emptying the clipboard, in ms. */
const emptyMs = 10_000;

/** The last attempt in each browser that uses its clipboard. */
const users = new WeakMap<Browser, Promise<unknown>>();

/** Whether a case or a part of one uses the clipboard's text. */
export function mentionsClipboard(part: unknown): boolean {
  return /\b(?:OCTO|GATE)_CLIPBOARD\b/.test(JSON.stringify(part) ?? '');
}

/** Allows scripts of pages to copy and paste. Browsers without this permission do not require it. */
export async function allowClipboard(context: BrowserContext): Promise<void> {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']).catch(() => {});
}

/**
 * Runs an attempt. All contexts of a browser share one clipboard: if the attempt's cases or teardowns mention it, the
 * attempt uses it exclusively and finds it empty.
 * @throws Error if it cannot be emptied: a text of another case could make this one pass.
 */
export async function withClipboard<T>(
  context: BrowserContext,
  { chain, library }: { readonly chain: readonly ExchangeTestCase[]; readonly library: Library },
  work: () => Promise<T>,
): Promise<T> {
  const teardowns = chain.flatMap(({ teardownId }) => library.get(teardownId ?? '') ?? []);
  const browser = context.browser();
  if (browser === null || !mentionsClipboard([...chain, ...teardowns])) return work();
  const before = users.get(browser);
  const ended = Promise.withResolvers<void>();
  users.set(browser, ended.promise);
  await before;
  try {
    await emptyClipboard(context);
    return await work();
  } finally {
    ended.resolve();
  }
}

/** The script of an empty page determines what the page copies, which needs no permission. */
async function emptyClipboard(context: BrowserContext): Promise<void> {
  const emptied = onEmptyPage(context, async (page) => {
    await page.evaluate(() => {
      const field = document.body.appendChild(document.createElement('textarea'));
      field.value = 'selected';
      field.select();
      document.addEventListener('copy', (event) => {
        event.clipboardData?.setData('text/plain', '');
        event.preventDefault();
      });
    });
    await page.keyboard.press('ControlOrMeta+C');
  });
  await withTimeout(emptied, emptyMs, 'The clipboard could not be emptied before the case.');
}

/**
 * Sets the clipboard's variables to its current text, which may be empty. The text is pasted into an empty page: that needs
 * no permission and also works if the app is not served over https.
 * @param set sets one variable.
 */
export async function readClipboard(
  context: BrowserContext,
  set: (name: string, value: string) => void,
): Promise<void> {
  await onEmptyPage(context, async (page) => {
    await page.evaluate(() => document.body.appendChild(document.createElement('textarea')).focus());
    await page.keyboard.press('ControlOrMeta+V');
    const text = await page.evaluate(() => document.querySelector('textarea')?.value ?? '');
    for (const name of names) set(name, text);
  });
}

async function onEmptyPage(context: BrowserContext, work: (page: Page) => Promise<void>): Promise<void> {
  const page = await context.newPage();
  try {
    await work(page);
  } finally {
    await page.close();
  }
}
