import type { Response } from 'undici';
import { innermostReason } from '../../common/errors.ts';
import { UnexpectedResult } from '../failure/reason.ts';
import { fetchFrom, readUpTo, withoutCredentials } from '../requests/fetch-from.ts';
import { requestHeaders, storeCookies } from '../requests/page-requests.ts';
import { isTimeout } from '../wait.ts';
import type { StepScope } from './step-scope.ts';

const maxRedirects = 20;
/** How much of a body is read, in bytes. It is discarded. */
const maxBody = 50 * 1024 * 1024;

/**
 * RESPONSE_OK: the response to a GET of the URL, with the cookies of the page, has a status from 200 to 299 after all
 * redirects. One request is sent.
 */
export async function responseOk(scope: StepScope, calledWith: string): Promise<void> {
  const start = new URL(scope.url(calledWith));
  const { url, response } = await responseOf(start, scope);
  if (response.ok) return;
  const redirected = url.href === start.href ? [] : [`Redirected to: ${withoutCredentials(url)}`];
  throw new UnexpectedResult(
    () => ({ clause: `its status is ${response.status}` }),
    [
      'expect(response).toBeOK() failed',
      '',
      `Request:  GET ${withoutCredentials(start)}`,
      ...redirected,
      'Expected: a status from 200 to 299',
      `Received: ${`${response.status} ${response.statusText}`.trim()}`,
    ],
  );
}

async function responseOf(start: URL, scope: StepScope): Promise<{ url: URL; response: Response }> {
  const context = scope.page.context();
  const headersFor = await requestHeaders(scope, { cookies: true });
  const timeoutMs = scope.remainingMs();
  try {
    const last = await fetchFrom(start, {
      redirects: maxRedirects,
      headersFor,
      onResponse: (url, response) => storeCookies(context, url, response),
      signal: AbortSignal.timeout(timeoutMs),
    });
    if (last !== undefined) {
      await readUpTo(maxBody, last.response);
      return last;
    }
  } catch (error) {
    if (isTimeout(error))
      throw failed(start, 'it did not arrive in time', `Timeout ${timeoutMs}ms exceeded.`);
    const reason = innermostReason(error);
    throw failed(start, `the request failed: ${reason}`, reason);
  }
  const reason = `it redirects more than ${maxRedirects} times`;
  throw failed(start, reason, reason);
}

function failed(url: URL, clause: string, reason: string): UnexpectedResult {
  return new UnexpectedResult(() => ({ clause }), [`GET ${withoutCredentials(url)} failed: ${reason}`]);
}
