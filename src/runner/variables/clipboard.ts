import type { BrowserContext } from 'playwright-core';
import type { Variables } from './variables.ts';

const names = ['OCTO_CLIPBOARD', 'GATE_CLIPBOARD'];

/** Whether a case, or a part of one, uses the clipboard's text. */
export function mentionsClipboard(part: unknown): boolean {
  return /\b(?:OCTO|GATE)_CLIPBOARD\b/.test(JSON.stringify(part) ?? '');
}

/** Lets pages copy and paste by script. Where the browser has no such permission, it needs none. */
export async function allowClipboard(context: BrowserContext): Promise<void> {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']).catch(() => {});
}

/**
 * Sets the clipboard's variables to the text that it holds now; empty where it holds none. The text is pasted into an
 * empty page: that needs no permission, and works also where the app is not served over https.
 */
export async function readClipboard(context: BrowserContext, variables: Variables): Promise<void> {
  const page = await context.newPage();
  try {
    await page.evaluate(() => document.body.appendChild(document.createElement('textarea')).focus());
    await page.keyboard.press('ControlOrMeta+V');
    const text = await page.evaluate(() => document.querySelector('textarea')?.value ?? '');
    for (const name of names) variables.set(name, text);
  } finally {
    await page.close();
  }
}
