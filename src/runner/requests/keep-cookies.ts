import { isIP } from 'node:net';
import type { BrowserContext } from 'playwright-core';
import { type Cookie, getSetCookies, type Response } from 'undici';

/** Puts the cookies of an answer into the browser, as if a page had got it. What can't be put there is left out. */
export async function keepCookies(context: BrowserContext, url: URL, response: Response): Promise<void> {
  for (const cookie of getSetCookies(response.headers)) {
    const domain = domainOf(cookie, url);
    if (domain === undefined) continue;
    const { name, value, httpOnly = false, secure = false, sameSite } = cookie;
    const { path = folderOf(url) } = cookie;
    const kept = { name, value, domain, path, httpOnly, secure, expires: expiryOf(cookie) };
    await context.addCookies([sameSite === undefined ? kept : { ...kept, sameSite }]).catch(() => {});
  }
}

/** The host alone, or the domain above it that the cookie names; undefined where it may not name that. */
function domainOf({ domain = '' }: Cookie, { hostname }: URL): string | undefined {
  if (domain === '' || (domain === hostname && isIP(hostname) !== 0)) return hostname;
  const isAbove = domain.includes('.') && hostname.endsWith(`.${domain}`);
  return domain === hostname || isAbove ? `.${domain}` : undefined;
}

/** The path that a cookie holds for where it names none. */
function folderOf({ pathname }: URL): string {
  return pathname.slice(0, pathname.lastIndexOf('/')) || '/';
}

/** In seconds since 1970; -1 for the end of the session. */
function expiryOf({ maxAge, expires }: Cookie): number {
  if (maxAge !== undefined) return maxAge > 0 ? Date.now() / 1000 + maxAge : longAgo;
  if (expires === undefined) return -1;
  return Math.max(longAgo, new Date(expires).getTime() / 1000);
}

/** What has expired is taken away. The driver takes no time before 1970. */
const longAgo = 1;
