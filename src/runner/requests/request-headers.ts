import type { Page } from 'playwright-core';
import { Headers } from 'undici';
import type { StepScope } from '../steps/step-scope.ts';
import { within } from '../within.ts';
import { basicAuthorization } from './basic-authorization.ts';

type Sender = Pick<StepScope, 'page' | 'executionUrl' | 'basicAuth' | 'headers'>;

/** What the question for the browser's name may take, in ms. */
const askMs = 1000;

/**
 * What requests on behalf of the page are sent: credentials and header fields of the environment are for the app's own
 * origin alone.
 * @param others whether other origins are sent the cookies that the page has for them.
 * @returns the header fields for a URL, to be asked for each redirect anew.
 */
export async function requestHeaders(
  { page, executionUrl, basicAuth, headers: fields }: Sender,
  others: { readonly cookies: boolean },
): Promise<(url: URL) => Promise<Headers>> {
  const userAgent = await userAgentOf(page);
  const { origin } = new URL(executionUrl);
  return async (url) => {
    const headers = new Headers(userAgent === undefined ? {} : { 'user-agent': userAgent });
    const ours = url.origin === origin;
    if (ours || others.cookies) {
      const cookies = await page.context().cookies(url.href);
      if (cookies.length > 0)
        headers.set('cookie', cookies.map(({ name, value }) => `${name}=${value}`).join('; '));
    }
    if (!ours) return headers;
    if (basicAuth !== undefined)
      headers.set('authorization', basicAuthorization(basicAuth.username, basicAuth.password));
    for (const [name, value] of Object.entries(fields)) headers.set(name, value);
    return headers;
  };
}

/** Apps answer by it: as the browser they know. @returns undefined where the page does not say in time. */
async function userAgentOf(page: Page): Promise<string | undefined> {
  const ask = () => page.evaluate(() => navigator.userAgent);
  return within(askMs, 'The page does not answer.', ask).catch(() => undefined);
}
