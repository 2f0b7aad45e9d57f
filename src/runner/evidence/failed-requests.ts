import type { BrowserContext, Request } from 'playwright-core';
import { cut } from '../../common/text.ts';
import { type FailedRequest, maxFailedRequests } from '../../contract/attempt.ts';
import type { Redact } from './redact-trace.ts';

const maxCharacters = 500;

/** What browsers report when a page gives up a request itself, by leaving for another page, for example. */
const isGivenUp = /^(?:net::ERR_ABORTED|NS_BINDING_ABORTED|cancelled)$/i;

/**
 * Collects the requests of all pages of a context that fail, or get a status of 400 or more.
 * @param redact is applied before a text is cut.
 * @returns a list with the last 20 different ones, oldest first, which changes with each one that is added.
 */
export function collectFailedRequests(context: BrowserContext, redact: Redact): readonly FailedRequest[] {
  const failed: FailedRequest[] = [];
  const add = (request: Request, outcome: Pick<FailedRequest, 'status' | 'error'>) => {
    const entry = { method: request.method(), url: cut(redact(request.url()), maxCharacters), ...outcome };
    const text = JSON.stringify(entry);
    const known = failed.findIndex((each) => JSON.stringify(each) === text);
    if (known !== -1) failed.splice(known, 1);
    failed.push(entry);
    if (failed.length > maxFailedRequests) failed.shift();
  };
  context.on('response', (response) => {
    if (response.status() >= 400) add(response.request(), { status: response.status() });
  });
  context.on('requestfailed', (request) => {
    const error = request.failure()?.errorText ?? '';
    if (!isGivenUp.test(error)) add(request, { error: cut(redact(error), maxCharacters) });
  });
  return failed;
}
