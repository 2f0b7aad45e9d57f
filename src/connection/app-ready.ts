import { setTimeout as sleep } from 'node:timers/promises';
import { fetch } from 'undici';
import { isDistrust, networkCode } from '../client/errors.ts';
import { openNetwork } from '../client/network.ts';
import type { Fetch } from '../client/transport.ts';
import { isLoopback } from '../common/loopback.ts';
import { UserError } from '../runtime/user-error.ts';
import type { AppProcess } from './app-process.ts';
import { printedAddresses } from './printed-address.ts';

/** An app that starts in the background has this long to answer, in ms. */
const graceMs = 30_000;
const attemptMs = 5000;
const pauseMs = 250;
/** A started app that does not answer after this time may be at another address, in ms. */
const elsewhereMs = 5000;
/** OpenSSL's name for an answer to a TLS handshake that is not TLS. */
const plainHttp = 'ERR_SSL_WRONG_VERSION_NUMBER';
/** A server that expects TLS closes the connection of a plain request, or answers with status 400. */
const refusesPlain = ['UND_ERR_SOCKET', 'ECONNRESET', '400'];
/** The app answers the request over TLS only. */
const onlyHttps = 'HTTPS only';
/** A proxy's response while the app behind it is starting. */
const notReady = [502, 503, 504];

/** An app that is starting. */
interface StartingApp {
  readonly process: AppProcess;
  /** It has this long to answer, in ms. */
  readonly timeoutMs: number;
  /** Called once if it does not answer, but another address does that it has printed. */
  readonly onElsewhere?: (text: string) => void;
}

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
 * Waits until the app answers with any status but 502, 503 and 504. Requests take the same way as the browser's: directly
 * on loopback, else through the machine's proxies.
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
  const reason = await withFetch(url, (send) => probe(send, url, signal));
  signal.throwIfAborted();
  refuseOtherProtocol(reason, url);
  return reason === undefined;
}

/** @throws UserError if the app speaks HTTP where the URL has HTTPS, or the other way round. */
function refuseOtherProtocol(reason: string | undefined, url: string): void {
  if (reason !== plainHttp && reason !== onlyHttps) return;
  const [protocol, other] =
    reason === plainHttp ? ['plain HTTP, not HTTPS', 'http'] : ['HTTPS, not plain HTTP', 'https'];
  throw new UserError(`The app at ${url} answers with ${protocol}. Write ${url.replace(/^https?/i, other)}.`);
}

async function withFetch<T>(url: string, work: (send: Fetch) => Promise<T>): Promise<T> {
  if (isLoopback(new URL(url))) return work(fetchDirectly);
  await using network = openNetwork();
  return await work(network.fetch);
}

const fetchDirectly: Fetch = (url, request) => fetch(url, { ...request, redirect: 'manual' });

async function pollApp(send: Fetch, url: string, options: WaitOptions): Promise<void> {
  const { signal, onWaiting, app } = options;
  const startedAt = performance.now();
  let reason: string | undefined;
  let elsewhere: string | undefined;
  for (;;) {
    const last = reason;
    reason = await probe(send, url, signal);
    const failure = app?.process.failure();
    if (failure !== undefined) throw appError(`The app ${failure} before it answered at ${url}.`, app);
    if (reason === undefined) return;
    refuseForGood(reason, url);
    if (signal.aborted) {
      // The abort says nothing about the app.
      if (last === undefined) throw signal.reason;
      reason = last;
    } else if (last === undefined) {
      onWaiting?.(`Waiting for ${url} (${reason})`);
    }
    await sleep(pauseMs, undefined, { signal }).catch(() => {});
    const waitedMs = performance.now() - startedAt;
    const isOver = signal.aborted || waitedMs > (app?.timeoutMs ?? graceMs);
    if (app !== undefined && elsewhere === undefined && (isOver || waitedMs > elsewhereMs)) {
      elsewhere = await findElsewhere(app, url, signal);
      if (elsewhere !== undefined && !isOver)
        app.onElsewhere?.(`The app does not answer at ${url} yet. ${elsewhere}`);
    }
    if (isOver) {
      const problem = `The app does not answer at ${url} (${reason}, after ${Math.round(waitedMs / 1000)} s).`;
      throw appError(`${problem} ${elsewhere ?? adviceOf(options)}`, app);
    }
  }
}

/** Looks for an app at the addresses that it has printed. @returns what to do if it answers at one of them. */
async function findElsewhere(
  { process }: StartingApp,
  url: string,
  signal: AbortSignal,
): Promise<string | undefined> {
  for (const address of printedAddresses(process.lastLines(), url)) {
    const answer = await request(fetchDirectly, address, signal);
    if (typeof answer === 'number' && !notReady.includes(answer))
      return `It has printed ${address}, which answers. If that is the app, set the input \`url\` to it.`;
  }
  return undefined;
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

function adviceOf({ app, advice }: WaitOptions): string {
  if (advice !== undefined) return advice;
  return app === undefined
    ? 'Start it with the input `start`, and check the input `url`.'
    : 'Check the inputs `start`, `url` and `start-timeout`.';
}

function appError(message: string, app: StartingApp | undefined): UserError {
  return new UserError(`${message}${app === undefined ? '' : describeOutput(app.process)}`);
}

/** The last lines of the app, each indented. */
export function describeOutput(app: AppProcess): string {
  const lines = app.lastLines();
  if (lines.length === 0) return ' It printed nothing.';
  return ` Its last lines:\n${lines.map((line) => `    ${line}`).join('\n')}`;
}

/** @returns why the app is not ready; undefined if it is. */
async function probe(send: Fetch, url: string, signal: AbortSignal): Promise<string | undefined> {
  const answer = await request(send, url, signal);
  const reason = typeof answer === 'number' && notReady.includes(answer) ? `it answered ${answer}` : answer;
  const isPlainOfPort = /^http:/i.test(url) && new URL(url).port !== '';
  if (isPlainOfPort && refusesPlain.includes(String(answer))) {
    const overTls = await request(send, url.replace(/^http/i, 'https'), signal);
    if (typeof overTls === 'number') return onlyHttps;
  }
  return typeof reason === 'string' ? reason : undefined;
}

/** @returns the status, or a code of what went wrong. */
async function request(send: Fetch, url: string, signal: AbortSignal): Promise<number | string> {
  const done = new AbortController();
  const attempt = AbortSignal.any([signal, done.signal, AbortSignal.timeout(attemptMs)]);
  try {
    const { status } = await send(url, { method: 'GET', headers: {}, signal: attempt });
    return status;
  } catch (error) {
    const code = networkCode(error);
    // The app answers; the browser decides whether to trust its certificate.
    return isDistrust(code) ? 200 : code;
  } finally {
    // The body is left unread.
    done.abort();
  }
}
