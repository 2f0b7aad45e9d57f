import type { SMTPServer, SMTPServerOptions } from 'smtp-server';
import { Resources } from '../../common/async.ts';
import { errorCode } from '../../common/errors.ts';
import { Mailbox } from './mailbox.ts';

/** The default port for mail of the app. */
const defaultPort = 2525;

/**
 * The mail server of a runner. All runs share it, and each receives the mail for its own address. It listens while any
 * mailbox is open.
 */
export class MailServer {
  readonly #port: number;
  readonly #mailboxes = new Set<Mailbox>();
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
    const close = () => this.#close(mailbox);
    const mailbox = new Mailbox(address, `port ${this.#port} of 127.0.0.1`, close);
    this.#mailboxes.add(mailbox);
    try {
      this.#listening ??= this.#listen();
      await this.#listening;
      return mailbox;
    } catch (error) {
      await close();
      throw error;
    }
  }

  async #listen(): Promise<AsyncDisposable> {
    await this.#closing;
    return listenForMail(this.#port, (recipients) => this.#mailboxesOf(recipients));
  }

  #mailboxesOf(recipients: readonly string[]): Mailbox[] {
    return [...this.#mailboxes].filter((mailbox) =>
      recipients.some((each) => mailbox.subAddress(each) !== undefined),
    );
  }

  /** Closes the port with the last mailbox. */
  async #close(mailbox: Mailbox): Promise<void> {
    this.#mailboxes.delete(mailbox);
    if (this.#mailboxes.size > 0) return;
    const listening = this.#listening;
    this.#listening = undefined;
    this.#closing = (async () => {
      const server = await listening?.catch(() => undefined);
      await server?.[Symbol.asyncDispose]();
    })();
    await this.#closing;
  }
}

/** Those that receive the mail for any of the recipients. */
type FindMailboxes = (recipients: readonly string[]) => readonly Mailbox[];

/** The mail port cannot be used. */
class MailPortNotFree extends Error {
  constructor(port: number, cause: unknown) {
    const code = errorCode(cause) ?? String(cause);
    super(
      `Cannot receive mail at port ${port} of this machine (${code}). If another program uses it, set another port with the input \`mail-port\` and have the app send its mail there.`,
      { cause },
    );
    this.name = 'MailPortNotFree';
  }
}

/** The maximum size of a mail, in bytes. */
const sizeLimit = 10 * 1024 * 1024;

/**
 * Opens an SMTP server on loopback: 127.0.0.1, and ::1 if the machine has it.
 * @throws MailPortNotFree
 */
async function listenForMail(port: number, mailboxesOf: FindMailboxes): Promise<AsyncDisposable> {
  await using servers = new Resources();
  try {
    await open('127.0.0.1', port, mailboxesOf, servers);
    await open('::1', port, mailboxesOf, servers).catch((error: unknown) => {
      const code = errorCode(error);
      if (code !== 'EADDRNOTAVAIL' && code !== 'EAFNOSUPPORT') throw error;
    });
  } catch (error) {
    throw new MailPortNotFree(port, error);
  }
  return servers.move();
}

async function open(
  host: string,
  port: number,
  mailboxesOf: FindMailboxes,
  servers: Resources,
): Promise<void> {
  // Loaded on demand.
  const { SMTPServer } = await import('smtp-server');
  const server = new SMTPServer(options(mailboxesOf));
  const { promise: listening, resolve, reject } = Promise.withResolvers<void>();
  // Once it listens, errors concern single clients only.
  server.on('error', reject);
  server.listen(port, host, () => resolve());
  await listening;
  servers.use({ [Symbol.asyncDispose]: () => closed(server) });
}

function options(mailboxesOf: FindMailboxes): SMTPServerOptions {
  return {
    // Apps that require authentication may use any credentials.
    authOptional: true,
    allowInsecureAuth: true,
    authMethods: ['PLAIN', 'LOGIN'],
    onAuth: (_, __, callback) => callback(null, { user: 'app' }),
    disabledCommands: ['STARTTLS'],
    disableReverseLookup: true,
    banner: 'Browser Test Gate',
    size: sizeLimit,
    maxClients: 100,
    socketTimeout: 60_000,
    closeTimeout: 1,
    onRcptTo: ({ address }, _, callback) =>
      callback(
        mailboxesOf([address]).length > 0
          ? null
          : refusal(550, 'Only the address in $OCTO_EMAIL of a run receives mail here'),
      ),
    async onData(stream, { envelope: { mailFrom, rcptTo } }, callback) {
      try {
        const source = await read(stream);
        if (source === undefined) return callback(refusal(552, `The mail is larger than ${sizeLimit} bytes`));
        const recipients = rcptTo.map(({ address }) => address);
        const sender = mailFrom ? mailFrom.address : '';
        const mail = { sender, recipients, source, receivedAt: new Date() };
        for (const mailbox of mailboxesOf(recipients)) mailbox.add(mail);
        callback(null);
      } catch (error) {
        callback(error instanceof Error ? error : new Error(String(error)));
      }
    },
  };
}

/** Reads a mail to its end. @returns undefined if it is too large. */
async function read(stream: AsyncIterable<Buffer>): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of stream) {
    size += chunk.length;
    if (size <= sizeLimit) chunks.push(chunk);
  }
  return size <= sizeLimit ? Buffer.concat(chunks) : undefined;
}

function refusal(responseCode: number, text: string): Error {
  return Object.assign(new Error(text), { responseCode });
}

function closed(server: SMTPServer): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  server.close(() => resolve());
  return promise;
}
