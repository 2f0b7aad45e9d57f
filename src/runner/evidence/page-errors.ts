import type { BrowserContext, Request } from 'playwright-core';
import { cut, type Redact } from '../../common/text.ts';
import { type FailedRequest, maxFailedRequests } from '../../contract/attempt.ts';

const maxTextCharacters = 500;

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
    const entry = {
      method: request.method(),
      url: cut(redact(request.url()), maxTextCharacters),
      ...outcome,
    };
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
    if (!isGivenUp.test(error)) add(request, { error: cut(redact(error), maxTextCharacters) });
  });
  return failed;
}

const maxErrors = 20;
const maxErrorCharacters = 1000;
/** The rest of a longer text is ignored. */
const maxReadCharacters = 10_000;

/**
 * Collects the console errors and uncaught errors of all pages of a context.
 * @param redact is applied before a text is cut: a secret that is cut in the middle would not be found any more.
 * @returns a list to which the first 20 are added, at most 1,000 characters each, with their source line if known.
 */
export function collectConsoleErrors(context: BrowserContext, redact: Redact): readonly string[] {
  const errors: string[] = [];
  const add = (text: string, { url, line }: { url: string; line: number }) => {
    if (errors.length >= maxErrors) return;
    const message = cut(redact(text.slice(0, maxReadCharacters)), maxErrorCharacters);
    errors.push(url === '' ? message : `${message} (${cut(redact(url), maxErrorCharacters)}:${line + 1})`);
  };
  context.on('console', (message) => {
    if (message.type() === 'error') add(message.text(), message.location());
  });
  context.on('weberror', (error) => add(`Uncaught ${String(error.error())}`, error.location()));
  return errors;
}
