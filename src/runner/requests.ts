import { isIP } from 'node:net';
import type { BrowserContext, Page } from 'playwright-core';
import { type Cookie, EnvHttpProxyAgent, fetch, getSetCookies, Headers, type Response } from 'undici';
import { isLoopback } from '../common/loopback.ts';
import { loopbackAgent } from '../common/loopback-agent.ts';
import { isAbsoluteUrl, webUrlOf } from '../contract/exchange/address.ts';
import { InvalidStep } from './failure/reason.ts';
import type { RunPlan } from './runner.ts';
import { unlessLate } from './wait.ts';

/**
 * Joins the execution URL with a path below it, or with a query or fragment. An absolute URL is returned unchanged.
 * @throws Error if the result is not an http or https URL.
 */
export function joinUrl(executionUrl: string, path: string): string {
  if (path === '') return executionUrl;
  if (isAbsoluteUrl(path)) return webUrl(path);
  // A query or a fragment belongs to the page itself, as in a link on it.
  if (/^[?#]/.test(path)) return webUrl(new URL(path, executionUrl).href);
  const base = new URL(executionUrl);
  return webUrl(`${base.origin}${base.pathname.replace(/\/+$/, '')}/${path.replace(/^\/+/, '')}`);
}

function webUrl(text: string): string {
  const url = webUrlOf(text);
  if (url !== undefined) return url;
  throw new InvalidStep(
    `Cannot open "${text}": use an http or https URL, or a path below the URL under test.`,
  );
}

/** How a URL is fetched. */
interface FetchOptions {
  /** Default: 20, as in browsers. */
  readonly maxRedirects?: number;
  /** Whether requests to other origins than the app's have the cookies of the page. */
  readonly sendsCookies: boolean;
  readonly timeoutMs: number;
  /** Called for each response, including redirects. */
  readonly onResponse?: (url: URL, response: Response) => Promise<void>;
}

export class TooManyRedirects extends Error {
  constructor(max: number) {
    super(`it redirects more than ${max} times`);
  }
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
 * Fetches a URL with GET on behalf of the page: directly on loopback, otherwise through the machine's proxies.
 * @returns the last response, whose body must be read or cancelled, and its URL.
 * @throws TooManyRedirects, RedirectedAway; what `fetch` throws.
 */
export async function fetchAsPage(
  start: URL,
  scope: RequestScope,
  { maxRedirects = 20, sendsCookies, timeoutMs, onResponse }: FetchOptions,
): Promise<{ readonly url: URL; readonly response: Response }> {
  const signal = AbortSignal.timeout(timeoutMs);
  // Called for each redirect, so that secrets are sent to their origin only.
  const headersFor = await requestHeaders(scope, sendsCookies);
  let url = start;
  for (let count = 0; count <= maxRedirects; count += 1) {
    const headers = await headersFor(url);
    const response = await fetch(moveCredentials(url, headers), {
      headers,
      redirect: 'manual',
      signal,
      // As the browser does. An idle connection closes by itself.
      dispatcher: isLoopback(url) ? loopbackAgent : new EnvHttpProxyAgent(),
    });
    await onResponse?.(url, response);
    const location = response.headers.get('location');
    const next = redirectStatuses.has(response.status) && location !== null ? URL.parse(location, url) : null;
    if (next === null) return { url, response };
    await response.body?.cancel();
    if (next.protocol !== 'http:' && next.protocol !== 'https:') throw new RedirectedAway(url);
    url = next;
  }
  throw new TooManyRedirects(maxRedirects);
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

/** How much of a body is read that nobody needs, in bytes. */
const maxDiscarded = 50 * 1024 * 1024;

/** Reads a body and discards it; of a large one, the rest is not fetched. @param onBytes gets its bytes after decompression. */
export async function discardBody(
  { body }: Response,
  onBytes: (bytes: Uint8Array) => void = () => {},
): Promise<void> {
  let size = 0;
  for await (const chunk of body ?? []) {
    if (!(chunk instanceof Uint8Array)) throw new TypeError('The body is not a stream of bytes.');
    size += chunk.byteLength;
    if (size > maxDiscarded) return;
    onBytes(chunk);
  }
}

/** The value of an `authorization` field for basic authentication. */
function basicAuthorization(username: string, password: string): string {
  return `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;
}

/** Timeout for reading the user agent, in ms. */
const readMs = 1000;

/** The page on whose behalf requests are sent, and its app. */
interface RequestScope {
  readonly page: Page;
  readonly app: Pick<RunPlan, 'executionUrl' | 'environment'>;
}

/**
 * The header fields of requests on behalf of the page. Credentials and header fields of the environment are for the app's
 * origin only.
 * @returns a function that returns the header fields for a URL.
 */
async function requestHeaders(
  { page, app: { executionUrl, environment } }: RequestScope,
  sendsCookies: boolean,
): Promise<(url: URL) => Promise<Headers>> {
  const userAgent = await userAgentOf(page);
  const { origin } = new URL(executionUrl);
  const { basicAuth, headers: fields } = environment;
  return async (url) => {
    const headers = new Headers(userAgent === undefined ? {} : { 'user-agent': userAgent });
    const isApp = url.origin === origin;
    if (isApp || sendsCookies) {
      const cookies = await page.context().cookies(url.href);
      if (cookies.length > 0)
        headers.set('cookie', cookies.map(({ name, value }) => `${name}=${value}`).join('; '));
    }
    if (!isApp) return headers;
    if (basicAuth !== undefined)
      headers.set('authorization', basicAuthorization(basicAuth.username, basicAuth.password));
    for (const [name, value] of Object.entries(fields)) headers.set(name, value);
    return headers;
  };
}

/** The page's user agent, which some apps require. @returns undefined if the page does not respond in time. */
async function userAgentOf(page: Page): Promise<string | undefined> {
  return unlessLate(
    page.evaluate(() => navigator.userAgent),
    readMs,
  );
}

/** Stores the cookies of a response in the browser, as if a page had received it. Invalid ones are left out. */
export async function storeCookies(context: BrowserContext, url: URL, response: Response): Promise<void> {
  for (const cookie of getSetCookies(response.headers)) {
    const domain = domainOf(cookie, url);
    if (domain === undefined) continue;
    const { name, value, httpOnly = false, secure = false, sameSite } = cookie;
    const { path = folderOf(url) } = cookie;
    const kept = { name, value, domain, path, httpOnly, secure, expires: expiryOf(cookie) };
    await context.addCookies([sameSite === undefined ? kept : { ...kept, sameSite }]).catch(() => {});
  }
}

/** The host, or the parent domain that the cookie names; undefined if it must not name that domain. */
function domainOf({ domain = '' }: Cookie, { hostname }: URL): string | undefined {
  if (domain === '' || (domain === hostname && isIP(hostname) !== 0)) return hostname;
  const isAbove = domain.includes('.') && hostname.endsWith(`.${domain}`);
  return domain === hostname || isAbove ? `.${domain}` : undefined;
}

/** The default path of a cookie. */
function folderOf({ pathname }: URL): string {
  return pathname.slice(0, pathname.lastIndexOf('/')) || '/';
}

/** In seconds since 1970; -1 for the end of the session. */
function expiryOf({ maxAge, expires }: Cookie): number {
  if (maxAge !== undefined) return maxAge > 0 ? Date.now() / 1000 + maxAge : longAgo;
  if (expires === undefined) return -1;
  return Math.max(longAgo, new Date(expires).getTime() / 1000);
}

/** The expiry of cookies that are removed. The driver accepts no time before 1970. */
const longAgo = 1;
