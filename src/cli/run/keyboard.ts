import { createInterface, type Interface } from 'node:readline';

/** What a person presses and types. Everything is undefined at the end of the input. */
export interface Keyboard extends Disposable {
  /** One key in lower case; empty for Enter. Without a terminal, it is the first letter of a line. */
  key(): Promise<string | undefined>;
  /** One line. On a terminal, `text` is there to be edited. */
  line(text: string): Promise<string | undefined>;
  /** Forgets the keys that were pressed so far. Lines of a pipe or a file stay. */
  discard(): void;
}

/** Opens stdin. On a terminal, keys need no Enter. */
export function openKeyboard(): Keyboard {
  return process.stdin.isTTY ? new TerminalKeyboard(process.stdin) : new LineKeyboard();
}

/** Reads keys from a terminal, which is in raw mode except while a line is typed: keys are not shown, and need no Enter. */
class TerminalKeyboard implements Keyboard {
  readonly #stdin: NodeJS.ReadStream;
  #typed: string[] = [];
  #hasEnded = false;
  #arrived = Promise.withResolvers<void>();
  readonly #restore = () => this[Symbol.dispose]();
  readonly #onData = (data: Buffer) => {
    this.#typed.push(...keysIn(data.toString()));
    this.#arrived.resolve();
  };
  readonly #onEnd = () => {
    this.#hasEnded = true;
    this.#arrived.resolve();
  };

  constructor(stdin: NodeJS.ReadStream) {
    this.#stdin = stdin;
    // Whatever ends the process, the terminal gets back what a shell expects.
    process.on('exit', this.#restore);
    stdin.once('end', this.#onEnd);
    this.#start();
  }

  async key(): Promise<string | undefined> {
    while (this.#typed.length === 0 && !this.#hasEnded) {
      await this.#arrived.promise;
      this.#arrived = Promise.withResolvers();
    }
    return this.#typed.shift();
  }

  discard(): void {
    this.#typed = [];
  }

  #start(): void {
    this.#stdin.setRawMode(true).on('data', this.#onData).resume();
  }

  #stop(): void {
    this.#stdin.off('data', this.#onData).setRawMode(false).pause();
  }

  line(text: string): Promise<string | undefined> {
    this.#stop();
    const { promise, resolve } = Promise.withResolvers<string | undefined>();
    const lines = createInterface({ input: this.#stdin, output: process.stdout, terminal: true });
    lines.once('close', () => {
      resolve(undefined);
      this.#start();
    });
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
    this.#stdin.off('end', this.#onEnd);
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
    // In raw mode, Ctrl-D does not end the input.
    if (each === '\u0004') return ['q'];
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

  discard(): void {}

  [Symbol.dispose](): void {
    this.#lines.close();
  }
}
