import { isIP } from 'node:net';
import type { BrowserContext, Page } from 'playwright-core';
import { type Cookie, getSetCookies, Headers, type Response } from 'undici';
import type { StepScope } from '../steps/step-scope.ts';
import { unlessLate } from '../wait.ts';
import { basicAuthorization } from './fetch-from.ts';

/** Timeout for reading the user agent, in ms. */
const readMs = 1000;

/**
 * The header fields of requests on behalf of the page. Credentials and header fields of the environment are for the app's
 * origin only.
 * @param others whether requests to other origins have the cookies of the page.
 * @returns a function that returns the header fields for a URL; call it for each redirect.
 */
export async function requestHeaders(
  { page, app: { executionUrl, environment } }: Pick<StepScope, 'page' | 'app'>,
  others: { readonly cookies: boolean },
): Promise<(url: URL) => Promise<Headers>> {
  const userAgent = await userAgentOf(page);
  const { origin } = new URL(executionUrl);
  const { basicAuth, headers: fields } = environment;
  return async (url) => {
    const headers = new Headers(userAgent === undefined ? {} : { 'user-agent': userAgent });
    const isApp = url.origin === origin;
    if (isApp || others.cookies) {
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
