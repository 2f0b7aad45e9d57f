import { createInterface, type Interface } from 'node:readline';

/** What a person presses and types. Everything is undefined at the end of the input. */
export interface Keyboard extends Disposable {
  /** One key in lower case; empty for Enter. Without a terminal, it is the first letter of a line. */
  key(): Promise<string | undefined>;
  /** One line. On a terminal, `text` is there to be edited. */
  line(text: string): Promise<string | undefined>;
}

/** Opens stdin. On a terminal, keys need no Enter. */
export function openKeyboard(): Keyboard {
  return process.stdin.isTTY ? new TerminalKeyboard(process.stdin) : new LineKeyboard();
}

/** Reads keys from a terminal, which is in raw mode only while a key is awaited. */
class TerminalKeyboard implements Keyboard {
  readonly #stdin: NodeJS.ReadStream;
  #typed: string[] = [];
  #onData: ((data: Buffer) => void) | undefined;
  readonly #restore = () => this[Symbol.dispose]();

  constructor(stdin: NodeJS.ReadStream) {
    this.#stdin = stdin;
    // Whatever ends the process, the terminal gets back what a shell expects.
    process.on('exit', this.#restore);
  }

  key(): Promise<string | undefined> {
    const typed = this.#typed.shift();
    if (typed !== undefined) return Promise.resolve(typed);
    const { promise, resolve } = Promise.withResolvers<string | undefined>();
    const end = () => resolve(undefined);
    this.#onData = (data) => {
      const [first, ...rest] = keysIn(data.toString());
      if (first === undefined) return;
      this.#typed.push(...rest);
      this.#stdin.off('end', end);
      this.#stop();
      resolve(first);
    };
    this.#stdin.setRawMode(true).on('data', this.#onData).once('end', end).resume();
    return promise;
  }

  #stop(): void {
    if (this.#onData === undefined) return;
    this.#stdin.off('data', this.#onData).setRawMode(false).pause();
    this.#onData = undefined;
  }

  line(text: string): Promise<string | undefined> {
    this.#typed = [];
    const { promise, resolve } = Promise.withResolvers<string | undefined>();
    const lines = createInterface({ input: this.#stdin, output: process.stdout, terminal: true });
    lines.once('close', () => resolve(undefined));
    lines.once('SIGINT', () => {
      interrupt();
      // An open line would keep the process.
      lines.close();
    });
    lines.question('    > ', (line) => {
      resolve(line.trim());
      lines.close();
    });
    lines.write(text);
    return promise;
  }

  [Symbol.dispose](): void {
    process.off('exit', this.#restore);
    this.#stop();
  }
}

/** In raw mode, Ctrl-C is a key like others. */
function interrupt(): void {
  process.kill(process.pid, 'SIGINT');
}

/** The keys in what a terminal has sent. Those without a letter, such as arrows, are left out. */
function keysIn(data: string): string[] {
  if (data.includes('\u0003')) interrupt();
  if (data.startsWith('\u001b')) return [];
  return [...data].flatMap((each) => {
    if (each === '\r' || each === '\n') return [''];
    return /\p{Cc}/u.test(each) ? [] : [each.toLowerCase()];
  });
}

/** Reads lines from a pipe or a file. */
class LineKeyboard implements Keyboard {
  readonly #lines: Interface = createInterface({ input: process.stdin, terminal: false });
  readonly #iterator = this.#lines[Symbol.asyncIterator]();

  async key(): Promise<string | undefined> {
    return (await this.line())?.slice(0, 1).toLowerCase();
  }

  async line(): Promise<string | undefined> {
    const { value, done } = await this.#iterator.next();
    return done === true ? undefined : String(value).trim();
  }

  [Symbol.dispose](): void {
    this.#lines.close();
  }
}
