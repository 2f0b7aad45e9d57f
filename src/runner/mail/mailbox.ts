import { TimedOut, within } from '../within.ts';
import { type Mail, readMail } from './read-mail.ts';
import type { SubmittedMail } from './smtp-server.ts';

/** Which mail is looked for. */
export interface MailWanted {
  /** A part of its subject, as it is written. */
  readonly subjectContaining?: string | undefined;
  /** What stands behind the + of the address; upper and lower case are the same. */
  readonly subAddress?: string | undefined;
  /** Mails that came before count for nothing. */
  readonly since?: Date | undefined;
  /** Where the latest that fits is one of these, a later one is waited for. */
  readonly opened?: ReadonlySet<Mail> | undefined;
}

/** Receives the mail of one run. */
export interface Mailbox extends AsyncDisposable {
  /**
   * The latest mail that fits; one that comes within `timeoutMs` is waited for. Where only one that was opened fits, the
   * wait is shorter, so that time is left to show it.
   * @throws TimedOut that says what was looked for and what has arrived, where none came.
   */
  latest(wanted: MailWanted, timeoutMs: number): Promise<Mail>;
}

/** The bounds of a mailbox: beyond them the oldest mails go. */
const kept = { mails: 1000, bytes: 100 * 1024 * 1024 };

/** What is left of the time where a mail that was opened is opened again: a part of it, and ms at most. */
const reopening = { part: 0.25, ms: 5000 };

/** How many mails a message lists, and how much of each of their texts it shows. */
const listed = { mails: 5, characters: 80 };

/** The mails that came for one address and its sub-addresses. */
export class Inbox {
  /** The address of the run, in lower case. */
  readonly address: string;
  readonly #servers: string;
  #mails: { readonly submitted: SubmittedMail; read?: Promise<Mail> }[] = [];
  #arrived = Promise.withResolvers<void>();
  #bytes = 0;

  /** @param servers where mail is to be delivered, for messages. */
  constructor(address: string, servers: string) {
    this.address = address.toLowerCase();
    this.#servers = servers;
  }

  /** What stands behind the + of one of this inbox's addresses, '' without one; undefined for other addresses. */
  subAddress(recipient: string): string | undefined {
    const at = this.address.lastIndexOf('@');
    const [prefix, domain] = [this.address.slice(0, at), this.address.slice(at)];
    const given = recipient.toLowerCase();
    if (given === this.address) return '';
    if (!given.startsWith(`${prefix}+`) || !given.endsWith(domain)) return undefined;
    return given.slice(prefix.length + 1, -domain.length);
  }

  /** Puts a mail in. */
  add(submitted: SubmittedMail): void {
    this.#mails.push({ submitted });
    this.#bytes += submitted.source.length;
    while (this.#mails.length > kept.mails || this.#bytes > kept.bytes) {
      this.#bytes -= this.#mails.shift()?.submitted.source.length ?? 0;
    }
    this.#arrived.resolve();
    this.#arrived = Promise.withResolvers();
  }

  /** As `Mailbox.latest`. */
  async latest(wanted: MailWanted, timeoutMs: number): Promise<Mail> {
    const end = performance.now() + timeoutMs;
    for (;;) {
      const arrived = this.#arrived.promise;
      const found = await this.#find(wanted);
      const isKnown = found !== undefined && wanted.opened?.has(found) === true;
      if (found !== undefined && !isKnown) return found;
      const reservedMs = isKnown ? Math.min(timeoutMs * reopening.part, reopening.ms) : 0;
      const leftMs = end - reservedMs - performance.now();
      const came = await within(Math.max(leftMs, 0), '', () => arrived.then(() => true)).catch(() => false);
      if (came) continue;
      if (found !== undefined) return found;
      throw new TimedOut(await this.#nothingFits(wanted, timeoutMs));
    }
  }

  async #find({ subjectContaining = '', subAddress = '', since }: MailWanted): Promise<Mail | undefined> {
    for (const mail of this.#mails.toReversed()) {
      const { recipients, receivedAt } = mail.submitted;
      if (since !== undefined && receivedAt < since) return undefined;
      const reached = recipients.map((each) => this.subAddress(each));
      if (subAddress !== '' && !reached.includes(subAddress.toLowerCase())) continue;
      mail.read ??= readMail(mail.submitted);
      const read = await mail.read;
      if (read.subject.includes(subjectContaining)) return read;
    }
    return undefined;
  }

  async #nothingFits({ subjectContaining = '', subAddress = '', since }: MailWanted, timeoutMs: number) {
    const [prefix, domain] = this.address.split('@');
    const address = subAddress === '' ? this.address : `${prefix}+${subAddress}@${domain}`;
    const subject = subjectContaining === '' ? '' : ` with ${quoted(subjectContaining)} in its subject`;
    return [
      `No mail to ${address}${subject} came within ${Math.round(timeoutMs)} ms.`,
      await this.#whatCame(since),
      `The app must deliver its mail by SMTP, without encryption, to ${this.#servers}, and to the address in $OCTO_EMAIL.`,
    ].join(' ');
  }

  async #whatCame(since: Date | undefined): Promise<string> {
    const mails = this.#mails.filter(({ submitted }) => since === undefined || submitted.receivedAt >= since);
    const earlier = this.#mails.length - mails.length;
    const before = earlier === 0 ? '' : ` (${earlier} came before this attempt, and count for nothing)`;
    if (mails.length === 0) return `None has arrived at all${before}.`;
    const latest = await Promise.all(mails.slice(-listed.mails).map(({ submitted }) => readMail(submitted)));
    const lines = latest.reverse().map(({ subject, to }) => `${quoted(subject)} to ${quoted(to)}`);
    const more = mails.length > lines.length ? `; and ${mails.length - lines.length} before them` : '';
    return `What has arrived, the latest first: ${lines.join('; ')}${more}${before}.`;
  }
}

/** A text that others have written, cut and in one line. */
function quoted(text: string): string {
  const characters = [...text];
  const cut = characters.length > listed.characters;
  return JSON.stringify(cut ? `${characters.slice(0, listed.characters).join('')}…` : text);
}
