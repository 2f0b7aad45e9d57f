import { setTimeout as sleep } from 'node:timers/promises';
import { fetch } from 'undici';
import { isDistrust, networkCode } from '../client/errors.ts';
import { openNetwork } from '../client/network.ts';
import type { Fetch } from '../client/transport.ts';
import { orAborted } from '../common/async.ts';
import { UserError } from '../common/errors.ts';
import { isLoopback } from '../common/loopback.ts';
import { loopbackAgent } from '../common/loopback-agent.ts';
import { type AppProcess, describeOutput } from './app-process.ts';

/** An app that starts in the background has this long to answer, in ms. */
const graceMs = 30_000;
const pauseMs = 250;
/** An app that was started here may answer with other errors for so long, in ms. After that, tests show what is broken. */
const brokenMs = 10_000;

interface WaitOptions {
  readonly signal: AbortSignal;
  /** Called once if the app does not answer at first. */
  readonly onWaiting?: (text: string) => void;
  /** The app, if it was started here. Its last lines are part of an error. */
  readonly app?: StartingApp;
  /** What to do if the app does not answer. */
  readonly advice?: string;
}

/**
 * Waits until the app answers with a status below 500. If it has not been started here, or still answers 500 after 10 s,
 * it is broken and not starting, which the tests show. Requests take the same way as the browser's: directly on loopback,
 * else through the machine's proxies.
 * @throws UserError with the URL and the last reason: after 30 s or the app's own time; at once if the app fails, or
 * speaks plain HTTP at an https URL or HTTPS at an http URL; when `signal` is aborted; the reason of `signal` if the app had no time to answer; Error if
 * the variable of a proxy holds no URL.
 */
export async function waitForApp(url: string, options: WaitOptions): Promise<void> {
  return withFetch(url, (send) => pollApp(send, url, options));
}

/** @throws UserError if something answers at a URL where an app is to be started: it would be tested instead. */
export async function requireFree(url: string, signal: AbortSignal): Promise<void> {
  if (!(await answers(url, signal))) return;
  throw new UserError(
    `Another program already answers at ${url}, so the app was not started. Stop that program, or remove the input \`start\` to test it.`,
  );
}

/** Whether an app answers now. @throws UserError if it speaks the other of HTTP and HTTPS; the reason of `signal`. */
export async function answers(url: string, signal: AbortSignal): Promise<boolean> {
  const answer = await withFetch(url, (send) => probe(send, url, signal));
  signal.throwIfAborted();
  refuseOtherProtocol(answer, url);
  return isOfApp(answer);
}

/** An app that restarts has this long to answer again, in ms. */
const restartMs = 5000;
/** One that answers late is there. */
const lateMs = 1000;

/** Whether nothing listens at the URL, for so long that the app does not just restart. @throws the reason of `signal`. */
export async function refusesConnections(url: string, signal: AbortSignal): Promise<boolean> {
  const startedAt = performance.now();
  const attempt = () => AbortSignal.any([signal, AbortSignal.timeout(lateMs)]);
  while ((await withFetch(url, (send) => request(send, url, attempt()))) === 'ECONNREFUSED') {
    if (performance.now() - startedAt >= restartMs) return true;
    await sleep(pauseMs, undefined, { signal });
  }
  signal.throwIfAborted();
  return false;
}

async function pollApp(send: Fetch, url: string, options: WaitOptions): Promise<void> {
  const { signal, onWaiting, app, advice } = options;
  const timeoutMs = app?.timeoutMs ?? graceMs;
  const startedAt = performance.now();
  const diagnosis = app && new StartupDiagnosis(app, url);
  const whyNotReady = createReadiness(Math.min(brokenMs, app?.timeoutMs ?? 0));
  using probes = new Probes((stop) =>
    probe(send, url, AbortSignal.any([signal, stop]), Math.max(attemptMs, timeoutMs)),
  );
  let reason: string | undefined;
  for (;;) {
    const last = reason;
    // One that answers slowly needs more time than one that starts.
    const sinceStart = performance.now() - startedAt;
    const limitMs = Math.max(attemptMs, Math.round(Math.min(sinceStart, timeoutMs - sinceStart)));
    reason = whyNotReady(await probes.next(limitMs));
    const failure = app?.process.failure();
    if (failure !== undefined) throw appError(describeFailure(failure, url, app), app);
    if (reason === undefined) return;
    refuseForGood(reason, url);
    if (signal.aborted) {
      // The abort says nothing about the app.
      if (last === undefined) throw signal.reason;
      reason = last;
    } else if (last === undefined) {
      onWaiting?.(`Waiting up to ${Math.round(timeoutMs / 1000)} s for ${url} (${reason})`);
    }
    await sleep(pauseMs, undefined, { signal }).catch(() => {});
    const waitedMs = performance.now() - startedAt;
    const isOver = signal.aborted || waitedMs > timeoutMs;
    await diagnosis?.look(waitedMs, signal);
    if (isOver) {
      const whatToDo = diagnosis?.describe() ?? advice ?? (await adviceFor(url, reason));
      throw appError(`${describeWait(url, reason, waitedMs)} ${whatToDo}`, app);
    }
  }
}

