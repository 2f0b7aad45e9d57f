import { isLoopback } from '../common/loopback.ts';
import { fetchDirectly, reasonOf, request } from './app-answer.ts';
import { type AppProcess, describeOutput } from './app-process.ts';

/** A started app that does not answer after this time may be at another address, in ms. */
const elsewhereMs = 5000;

export interface StartingApp {
  readonly process: AppProcess;
  /** It has this long to answer, in ms. */
  readonly timeoutMs: number;
  /** Called with why it may never answer: its command has ended, or another address answers that it has printed. */
  readonly onDoubt?: (text: string) => void;
}

/** Why an app that was started may never answer. Each reason is reported once. */
export class Doubts {
  readonly #app: StartingApp;
  readonly #url: string;
  #ended: string | undefined;
  #elsewhere: string | undefined;

  constructor(app: StartingApp, url: string) {
    this.#app = app;
    this.#url = url;
  }

  /** Looks for them, and reports those that are new while there is time left. */
  async look(waitedMs: number, signal: AbortSignal): Promise<void> {
    const isOver = signal.aborted || waitedMs > this.#app.timeoutMs;
    const doubts = [this.#lookAtCommand()];
    if (isOver || waitedMs > elsewhereMs) doubts.push(await this.#lookElsewhere(signal));
    if (isOver) return;
    for (const doubt of doubts) if (doubt !== undefined) this.#app.onDoubt?.(doubt);
  }

  /** A command that ends well may have started the app in the background. */
  #lookAtCommand(): string | undefined {
    const { process } = this.#app;
    const end = process.end();
    if (end === undefined || process.failure() !== undefined || this.#ended !== undefined) return undefined;
    this.#ended = `The command that starts the app ${end}.`;
    const waiting = `Waiting until ${this.#url} answers, in case the app runs in the background.`;
    return `${this.#ended} ${waiting}${describeOutput(process)}`;
  }

  /** Whether an app answers at another address that it has printed. */
  async #lookElsewhere(signal: AbortSignal): Promise<string | undefined> {
    if (this.#elsewhere !== undefined) return undefined;
    const answers = async (url: string) => reasonOf(await request(fetchDirectly, url, signal)) === undefined;
    for (const address of printedAddresses(this.#app.process.lastLines(), this.#url)) {
      if (!(await answers(address))) continue;
      // The app may have come up meanwhile.
      if (await answers(this.#url)) return undefined;
      this.#elsewhere = `It has printed ${address}, which answers. If that is the app, set the input \`url\` to it.`;
      return `The app does not answer at ${this.#url} yet. ${this.#elsewhere}`;
    }
    return undefined;
  }

  /** What has been found, and what to do. */
  describe(): string {
    const advice = this.#elsewhere ?? 'Check the inputs `start`, `url` and `start-timeout`.';
    return this.#ended === undefined ? advice : `${this.#ended} ${advice}`;
  }
}

const maxAddresses = 3;
/** What servers print for all addresses of the machine. */
const anyAddress = /^(?:0\.0\.0\.0|\[::\])$/;

/** Addresses of this machine that an app has printed, the last first, without those on the host and port of a URL. */
export function printedAddresses(lines: readonly string[], url: string): string[] {
  const hostOf = ({ protocol, hostname, port }: URL) =>
    `${hostname}:${port || (protocol === 'https:' ? '443' : '80')}`;
  const found = lines.join('\n').match(/\bhttps?:\/\/(?:\[[\da-f:]+\]|[\w.-]+)(?::\d+)?/gi) ?? [];
  const addresses = found.flatMap((text) => {
    const address = URL.parse(text);
    if (address === null) return [];
    if (anyAddress.test(address.hostname)) address.hostname = 'localhost';
    return isLoopback(address) && hostOf(address) !== hostOf(new URL(url)) ? address.origin : [];
  });
  return [...new Set(addresses.reverse())].slice(0, maxAddresses);
}
