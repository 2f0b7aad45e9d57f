import type { BrowserContext, Request } from 'playwright-core';
import { cut, type Redact } from '../../common/text.ts';
import { type FailedRequest, maxFailedRequests } from '../../contract/attempt.ts';
import type { OpenRequests } from '../documents/open-requests.ts';

const maxTextCharacters = 500;
/** What browsers report when a page gives up a request itself, by leaving for another page, for example. */
const isGivenUp = /^(?:net::ERR_ABORTED|NS_BINDING_ABORTED|cancelled)$/i;

/** Collects the requests of all pages of a context that fail, get a status of 400 or more, or are not answered. */
export class FailedRequests {
  /** The last 20 different ones, oldest first. */
  readonly list: FailedRequest[] = [];
  readonly #redact: Redact;

  /** @param redact is applied before a text is cut. */
  constructor(context: BrowserContext, redact: Redact) {
    this.#redact = redact;
    context.on('response', (response) => {
      if (response.status() >= 400) this.#add(response.request(), { status: response.status() });
    });
    context.on('requestfailed', (request) => {
      const error = request.failure()?.errorText ?? '';
      if (!isGivenUp.test(error)) this.#add(request, { error: cut(redact(error), maxTextCharacters) });
    });
  }

  /** Adds the requests that have waited for a response for long. */
  addUnanswered(requests: OpenRequests): void {
    for (const request of requests.unanswered()) this.#add(request, {});
  }

  #add(request: Request, outcome: Pick<FailedRequest, 'status' | 'error'>): void {
    const entry = {
      method: request.method(),
      url: cut(this.#redact(request.url()), maxTextCharacters),
      ...outcome,
    };
    const text = JSON.stringify(entry);
    const known = this.list.findIndex((each) => JSON.stringify(each) === text);
    if (known !== -1) this.list.splice(known, 1);
    this.list.push(entry);
    if (this.list.length > maxFailedRequests) this.list.shift();
  }
}
