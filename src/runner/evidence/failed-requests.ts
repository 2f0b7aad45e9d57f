import type { BrowserContext, Page, Request } from 'playwright-core';
import { cut, type Redact } from '../../common/text.ts';
import { type FailedRequest, maxFailedRequests } from '../../contract/attempt.ts';
import { frameOf, isTracker, mayStayOpen } from '../documents/request-facts.ts';

const maxTextCharacters = 500;
/** What browsers report when a page gives up a request itself, by leaving for another page, for example. */
const isGivenUp = /^(?:net::ERR_ABORTED|NS_BINDING_ABORTED|cancelled)$/i;
/** A request that has waited for a response for so long counts as unanswered when a step fails, in ms. */
const unansweredMs = 3000;
/** Requests that the browser waits for before it shows a page. */
const shownTypes = /^(?:document|stylesheet|font)$/;

/** Collects the requests of all pages of a context that fail, get a status of 400 or more, or are not answered. */
export class FailedRequests {
  /** The last 20 different ones, oldest first. */
  readonly list: FailedRequest[] = [];
  readonly #redact: Redact;
  /** When the requests started that have not ended. */
  readonly #open = new Map<Request, number>();
  readonly #answered = new WeakSet<Request>();

  /** @param redact is applied before a text is cut. */
  constructor(context: BrowserContext, redact: Redact) {
    this.#redact = redact;
    context.on('request', (request) => this.#open.set(request, performance.now()));
    context.on('response', (response) => {
      const request = response.request();
      this.#answered.add(request);
      if (response.status() >= 400) this.#add(request, { status: response.status() });
    });
    context.on('requestfinished', (request) => this.#open.delete(request));
    context.on('requestfailed', (request) => {
      this.#open.delete(request);
      const error = request.failure()?.errorText ?? '';
      if (!isGivenUp.test(error)) this.#add(request, { error: cut(redact(error), maxTextCharacters) });
    });
  }

  /** Adds the requests that have waited for a response for long. */
  addUnanswered(): void {
    for (const [request, startedAt] of this.#open) {
      if (this.#answered.has(request) || mayStayOpen(request) || isTracker(request.url())) continue;
      if (performance.now() - startedAt >= unansweredMs) this.#add(request, {});
    }
  }

  /** Whether the browser does not show a page yet, because something of it has not arrived. */
  delays(page: Page): boolean {
    return [...this.#open.keys()].some(
      (request) => shownTypes.test(request.resourceType()) && frameOf(request) === page.mainFrame(),
    );
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
