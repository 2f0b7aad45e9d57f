import type { Attachment } from 'mailparser';
import type { Page } from 'playwright-core';
import { escapeHtml } from '../../common/text.ts';
import { pollUntil, TimedOut } from '../wait.ts';

/** A mail as it was submitted over SMTP. */
export interface SubmittedMail {
  /** Addresses of the envelope. */
  readonly sender: string;
  readonly recipients: readonly string[];
  readonly source: Buffer;
  readonly receivedAt: Date;
}

/** A received mail. Its texts are untrusted. */
export interface Mail {
  readonly from: string;
  readonly to: string;
  readonly subject: string;
  /** Its body as HTML; plain text is escaped. */
  readonly html: string;
  readonly receivedAt: Date;
}

/** Maximum size of one embedded image and of all references to images in a mail, in bytes. */
const images = { one: 512 * 1024, all: 2 * 1024 * 1024 };

/** Parses a mail. The body of one that cannot be parsed is its source. */
export async function readMail({ source, sender, recipients, receivedAt }: SubmittedMail): Promise<Mail> {
  const envelope = { to: recipients.join(', '), receivedAt };
  // Loaded on demand.
  const { simpleParser } = await import('mailparser');
  try {
    const mail = await simpleParser(source, {
      skipHtmlToText: true,
      skipTextToHtml: true,
      keepCidLinks: true,
    });
    const { html, text = '', from, subject = '', attachments } = mail;
    return {
      ...envelope,
      from: from?.text ?? sender,
      subject: subject.replace(/\s+/g, ' ').trim(),
      html: typeof html === 'string' ? withImages(html, attachments) : textAsHtml(text),
    };
  } catch {
    const body = `<pre>${escapeHtml(source.toString('latin1'))}</pre>`;
    return { ...envelope, from: sender, subject: '', html: body };
  }
}

/** Replaces references to attached images with their content, and other references with nothing. */
function withImages(html: string, attachments: readonly Attachment[]): string {
  const byId = new Map(attachments.map((each) => [each.cid, each]));
  let remaining = images.all;
  return html.replace(/\bcid:([^\s"'<>)]+)/gi, (_, id: string) => {
    const { contentType = '', content } = byId.get(id) ?? {};
    if (content === undefined || !/^image\/[\w.+-]+$/i.test(contentType)) return 'data:,';
    if (content.length > images.one || content.length > remaining) return 'data:,';
    remaining -= content.length;
    return `data:${contentType};base64,${content.toString('base64')}`;
  });
}

/**
 * Shows a mail in a page, with its body in a frame with the title "Email Content". Scripts of the body do not run; its
 * links open in the page itself.
 * @param timeoutMs the timeout for all of it.
 */
export async function showMail(page: Page, mail: Mail, timeoutMs: number): Promise<void> {
  await page.setContent(mailPage(mail), { waitUntil: 'domcontentloaded', timeout: timeoutMs });
  const body = await page.waitForSelector('iframe', { state: 'attached', timeout: timeoutMs });
  const frame = await body.contentFrame();
  const end = performance.now() + timeoutMs;
  // The frame has no URL in Chromium 156, where it is in a process of its own, so its document is asked.
  const isShown = () => frame?.evaluate(readyMail).catch(() => false) ?? Promise.resolve(false);
  if (!(await pollUntil(isShown, () => end - performance.now())))
    throw new TimedOut(`OPEN_EMAIL: the browser did not show the mail within ${timeoutMs} ms.`);
}

/**
 * Evaluated in the frame: links with a target window could not open it from there.
 * @returns false until its document is there.
 */
function readyMail(): boolean {
  if (document.URL !== 'about:srcdoc' || document.readyState === 'loading') return false;
  for (const each of document.querySelectorAll('a, area, form')) each.setAttribute('target', '_top');
  return true;
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

/** Plain text as preformatted HTML, with its web addresses as links. */
function textAsHtml(text: string): string {
  // Punctuation and closing brackets at the end do not belong to the address.
  const pieces = text.split(/(https?:\/\/[^\s<>"]*[^\s<>"'.,;:!?)\]}])/i);
  const html = pieces.map((piece, index) => {
    const escaped = escapeHtml(piece);
    return index % 2 === 1 ? `<a href="${escaped}">${escaped}</a>` : escaped;
  });
  return `<div style="white-space: pre-wrap">${html.join('')}</div>`;
}
