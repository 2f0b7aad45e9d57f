import type { Attachment } from 'mailparser';
import { escapeHtml, textAsHtml } from './html.ts';
import type { SubmittedMail } from './smtp-server.ts';

/** A mail that has arrived. Its texts were written by others. */
export interface Mail {
  readonly from: string;
  readonly to: string;
  readonly subject: string;
  /** Its body as HTML; a plain text is escaped. */
  readonly html: string;
  readonly receivedAt: Date;
}

/** Pictures inside a mail are shown up to these sizes in bytes: one of them, and each place where one stands counted. */
const pictures = { one: 512 * 1024, all: 2 * 1024 * 1024 };

/** Reads a mail as a mail program does. One that can't be read has its source as body. */
export async function readMail({ source, sender, recipients, receivedAt }: SubmittedMail): Promise<Mail> {
  const envelope = { to: recipients.join(', '), receivedAt };
  // Loaded only where a mail is read.
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
      html: typeof html === 'string' ? withPictures(html, attachments) : textAsHtml(text),
    };
  } catch {
    const body = `<pre>${escapeHtml(source.toString('latin1'))}</pre>`;
    return { ...envelope, from: sender, subject: '', html: body };
  }
}

/** Puts the attached pictures in the places that name them, and nothing in the place of others. */
function withPictures(html: string, attachments: readonly Attachment[]): string {
  const byId = new Map(attachments.map((each) => [each.cid, each]));
  let left = pictures.all;
  return html.replace(/\bcid:([^\s"'<>)]+)/gi, (_, id: string) => {
    const { contentType = '', content } = byId.get(id) ?? {};
    if (content === undefined || !/^image\/[\w.+-]+$/i.test(contentType)) return 'data:,';
    if (content.length > pictures.one || content.length > left) return 'data:,';
    left -= content.length;
    return `data:${contentType};base64,${content.toString('base64')}`;
  });
}
