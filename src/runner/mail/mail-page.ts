import type { Page } from 'playwright-core';
import { escapeHtml } from './html.ts';
import type { Mail } from './read-mail.ts';

/**
 * Shows a mail in a page, its body in a frame with the title "Email Content". Scripts of the body don't run; its links
 * open in the page itself.
 * @param timeoutMs how long that may take.
 */
export async function showMail(page: Page, mail: Mail, timeoutMs: number): Promise<void> {
  await page.setContent(mailPage(mail), { waitUntil: 'domcontentloaded', timeout: timeoutMs });
  const body = await page.waitForSelector('iframe', { state: 'attached', timeout: timeoutMs });
  const frame = await body.contentFrame();
  await frame?.waitForURL('about:srcdoc', { waitUntil: 'domcontentloaded', timeout: timeoutMs });
  // A link that names another window would find it shut.
  await frame?.evaluate(() => {
    for (const each of document.querySelectorAll('a, area, form')) each.setAttribute('target', '_top');
  });
}

function mailPage({ from, to, subject, receivedAt, html }: Mail): string {
  const fields = { From: from, To: to, Subject: subject, Received: receivedAt.toISOString() };
  const rows = Object.entries(fields).map(([name, value]) => `<dt>${name}</dt><dd>${escapeHtml(value)}</dd>`);
  const body = `<!doctype html><base target="_top"><meta charset="utf-8">${html}`;
  return `<!doctype html>
<meta charset="utf-8">
<meta name="referrer" content="no-referrer">
<title>${escapeHtml(subject)}</title>
<style>
  body { margin: 0; display: flex; flex-direction: column; height: 100vh; font-family: sans-serif }
  dl { margin: 1em; display: grid; grid-template-columns: max-content 1fr; gap: 0 1em; overflow-wrap: anywhere }
  dd { margin: 0 }
  iframe { flex: 1; border: 0; border-top: 1px solid }
</style>
<dl>${rows.join('')}</dl>
<iframe title="Email Content" sandbox="allow-top-navigation-by-user-activation allow-forms" srcdoc="${escapeHtml(body)}"></iframe>`;
}
