import type { APIResponse } from 'playwright-core';
import { joinUrl } from '../join-url.ts';
import type { StepScope } from './step-scope.ts';

const redirects = new Set([301, 302, 303, 307, 308]);
const maxRedirects = 20;

/**
 * RESPONSE_OK: a GET of the URL, with the cookies of the page, is answered with a status from 200 to 299 after all
 * redirects. It is asked once.
 */
export async function responseOk(scope: StepScope, calledWith: string): Promise<void> {
  const url = joinUrl(scope.executionUrl, scope.fill(calledWith));
  const response = await follow(url, scope);
  const redirected = response.url() === url ? [] : [`Redirected to: ${withoutLogin(response.url())}`];
  if (response.ok()) return response.dispose();
  throw new Error(
    [
      'expect(response).toBeOK() failed',
      '',
      `Request:  GET ${withoutLogin(url)}`,
      ...redirected,
      'Expected: a status from 200 to 299',
      `Received: ${`${response.status()} ${response.statusText()}`.trim()}`,
    ].join('\n'),
  );
}

/** Playwright would take the header fields along to another origin, so each redirect is a request of its own. */
async function follow(start: string, scope: StepScope): Promise<APIResponse> {
  let url = start;
  for (let count = 0; count <= maxRedirects; count += 1) {
    const response = await get(url, scope);
    const { location } = response.headers();
    if (!redirects.has(response.status()) || location === undefined || !URL.canParse(location, url)) {
      return response;
    }
    await response.dispose();
    url = new URL(location, url).href;
  }
  throw new Error(`GET ${withoutLogin(start)} was redirected more than ${maxRedirects} times.`);
}

async function get(
  url: string,
  { page, headers, executionUrl, remainingMs }: StepScope,
): Promise<APIResponse> {
  const ours = new URL(url).origin === new URL(executionUrl).origin;
  try {
    return await page.request.get(url, {
      headers: ours ? { ...headers } : {},
      maxRedirects: 0,
      timeout: remainingMs(),
    });
  } catch (error) {
    // What follows is a log of all that was sent, cookies and header fields too.
    const [reason] = (error instanceof Error ? error.message : String(error)).split('\nCall log:');
    throw new Error(`GET ${withoutLogin(url)} was not answered: ${reason}`);
  }
}

function withoutLogin(text: string): string {
  const url = new URL(text);
  url.username = '';
  url.password = '';
  return url.href;
}
