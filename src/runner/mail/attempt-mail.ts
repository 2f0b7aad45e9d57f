import type { Mailbox, MailWanted } from './mailbox.ts';
import type { Mail } from './read-mail.ts';

/** The mail of a run as one attempt at a case sees it. */
export class AttemptMail {
  readonly #mailbox: () => Promise<Mailbox>;
  /** An earlier attempt, or a case before, may have left mail behind whose links are used up. */
  readonly #since = new Date();
  readonly #opened = new Set<Mail>();

  constructor(mailbox: () => Promise<Mailbox>) {
    this.#mailbox = mailbox;
  }

  /**
   * Opens the latest mail that fits. One that this attempt has opened before is opened again only where no later one
   * comes in time.
   * @throws as `Mailbox.latest`; what the mailbox throws that can't be opened.
   */
  async open(wanted: Pick<MailWanted, 'subjectContaining' | 'subAddress'>, timeoutMs: number): Promise<Mail> {
    const mailbox = await this.#mailbox();
    const mail = await mailbox.latest({ ...wanted, since: this.#since, opened: this.#opened }, timeoutMs);
    this.#opened.add(mail);
    return mail;
  }
}
