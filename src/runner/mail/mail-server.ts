import { Inbox, type Mailbox } from './mailbox.ts';
import { listenForMail } from './smtp-server.ts';

/** Where the app delivers its mail, unless another port is given. */
const usualPort = 2525;

/**
 * The mail server of a runner: its runs share it, and each gets the mail of its own address. It listens while there is
 * a mailbox.
 */
export class MailServer {
  readonly #port: number;
  readonly #inboxes = new Set<Inbox>();
  #listening: Promise<AsyncDisposable> | undefined;
  #closing: Promise<void> = Promise.resolve();

  constructor(port: number = usualPort) {
    this.#port = port;
  }

  /**
   * Opens a mailbox; from then on the app can deliver.
   * @param address of a run: mail to its sub-addresses comes in too.
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
      accepts: (recipient) => this.#of([recipient]).length > 0,
      receive: (mail) => {
        for (const inbox of this.#of(mail.recipients)) inbox.add(mail);
      },
    });
  }

  #of(recipients: readonly string[]): Inbox[] {
    return [...this.#inboxes].filter((inbox) =>
      recipients.some((each) => inbox.subAddress(each) !== undefined),
    );
  }

  /** The last one closes the port. */
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
