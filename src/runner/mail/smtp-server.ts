import type { SMTPServer, SMTPServerOptions } from 'smtp-server';
import { errorCode } from '../../common/errors.ts';

/** A mail as it was submitted over SMTP. */
export interface SubmittedMail {
  /** Addresses of the envelope. */
  readonly sender: string;
  readonly recipients: readonly string[];
  readonly source: Buffer;
  readonly receivedAt: Date;
}

/** Accepts recipients and receives mails. */
interface MailReceiver {
  accepts(recipient: string): boolean;
  receive(mail: SubmittedMail): void;
}

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
export async function listenForMail(port: number, receiver: MailReceiver): Promise<AsyncDisposable> {
  await using servers = new AsyncDisposableStack();
  try {
    await open('127.0.0.1', port, receiver, servers);
    await open('::1', port, receiver, servers).catch((error: unknown) => {
      const code = errorCode(error);
      if (code !== 'EADDRNOTAVAIL' && code !== 'EAFNOSUPPORT') throw error;
    });
  } catch (error) {
    throw new MailPortNotFree(port, error);
  }
  const opened = servers.move();
  return { [Symbol.asyncDispose]: () => opened.disposeAsync() };
}

async function open(
  host: string,
  port: number,
  receiver: MailReceiver,
  servers: AsyncDisposableStack,
): Promise<void> {
  // Loaded on demand.
  const { SMTPServer } = await import('smtp-server');
  const server = new SMTPServer(options(receiver));
  const { promise: listening, resolve, reject } = Promise.withResolvers<void>();
  // Once it listens, errors concern single clients only.
  server.on('error', reject);
  server.listen(port, host, () => resolve());
  await listening;
  servers.defer(() => closed(server));
}

function options(receiver: MailReceiver): SMTPServerOptions {
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
        receiver.accepts(address)
          ? null
          : refusal(550, 'Only the address in $OCTO_EMAIL of a run receives mail here'),
      ),
    async onData(stream, { envelope: { mailFrom, rcptTo } }, callback) {
      try {
        const source = await read(stream);
        if (source === undefined) return callback(refusal(552, `The mail is larger than ${sizeLimit} bytes`));
        const recipients = rcptTo.map(({ address }) => address);
        receiver.receive({
          sender: mailFrom ? mailFrom.address : '',
          recipients,
          source,
          receivedAt: new Date(),
        });
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
