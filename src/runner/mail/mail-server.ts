import { Inbox, type Mailbox } from './mailbox.ts';
import { listenForMail } from './smtp-server.ts';

/** The default port for mail of the app. */
const defaultPort = 2525;

/**
 * The mail server of a runner. All runs share it, and each receives the mail for its own address. It listens while any
 * mailbox is open.
 */
export class MailServer {
  readonly #port: number;
  readonly #inboxes = new Set<Inbox>();
  #listening: Promise<AsyncDisposable> | undefined;
  #closing: Promise<void> = Promise.resolve();

  constructor(port: number = defaultPort) {
    this.#port = port;
  }

  /**
   * Opens a mailbox, which receives mail from then on.
   * @param address the address of a run; mail to its sub-addresses is received too.
   * @throws MailPortNotFree
   */
  async open(address: string): Promise<Mailbox> {
    const inbox = new Inbox(address, `port ${this.#port} of 127.0.0.1`);
    this.#inboxes.add(inbox);
    try {
      this.#listening ??= this.#listen();
      await this.#listening;
    } catch (error) {
      await this.#close(inbox);
      throw error;
    }
    return {
      latest: (wanted, timeoutMs) => inbox.latest(wanted, timeoutMs),
      [Symbol.asyncDispose]: () => this.#close(inbox),
    };
  }

  async #listen(): Promise<AsyncDisposable> {
    await this.#closing;
    return listenForMail(this.#port, {
      accepts: (recipient) => this.#inboxesOf([recipient]).length > 0,
      receive: (mail) => {
        for (const inbox of this.#inboxesOf(mail.recipients)) inbox.add(mail);
      },
    });
  }

  #inboxesOf(recipients: readonly string[]): Inbox[] {
    return [...this.#inboxes].filter((inbox) =>
      recipients.some((each) => inbox.subAddress(each) !== undefined),
    );
  }

  /** Closes the port with the last mailbox. */
  async #close(inbox: Inbox): Promise<void> {
    this.#inboxes.delete(inbox);
    if (this.#inboxes.size > 0) return;
    const listening = this.#listening;
    this.#listening = undefined;
    this.#closing = (async () => {
      const server = await listening?.catch(() => undefined);
      await server?.[Symbol.asyncDispose]();
    })();
    await this.#closing;
  }
}
