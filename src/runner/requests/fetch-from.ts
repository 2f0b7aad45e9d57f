import { EnvHttpProxyAgent, fetch, type Headers, type Response } from 'undici';
import { isLoopback } from '../../common/loopback.ts';

/** How a URL is fetched. */
export interface FetchOptions {
  /** The maximum number of redirects. */
  readonly redirects: number;
  /** The header fields for a URL. Called for each redirect, so that secrets are sent to their origin only. */
  readonly headersFor: (url: URL) => Promise<Headers>;
  /** Called for each response, including redirects. */
  readonly onResponse?: (url: URL, response: Response) => Promise<void>;
  readonly signal: AbortSignal;
}

/** A redirect leads to an address that is not an http or https URL. */
export class RedirectedAway extends Error {
  readonly from: URL;

  constructor(from: URL) {
    super('it redirects to an address that is not an http or https URL');
    this.from = from;
  }
}

/**
 * Fetches a URL with GET: directly on loopback, otherwise through the machine's proxies.
 * @returns the last response, whose body must be read or cancelled; undefined if there are more redirects.
 * @throws RedirectedAway; what `fetch` throws.
 */
export async function fetchFrom(
  start: URL,
  { redirects, headersFor, onResponse, signal }: FetchOptions,
): Promise<{ readonly url: URL; readonly response: Response } | undefined> {
  let url = start;
  for (let count = 0; count <= redirects; count += 1) {
    const headers = await headersFor(url);
    const response = await fetch(moveCredentials(url, headers), {
      headers,
      redirect: 'manual',
      signal,
      // As the browser does. An idle connection closes by itself.
      ...(isLoopback(url) ? {} : { dispatcher: new EnvHttpProxyAgent() }),
    });
    await onResponse?.(url, response);
    const location = response.headers.get('location');
    const next = redirectStatuses.has(response.status) && location !== null ? URL.parse(location, url) : null;
    if (next === null) return { url, response };
    await response.body?.cancel();
    if (next.protocol !== 'http:' && next.protocol !== 'https:') throw new RedirectedAway(url);
    url = next;
  }
  return undefined;
}

const redirectStatuses: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

/** Moves credentials of the URL to a header field, as browsers do: `fetch` refuses them. */
export function moveCredentials(url: URL, headers: Pick<Headers, 'set'>): URL {
  if (url.username === '' && url.password === '') return url;
  const [username, password] = [decodeURIComponent(url.username), decodeURIComponent(url.password)];
  headers.set('authorization', basicAuthorization(username, password));
  return withoutCredentials(url);
}

/** The URL without user name and password. */
export function withoutCredentials(url: URL): URL {
  return Object.assign(new URL(url), { username: '', password: '' });
}

/**
 * Reads a body up to a number of bytes, after decompression.
 * @returns false if there are more than `limit`; the rest is not fetched.
 */
export async function readUpTo(
  limit: number,
  { body }: Response,
  onBytes: (bytes: Uint8Array) => void = () => {},
): Promise<boolean> {
  let size = 0;
  for await (const chunk of body ?? []) {
    if (!(chunk instanceof Uint8Array)) throw new TypeError('The body is not a stream of bytes.');
    size += chunk.byteLength;
    if (size > limit) return false;
    onBytes(chunk);
  }
  return true;
}

/** The value of an `authorization` field for basic authentication. */
export function basicAuthorization(username: string, password: string): string {
  return `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;
}
