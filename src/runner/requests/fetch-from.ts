import { EnvHttpProxyAgent, fetch, type Headers, type Response } from 'undici';
import { isLoopback } from '../../contract/loopback.ts';
import { basicAuthorization } from './basic-authorization.ts';
import { follow } from './follow.ts';

/** How a URL is fetched. */
export interface Fetching {
  /** So many redirects are followed. */
  readonly redirects: number;
  /** What a URL is sent: asked again for each redirect, so that no other origin gets what one may know. */
  readonly headersFor: (url: URL) => Promise<Headers>;
  /** Told each answer, also those that redirect. */
  readonly onAnswer?: (url: URL, response: Response) => Promise<void>;
  readonly signal: AbortSignal;
}

/** A redirect leads to what is no http or https URL. */
export class RedirectedAway extends Error {
  /** Where it does so. */
  readonly from: URL;

  constructor(from: URL) {
    super('it redirects to what is no http or https URL');
    this.from = from;
  }
}

/**
 * Gets a URL: on loopback by itself, else by the machine's proxies.
 * @returns the last answer, whose body is still to be read or cancelled; undefined where there are more redirects.
 * @throws RedirectedAway; what `fetch` throws.
 */
export function fetchFrom(
  start: URL,
  { redirects, headersFor, onAnswer, signal }: Fetching,
): Promise<{ readonly url: URL; readonly response: Response } | undefined> {
  let before = start;
  return follow(start, redirects, async (url) => {
    if (url.protocol !== 'http:' && url.protocol !== 'https:') throw new RedirectedAway(before);
    before = url;
    const headers = await headersFor(url);
    const response = await fetch(withoutCredentials(url, headers), {
      headers,
      redirect: 'manual',
      signal,
      // As the browser asks. An idle connection is closed by itself.
      ...(isLoopback(url) ? {} : { dispatcher: new EnvHttpProxyAgent() }),
    });
    await onAnswer?.(url, response);
    const location = response.headers.get('location');
    return { response, status: response.status, location, discard: async () => response.body?.cancel() };
  });
}

/** A request's URL may carry no credentials: they go into a header field, as browsers do it. */
function withoutCredentials(url: URL, headers: Headers): URL {
  if (url.username === '' && url.password === '') return url;
  const [username, password] = [decodeURIComponent(url.username), decodeURIComponent(url.password)];
  headers.set('authorization', basicAuthorization(username, password));
  const bare = new URL(url);
  bare.username = '';
  bare.password = '';
  return bare;
}

/** Why a request had no answer: its code, such as ECONNREFUSED, where it has one. */
export function networkReason(error: unknown): string {
  let innermost = error;
  while (innermost instanceof Error && innermost.cause !== undefined) innermost = innermost.cause;
  if (!(innermost instanceof Error)) return String(innermost);
  return 'code' in innermost && typeof innermost.code === 'string' ? innermost.code : innermost.message;
}

/**
 * The bytes of a body as they come, unpacked.
 * @returns false where there are more than `limit`: what is left is not fetched.
 */
export async function readUpTo(
  limit: number,
  { body }: Response,
  onBytes: (bytes: Uint8Array) => void = () => {},
): Promise<boolean> {
  let size = 0;
  for await (const chunk of body ?? []) {
    if (!(chunk instanceof Uint8Array)) throw new TypeError('a body is made of bytes');
    size += chunk.byteLength;
    if (size > limit) return false;
    onBytes(chunk);
  }
  return true;
}