/** Asks an app again and again. A question without an answer stays open: an app may be slow. */
class Probes implements Disposable {
  readonly #stop = new AbortController();
  readonly #ready = Promise.withResolvers<number | string>();
  readonly #send: (stop: AbortSignal) => Promise<number | string>;

  constructor(send: (stop: AbortSignal) => Promise<number | string>) {
    this.#send = send;
  }

  /** @returns the answer to a new question, or that of a ready app to an earlier one. */
  async next(limitMs: number): Promise<number | string> {
    const tooLong = AbortSignal.timeout(limitMs);
    const answer = this.#send(this.#stop.signal);
    void answer.then((late) => reasonOf(late) === undefined && this.#ready.resolve(late));
    const first = Promise.race([answer, this.#ready.promise]);
    return orAborted(first, tooLong).catch(() => noResponse(limitMs));
  }

  [Symbol.dispose](): void {
    this.#stop.abort();
  }
}

function noResponse(limitMs: number): string {
  return `no response within ${Math.round(limitMs / 1000)} s`;
}

/**
 * @returns a function that says why an answer is not that of a ready app. An app that still answers with errors after
 * `startingMs` counts as ready.
 */
function createReadiness(startingMs: number): (answer: number | string) => string | undefined {
  let brokenSince: number | undefined;
  return (answer) => {
    brokenSince = isOfApp(answer) && answer >= 500 ? (brokenSince ?? performance.now()) : undefined;
    const isBroken = brokenSince !== undefined && performance.now() - brokenSince >= startingMs;
    return isBroken ? undefined : reasonOf(answer);
  };
}

function describeWait(url: string, reason: string, waitedMs: number): string {
  const state = reason.startsWith(answered) ? 'is not ready' : 'does not answer';
  return `The app ${state} at ${url} (${reason}, after ${Math.round(waitedMs / 1000)} s).`;
}

/** What to do about an app that was not started here. */
async function adviceFor(url: string, reason: string): Promise<string> {
  if (reason.startsWith(answered)) return 'Check the log of the app, and the input `url`.';
  // Something else may have ended the wait: it is not limited by the same signal.
  const elsewhere = await firstAnswering(otherLoopbacks(url), AbortSignal.timeout(attemptMs));
  if (elsewhere !== undefined)
    return `${elsewhere} answers. If that is the app, set the input \`url\` to it.`;
  return isLoopback(new URL(url))
    ? 'Start it with the input `start`, and check the input `url`.'
    : 'Check the input `url`, and whether this machine can reach it.';
}

/** What to do about a command that fails. */
const checkCommand = 'Check the input `start`. For an app in another folder, begin it with `cd folder && `.';

function describeFailure(failure: string, url: string, app: StartingApp | undefined): string {
  return app === undefined || portInUse(app.process.lastLines(), [url]) === undefined
    ? `The app ${failure} before it answered at ${url}. ${checkCommand}`
    : `The app ${failure}, because the port of ${url} is in use. ${stopOther}`;
}

/** What to do about a program that has the port of the app. */
export const stopOther = 'Stop the program that uses it, or remove the input `start` to test that program.';

/** Finds the line of an app's output that says that the port of one of the URLs is in use. @returns undefined if no line says so. */
export function portInUse(lines: readonly string[], urls: readonly string[]): string | undefined {
  const port = String.raw`\b(?:${urls.map((url) => portOf(new URL(url))).join('|')})\b`;
  // Some apps add which port they use instead.
  const says = new RegExp(
    String.raw`\bport:? ${port}.{0,40}\b(?:in use|taken|occupied)\b|already (?:running|listening) on (?:port )?${port}|address already in use.{0,40}${port}|${port}.*(?:EADDRINUSE|address already in use|port is already allocated)`,
    'i',
  );
  return lines.find((line) => says.test(line));
}

function portOf({ port, protocol }: URL): string {
  return port || (protocol === 'https:' ? '443' : '80');
}

function appError(message: string, app: StartingApp | undefined): UserError {
  return new UserError(`${message}${app === undefined ? '' : describeOutput(app.process)}`);
}

/** A started app that does not answer after this time may be at another address, in ms. */
const otherAddressDelayMs = 5000;

interface StartingApp {
  readonly process: AppProcess;
  /** It has this long to answer, in ms. */
  readonly timeoutMs: number;
  /** Called with why it may never answer: its command has ended, or another address answers that it has printed. */
  readonly onStartupHint?: (text: string) => void;
}

/** Why an app that was started may never answer. Each reason is reported once. */
class StartupDiagnosis {
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
function otherLoopbacks(url: string): string[] {
  const { protocol, hostname, port } = new URL(url);
  if (!['localhost', '127.0.0.1', '[::1]'].includes(hostname)) return [];
  return ['127.0.0.1', '[::1]']
    .filter((host) => host !== hostname)
    .map((host) => `${protocol}//${host}${port === '' ? '' : `:${port}`}`);
}

/** The first of some URLs at which an app answers. */
async function firstAnswering(urls: readonly string[], signal: AbortSignal): Promise<string | undefined> {
  for (const url of urls) {
    if (reasonOf(await request(fetchDirectly, url, signal)) === undefined) return url;
  }
  return undefined;
}

/** How long a request waits for a response, in ms. */
const attemptMs = 5000;
/** OpenSSL's name for an answer to a TLS handshake that is not TLS. */
const plainHttp = 'ERR_SSL_WRONG_VERSION_NUMBER';
const notHttp = 'its response is not HTTP';
/** A server that expects TLS closes the connection of a plain request, or answers with an alert or the status 400. */
const refusesPlain = ['UND_ERR_SOCKET', 'ECONNRESET', notHttp, '400'];
/** Without a port in its URL, an app that is served over TLS only has nothing at the port of HTTP. */
const refusesPort = ['ECONNREFUSED'];
/** The app answers the request over TLS only. */
const onlyHttps = 'HTTPS only';
/** A proxy's response while the app behind it does not run. */
const ofProxy = [502, 503, 504];
/** How a reason begins that is a status. */
const answered = 'it answered ';

/** Gives work a `fetch` that takes the same way as the browser: directly on loopback, else through the machine's proxies. */
async function withFetch<T>(url: string, work: (send: Fetch) => Promise<T>): Promise<T> {
  if (isLoopback(new URL(url))) return work(fetchDirectly);
  await using network = openNetwork();
  return await work(network.fetch);
}

/** For addresses on loopback. */
export const fetchDirectly: Fetch = (url, request) =>
  fetch(url, { ...request, redirect: 'manual', dispatcher: loopbackAgent });

/** @returns the status, or a code of what went wrong. */
export async function probe(
  send: Fetch,
  url: string,
  signal: AbortSignal,
  limitMs = attemptMs,
): Promise<number | string> {
  const answer = await request(send, url, signal, limitMs);
  const { protocol, port } = new URL(url);
  // The other port of this machine may be that of another program.
  const refuses = port === '' ? (isLoopback(new URL(url)) ? [] : refusesPort) : refusesPlain;
  if (protocol === 'http:' && refuses.includes(String(answer))) {
    const overTls = await request(send, url.replace(/^http/i, 'https'), signal);
    if (typeof overTls === 'number') return onlyHttps;
  }
  return answer;
}

/** Whether the app itself answers, and not a proxy in front of it. */
function isOfApp(answer: number | string): answer is number {
  return typeof answer === 'number' && !ofProxy.includes(answer);
}

/** @returns why the app is not ready, given what {@link probe} returns; undefined if it is. */
function reasonOf(answer: number | string): string | undefined {
  if (typeof answer === 'string') return answer;
  return answer >= 500 ? `${answered}${answer}` : undefined;
}

/** @returns the status, or a code of what went wrong. */
async function request(
  send: Fetch,
  url: string,
  signal: AbortSignal,
  limitMs = attemptMs,
): Promise<number | string> {
  const done = new AbortController();
  const tooLong = AbortSignal.timeout(limitMs);
  const attempt = AbortSignal.any([signal, done.signal, tooLong]);
  try {
    const { status } = await send(url, { method: 'GET', headers: {}, signal: attempt });
    return status;
  } catch (error) {
    if (tooLong.aborted) return noResponse(limitMs);
    const code = networkCode(error);
    if (code.startsWith('Response does not match the HTTP')) return notHttp;
    // The app answers; the browser decides whether to trust its certificate.
    return isDistrust(code) ? 200 : code;
  } finally {
    // The body is left unread.
    done.abort();
  }
}

/** @throws UserError if the app is not ready for a reason that waiting does not change. */
function refuseForGood(reason: string, url: string): void {
  if (reason === 'bad port') {
    throw new UserError(
      `Browsers do not open the port of ${url}, which is reserved for another protocol. Serve the app on another port, such as 3000.`,
    );
  }
  refuseOtherProtocol(reason, url);
}

/** @throws UserError if the app speaks HTTP where the URL has HTTPS, or the other way round. */
function refuseOtherProtocol(reason: number | string, url: string): void {
  if (reason !== plainHttp && reason !== onlyHttps) return;
  const [protocol, other] =
    reason === plainHttp ? ['plain HTTP, not HTTPS', 'http'] : ['HTTPS, not plain HTTP', 'https'];
  throw new UserError(`The app at ${url} answers with ${protocol}. Write ${url.replace(/^https?/i, other)}.`);
}
