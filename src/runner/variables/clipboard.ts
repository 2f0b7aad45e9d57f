import type { Browser, BrowserContext, Page } from 'playwright-core';
import type { Library } from '../../contract/exchange/case-chain.ts';
import type { ExchangeTestCase } from '../../contract/exchange/test-case.ts';
import { within } from '../within.ts';

const names = ['OCTO_CLIPBOARD', 'GATE_CLIPBOARD'];

/** What emptying the clipboard may take, in ms. */
const emptyMs = 10_000;

/** The work that uses a browser's clipboard last. */
const users = new WeakMap<Browser, Promise<unknown>>();

/** Whether a case, or a part of one, uses the clipboard's text. */
export function mentionsClipboard(part: unknown): boolean {
  return /\b(?:OCTO|GATE)_CLIPBOARD\b/.test(JSON.stringify(part) ?? '');
}

/** Lets pages copy and paste by script. Where the browser has no such permission, it needs none. */
export async function allowClipboard(context: BrowserContext): Promise<void> {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']).catch(() => {});
}

/** Whose clipboard is used, and by which cases. */
export interface ClipboardUse {
  readonly browser: Browser;
  readonly context: BrowserContext;
  /** The dependencies from the outermost in, and the case itself last. */
  readonly chain: readonly ExchangeTestCase[];
  /** Where their teardowns are. */
  readonly library: Library;
}

/**
 * Does the work of an attempt. All contexts of a browser have one clipboard: where the attempt's cases or their teardowns
 * mention it, the attempt has it for itself, and finds it empty.
 * @throws Error where it can't be emptied: a text of another case could let this one pass.
 */
export async function withClipboard<T>(use: ClipboardUse, work: () => Promise<T>): Promise<T> {
  const { browser, context, chain, library } = use;
  const teardowns = chain.flatMap(({ teardownId }) => library.get(teardownId ?? '') ?? []);
  if (!mentionsClipboard([...chain, ...teardowns])) return work();
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

/** What an empty page copies is what its script says: that needs no permission either. */
async function emptyClipboard(context: BrowserContext): Promise<void> {
  await within(emptyMs, 'The clipboard could not be emptied before the case.', () =>
    onEmptyPage(context, async (page) => {
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
    }),
  );
}

/**
 * Sets the clipboard's variables to the text that it holds now; empty where it holds none. The text is pasted into an
 * empty page: that needs no permission, and works also where the app is not served over https.
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
