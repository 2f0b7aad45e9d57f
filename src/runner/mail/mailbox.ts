import { cut } from '../../common/text.ts';
import { type ExchangeTestCase, neededIds } from '../../contract/exchange/exchange-test-case.ts';
import type { RunPlan } from '../runner.ts';
import type { RunVariables } from '../variables/variables.ts';
import { TimedOut, unlessLate } from '../wait.ts';
import { type Mail, readMail, type SubmittedMail } from './mail.ts';

interface MailFilter {
  /** A part of the subject, case-sensitive. */
  readonly subjectContaining?: string | undefined;
  /** The part of the address after the +, case-insensitive. */
  readonly subAddress?: string | undefined;
  /** Mails that were received before are ignored. */
  readonly since?: Date | undefined;
  /** If the latest match is one of these, a later one is waited for. */
  readonly opened?: ReadonlySet<Mail> | undefined;
}

/** The limits of a mailbox. Beyond them the oldest mails are removed. */
const limits = { mails: 1000, bytes: 100 * 1024 * 1024 };

/** The time that is reserved to open a mail again: a fraction of the timeout, and a maximum in ms. */
const reopening = { fraction: 0.25, maxMs: 5000 };

/** How many mails a message lists, and how many characters of their texts. */
const listed = { mails: 5, characters: 80 };

/** Receives the mail of one run: for its address and the sub-addresses. */
export class Mailbox implements AsyncDisposable {
  /** In lower case. */
  readonly #address: string;
  readonly #server: string;
  readonly #close: () => Promise<void>;
  #mails: { readonly submitted: SubmittedMail; read?: Promise<Mail> }[] = [];
  #arrived = Promise.withResolvers<void>();
  #bytes = 0;

  /** @param server where the app must send its mail, for messages. */
  constructor(address: string, server: string, close: () => Promise<void>) {
    this.#address = address.toLowerCase();
    this.#server = server;
    this.#close = close;
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#close();
  }

