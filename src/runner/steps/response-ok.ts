import type { Response } from 'undici';
import { joinUrl } from '../join-url.ts';
import { fetchFrom, networkReason, readUpTo } from '../requests/fetch-from.ts';
import { keepCookies } from '../requests/keep-cookies.ts';
import { requestHeaders } from '../requests/request-headers.ts';
import type { StepScope } from './step-scope.ts';

const maxRedirects = 20;
/** So much of a body is waited for, in bytes; nothing of it is kept. */
const maxBody = 50 * 1024 * 1024;

/**
 * RESPONSE_OK: a GET of the URL, with the cookies of the page, is answered with a status from 200 to 299 after all
 * redirects. It is asked once.
 */
export async function responseOk(scope: StepScope, calledWith: string): Promise<void> {
  const start = new URL(joinUrl(scope.executionUrl, scope.fill(calledWith)));
  const { url, response } = await answerTo(start, scope);
  if (response.ok) return;
  const redirected = url.href === start.href ? [] : [`Redirected to: ${withoutLogin(url)}`];
  throw new Error(
    [
      'expect(response).toBeOK() failed',
      '',
      `Request:  GET ${withoutLogin(start)}`,
      ...redirected,
      'Expected: a status from 200 to 299',
      `Received: ${`${response.status} ${response.statusText}`.trim()}`,
    ].join('\n'),
  );
}

async function answerTo(start: URL, scope: StepScope): Promise<{ url: URL; response: Response }> {
  const context = scope.page.context();
  const headersFor = await requestHeaders(scope, { cookies: true });
  const timeoutMs = scope.remainingMs();
  try {
    const last = await fetchFrom(start, {
      redirects: maxRedirects,
      headersFor,
      onAnswer: (url, response) => keepCookies(context, url, response),
      signal: AbortSignal.timeout(timeoutMs),
    });
    if (last !== undefined) {
      await readUpTo(maxBody, last.response);
      return last;
    }
  } catch (error) {
    const isLate = error instanceof Error && error.name === 'TimeoutError';
    const reason = isLate ? `Timeout ${timeoutMs}ms exceeded.` : networkReason(error);
    throw new Error(`GET ${withoutLogin(start)} was not answered: ${reason}`);
  }
  throw new Error(`GET ${withoutLogin(start)} was redirected more than ${maxRedirects} times.`);
}

function withoutLogin(address: URL): string {
  const url = new URL(address);
  url.username = '';
  url.password = '';
  return url.href;
}
