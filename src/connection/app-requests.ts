import { fetch } from 'undici';
import { isDistrust, networkCode } from '../client/client-errors.ts';
import { openNetwork } from '../client/network.ts';
import type { Fetch } from '../client/transport.ts';
import { UserError } from '../common/errors.ts';
import { isLoopback } from '../common/loopback.ts';
import { loopbackAgent } from '../common/loopback-agent.ts';

/** How long a request waits for a response, in ms. */
export const attemptMs = 5000;
/** OpenSSL's name for an answer to a TLS handshake that is not TLS. */
const plainHttp = 'ERR_SSL_WRONG_VERSION_NUMBER';
/** The reason of a server that speaks another protocol. */
export const notHttp = 'its response is not HTTP';
/** A server that expects TLS closes the connection of a plain request, or answers with an alert or the status 400. */
const refusesPlain = ['UND_ERR_SOCKET', 'ECONNRESET', notHttp, '400'];
/** Without a port in its URL, an app that is served over TLS only has nothing at the port of HTTP. */
const refusesPort = ['ECONNREFUSED'];
/** The app answers the request over TLS only. */
const onlyHttps = 'HTTPS only';
/** A proxy's response while the app behind it does not run. */
const ofProxy = [502, 503, 504];
/** How a reason begins that is a status. */
export const answered = 'it answered ';

/** For addresses on loopback. */
export const fetchDirectly: Fetch = (url, request) =>
  fetch(url, { ...request, redirect: 'manual', dispatcher: loopbackAgent });

/** Gives work a `fetch` that takes the same way as the browser: directly on loopback, else through the machine's proxies. */
export async function withFetch<T>(url: string, work: (send: Fetch) => Promise<T>): Promise<T> {
  if (isLoopback(new URL(url))) return work(fetchDirectly);
  await using network = openNetwork();
  return await work(network.fetch);
}

/** The first of some URLs at which an app answers. */
export async function firstAnswering(
  urls: readonly string[],
  signal: AbortSignal,
): Promise<string | undefined> {
  for (const url of urls) {
    if (reasonOf(await request(fetchDirectly, url, signal)) === undefined) return url;
  }
  return undefined;
}

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
export function isOfApp(answer: number | string): answer is number {
  return typeof answer === 'number' && !ofProxy.includes(answer);
}

/** @returns why the app is not ready, given what {@link probe} returns; undefined if it is. */
export function reasonOf(answer: number | string): string | undefined {
  if (typeof answer === 'string') return answer;
  return answer >= 500 ? `${answered}${answer}` : undefined;
}

/** @returns the status, or a code of what went wrong. */
export async function request(
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

export function noResponse(limitMs: number): string {
  return `no response within ${Math.round(limitMs / 1000)} s`;
}

/** @throws UserError if the app is not ready for a reason that waiting does not change. */
export function refuseForGood(reason: string, url: string): void {
  if (reason === 'bad port') {
    throw new UserError(
      `Browsers do not open the port of ${url}, which is reserved for another protocol. Serve the app on another port, such as 3000.`,
    );
  }
  refuseOtherProtocol(reason, url);
}

/** @throws UserError if the app speaks HTTP where the URL has HTTPS, or the other way round. */
export function refuseOtherProtocol(reason: number | string, url: string): void {
  if (reason !== plainHttp && reason !== onlyHttps) return;
  const [protocol, other] =
    reason === plainHttp ? ['plain HTTP, not HTTPS', 'http'] : ['HTTPS, not plain HTTP', 'https'];
  throw new UserError(`The app at ${url} answers with ${protocol}. Write ${url.replace(/^https?/i, other)}.`);
}