  /** The sub-address of a recipient, '' for the address itself; undefined for addresses of other mailboxes. */
  subAddress(recipient: string): string | undefined {
    const at = this.#address.lastIndexOf('@');
    const [prefix, domain] = [this.#address.slice(0, at), this.#address.slice(at)];
    const given = recipient.toLowerCase();
    if (given === this.#address) return '';
    if (!given.startsWith(`${prefix}+`) || !given.endsWith(domain)) return undefined;
    return given.slice(prefix.length + 1, -domain.length);
  }

  add(submitted: SubmittedMail): void {
    this.#mails.push({ submitted });
    this.#bytes += submitted.source.length;
    while (this.#mails.length > limits.mails || this.#bytes > limits.bytes) {
      this.#bytes -= this.#mails.shift()?.submitted.source.length ?? 0;
    }
    this.#arrived.resolve();
    this.#arrived = Promise.withResolvers();
  }

  /**
   * Waits up to `timeoutMs` for the latest matching mail. If only an opened one matches, the wait is shorter, so that time
   * is left to show it.
   * @throws TimedOut with the filter and the received mails if none matches.
   */
  async latest(filter: MailFilter, timeoutMs: number): Promise<Mail> {
    const end = performance.now() + timeoutMs;
    for (;;) {
      const arrived = this.#arrived.promise;
      const found = await this.#find(filter);
      const isOpened = found !== undefined && filter.opened?.has(found) === true;
      if (found !== undefined && !isOpened) return found;
      const reservedMs = isOpened ? Math.min(timeoutMs * reopening.fraction, reopening.maxMs) : 0;
      const leftMs = end - reservedMs - performance.now();
      const arrival = arrived.then(() => true);
      if (await unlessLate(arrival, Math.max(leftMs, 0))) continue;
      if (found !== undefined) return found;
      throw new TimedOut(await this.#noMatchMessage(filter, timeoutMs));
    }
  }

  async #find({ subjectContaining = '', subAddress = '', since }: MailFilter): Promise<Mail | undefined> {
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

  async #noMatchMessage({ subjectContaining = '', subAddress = '', since }: MailFilter, timeoutMs: number) {
    const [prefix, domain] = this.#address.split('@');
    const address = subAddress === '' ? this.#address : `${prefix}+${subAddress}@${domain}`;
    const subject = subjectContaining === '' ? '' : ` with ${quoted(subjectContaining)} in its subject`;
    return [
      `No mail to ${address}${subject} arrived within ${Math.round(timeoutMs)} ms.`,
      await this.#describeReceived(since),
      `The app must send its mail to the address in $OCTO_EMAIL, by SMTP without encryption to ${this.#server}.`,
    ].join(' ');
  }

  async #describeReceived(since: Date | undefined): Promise<string> {
    const mails = this.#mails.filter(({ submitted }) => since === undefined || submitted.receivedAt >= since);
    const earlier = this.#mails.length - mails.length;
    const before = earlier === 0 ? '' : ` (${earlier} arrived before this attempt and are ignored)`;
    if (mails.length === 0) return `No mail has arrived${before}.`;
    const latest = await Promise.all(mails.slice(-listed.mails).map(({ submitted }) => readMail(submitted)));
    const lines = latest.reverse().map(({ subject, to }) => `${quoted(subject)} to ${quoted(to)}`);
    const more = mails.length > lines.length ? `; and ${mails.length - lines.length} earlier ones` : '';
    return `Received mails, latest first: ${lines.join('; ')}${more}${before}.`;
  }
}

/** An untrusted text, shortened and in one line. */
function quoted(text: string): string {
  return JSON.stringify(cut(text, listed.characters));
}

/**
 * Opens the mailbox of a run if any of its cases may need one: the app may send mail before a step opens it. If the mailbox
 * cannot be opened, only the steps that use it fail.
 */
export async function lazyMailbox(
  server: { open(address: string): Promise<Mailbox> },
  plan: Pick<RunPlan, 'cases' | 'library'>,
  variables: RunVariables,
) {
  const address = variables.get('OCTO_EMAIL');
  const open = async () => {
    if (typeof address === 'string' && /^[^@\s]+@[^@\s]+$/.test(address)) return server.open(address);
    throw new Error(
      'The variable $OCTO_EMAIL is not a mail address. Remove it to use a generated address, or set a valid one.',
    );
  };
  let opened = mayUseMail(plan) ? open() : undefined;
  // Steps that use the mailbox report the error.
  await opened?.catch(() => {});
  return {
    /** @throws MailPortNotFree; Error if the run's mail address is invalid. */
    open: () => (opened ??= open()),
    async [Symbol.asyncDispose]() {
      const mailbox = await opened?.catch(() => undefined);
      await mailbox?.[Symbol.asyncDispose]();
    },
  };
}

/** Whether any case of a run opens a mail or uses the run's mail address. */
function mayUseMail({ cases, library }: Pick<RunPlan, 'cases' | 'library'>): boolean {
  const reachable = new Set(cases);
  // The set grows while it is read.
  for (const each of reachable) {
    for (const id of neededIds(each)) {
      const found = library.get(id);
      if (found !== undefined) reachable.add(found);
    }
  }
  return [...reachable].some(usesMail);
}

function usesMail({ entryPointUrlPath, elements }: ExchangeTestCase): boolean {
  const opens = elements.some(({ interaction }) => interaction?.action === 'OPEN_EMAIL');
  return opens || /\$(?:OCTO|GATE)_EMAIL/.test(JSON.stringify([entryPointUrlPath, elements]));
}

/** The mail of a run from the view of one attempt at a case. */
export class AttemptMail {
  readonly #mailbox: () => Promise<Mailbox>;
  /** Mails of earlier attempts and cases are ignored: their links may have been used. */
  readonly #since = new Date();
  readonly #opened = new Set<Mail>();

  constructor(mailbox: () => Promise<Mailbox>) {
    this.#mailbox = mailbox;
  }

  /**
   * Opens the latest matching mail. One that this attempt has already opened is opened again only if no later one arrives
   * in time.
   * @throws as `Mailbox.latest`; MailPortNotFree.
   */
  async open(filter: Pick<MailFilter, 'subjectContaining' | 'subAddress'>, timeoutMs: number): Promise<Mail> {
    const mailbox = await this.#mailbox();
    const mail = await mailbox.latest({ ...filter, since: this.#since, opened: this.#opened }, timeoutMs);
    this.#opened.add(mail);
    return mail;
  }
}
