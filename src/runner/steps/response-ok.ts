import type { APIResponse } from 'playwright-core';
import { joinUrl } from '../join-url.ts';
import { follow } from '../requests/follow.ts';
import type { StepScope } from './step-scope.ts';

const maxRedirects = 20;

/**
 * RESPONSE_OK: a GET of the URL, with the cookies of the page, is answered with a status from 200 to 299 after all
 * redirects. It is asked once.
 */
export async function responseOk(scope: StepScope, calledWith: string): Promise<void> {
  const url = joinUrl(scope.executionUrl, scope.fill(calledWith));
  const response = await answerTo(url, scope);
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
async function answerTo(start: string, scope: StepScope): Promise<APIResponse> {
  const last = await follow(new URL(start), maxRedirects, async ({ href }) => {
    const response = await get(href, scope);
    const { location } = response.headers();
    return { response, status: response.status(), location, discard: () => response.dispose() };
  });
  if (last !== undefined) return last.response;
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
