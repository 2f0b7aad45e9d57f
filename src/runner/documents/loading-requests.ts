import type { BrowserContext, Page, Request } from 'playwright-core';
import { andMore } from '../../common/text.ts';
import { frameOf, shortUrl } from './request-facts.ts';

/** Requests that the `load` event of a page waits for. */
const loadTypes = /^(?:document|stylesheet|script|image|font)$/;
/** How many URLs a message lists. */
const maxUrls = 3;

/** The requests of the pages of a context, and which of them the `load` event of a page waits for. */
export class LoadingRequests {
  readonly #open = new Set<Request>();
  readonly #answered = new WeakSet<Request>();
  readonly #changedAt = new WeakMap<Page, number>();
  readonly #failed = new WeakMap<Page, Request>();

  constructor(context: BrowserContext) {
    context.on('request', (request) => {
      if (loadTypes.test(request.resourceType())) this.#open.add(request);
      this.#change(request);
    });
    context.on('response', (response) => {
      this.#answered.add(response.request());
      this.#change(response.request());
    });
    context.on('requestfinished', (request) => this.#end(request));
    context.on('requestfailed', (request) => {
      const page = this.#end(request);
      if (page !== undefined) this.#failed.set(page, request);
    });
  }

  /** Those that the `load` event of a page still waits for. */
  missingOn(page: Page): Request[] {
    return [...this.#open].filter((request) => frameOf(request)?.page() === page);
  }

  /** How long no request of a page has started, been answered or ended, in ms. */
  silentMsOf(page: Page): number {
    const now = performance.now();
    return now - (this.#changedAt.get(page) ?? now);
  }

  isAnswered(request: Request): boolean {
    return this.#answered.has(request);
  }

  /** The last request of a page that has failed. */
  failedOn(page: Page): Request | undefined {
    return this.#failed.get(page);
  }

  #end(request: Request): Page | undefined {
    this.#open.delete(request);
    return this.#change(request);
  }

  #change(request: Request): Page | undefined {
    const page = frameOf(request)?.page();
    if (page !== undefined) this.#changedAt.set(page, performance.now());
    return page;
  }
}

/** The URLs of requests that have not ended, the pronoun for them, and what to do. */
export function describeMissing(
  missing: readonly Request[],
): Readonly<Record<'urls' | 'them' | 'advice', string>> {
  const urls = [...new Set(missing.map((request) => shortUrl(request.url())))];
  const them = urls.length === 1 ? 'it' : 'them';
  return {
    urls: `${urls.slice(0, maxUrls).join(', ')}${andMore(urls.length - maxUrls)}`,
    them,
    advice: `Check that this machine can reach ${them}.`,
  };
}
