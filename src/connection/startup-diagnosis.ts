import { isLoopback } from '../common/loopback.ts';
import { type AppProcess, describeOutput } from './app-process.ts';
import { firstAnswering } from './app-requests.ts';

/** An app that was started here and may not answer yet. */
export interface StartingApp {
  readonly process: AppProcess;
  /** It has this long to answer, in ms. */
  readonly timeoutMs: number;
  /** Called with why it may never answer: its command has ended, or another address answers that it has printed. */
  readonly onStartupHint?: (text: string) => void;
}

/** A started app that does not answer after this time may be at another address, in ms. */
const otherAddressDelayMs = 5000;

/** Why an app that was started may never answer. Each reason is reported once. */
export class StartupDiagnosis {
  readonly #app: StartingApp;
  readonly #url: string;
  #ended: string | undefined;
  #elsewhere: string | undefined;

  constructor(app: StartingApp, url: string) {
    this.#app = app;
    this.#url = url;
  }

  /** Looks for reasons, and reports those that are new while there is time left. */
  async look(waitedMs: number, signal: AbortSignal): Promise<void> {
    const isOver = signal.aborted || waitedMs > this.#app.timeoutMs;
    const hints = [this.#lookAtCommand()];
    if (isOver || waitedMs > otherAddressDelayMs) hints.push(await this.#checkOtherAddresses(signal));
    if (isOver) return;
    for (const hint of hints) if (hint !== undefined) this.#app.onStartupHint?.(hint);
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
  async #checkOtherAddresses(signal: AbortSignal): Promise<string | undefined> {
    if (this.#elsewhere !== undefined) return undefined;
    const printed = printedAddresses(this.#app.process.lastLines(), this.#url);
    const address = await firstAnswering([...printed, ...otherLoopbacks(this.#url)], signal);
    // The app may have come up meanwhile.
    if (address === undefined || (await firstAnswering([this.#url], signal)) !== undefined) return undefined;
    const found = printed.includes(address)
      ? `It has printed ${address}, which answers`
      : `${address} answers`;
    this.#elsewhere = `${found}. If that is the app, set the input \`url\` to it.`;
    return `The app does not answer at ${this.#url} yet. ${this.#elsewhere}`;
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
  const hostOf = (address: URL) => `${address.hostname}:${portOf(address)}`;
  const found = lines.join('\n').match(/\bhttps?:\/\/(?:\[[\da-f:]+\]|[\w.-]+)(?::\d+)?/gi) ?? [];
  const addresses = found.flatMap((text) => {
    const address = URL.parse(text);
    if (address === null) return [];
    if (anyAddress.test(address.hostname)) address.hostname = 'localhost';
    return isLoopback(address) && hostOf(address) !== hostOf(new URL(url)) ? address.origin : [];
  });
  return [...new Set(addresses.reverse())].slice(0, maxAddresses);
}

/** The URL with the other loopback addresses of this machine: a server may listen on IPv4 or IPv6 only. */
export function otherLoopbacks(url: string): string[] {
  const { protocol, hostname, port } = new URL(url);
  if (!['localhost', '127.0.0.1', '[::1]'].includes(hostname)) return [];
  return ['127.0.0.1', '[::1]']
    .filter((host) => host !== hostname)
    .map((host) => `${protocol}//${host}${port === '' ? '' : `:${port}`}`);
}

/** How the command of an app has failed, and what to do. */
export function describeFailure(failure: string, url: string, app: StartingApp | undefined): string {
  const lines = app?.process.lastLines() ?? [];
  const isPortInUse = portInUse(lines, [url]) !== undefined || lines.some((line) => unnamedPort.test(line));
  return isPortInUse
    ? `The app ${failure}, because the port of ${url} is in use. ${stopOther}`
    : `The app ${failure} before it answered at ${url}. ${checkCommand}`;
}

/** Says that a port is in use, without its number. Only of a command that has failed, it is the app's port. */
const unnamedPort =
  /^(?!.*(?:\bport:? |:)\d{3}).*\b(?:address already in use|EADDRINUSE|AddrInUse|port is already in use)\b/i;

/** What to do about a command that fails. */
const checkCommand = 'Check the input `start`. For an app in another folder, begin it with `cd folder && `.';

/** What to do about a program that has the port of the app. */
export const stopOther = 'Stop the program that uses it, or remove the input `start` to test that program.';

/** Finds the line of an app's output that says that the port of one of the URLs is in use. @returns undefined if no line says so. */
export function portInUse(lines: readonly string[], urls: readonly string[]): string | undefined {
  const port = String.raw`\b(?:${urls.map((url) => portOf(new URL(url))).join('|')})\b`;
  // Some apps add which port they use instead, or name that one first.
  const sentences = [
    String.raw`\bport:? ${port}\D{0,40}\b(?:in use|taken|occupied)\b`,
    // Of a port that answers, nothing else may be "not available", such as an address beside it.
    String.raw`\bport:? ${port} (?:is (?:being used|not available)|could not be used)\b`,
    String.raw`${port} is (?:already )?(?:in use|taken|occupied)\b`,
    String.raw`\balready (?:running|listening) (?:on|at) (?:port )?${port}`,
    String.raw`\b(?:can't|cannot|could not|unable to) listen on port ${port}`,
    String.raw`\b(?:address already|connection) in use\b.{0,40}${port}`,
    `${port}.*(?:EADDRINUSE|address already in use|port is already allocated)`,
  ];
  const says = new RegExp(sentences.join('|'), 'i');
  return lines.find((line) => says.test(line));
}

function portOf({ port, protocol }: URL): string {
  return port || (protocol === 'https:' ? '443' : '80');
}
