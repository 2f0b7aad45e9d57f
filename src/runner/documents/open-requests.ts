import type { BrowserContext, Page, Request, Response } from 'playwright-core';
import { andMore } from '../../common/text.ts';
import { frameOf, isTracker, mayStayOpen, nameOfRequest, shortUrl } from './request-facts.ts';

/** Requests that the `load` event of a page waits for. */
const loadTypes = /^(?:document|stylesheet|script|image|font)$/;
/** Requests that the browser waits for before it shows a page. */
const shownTypes = /^(?:document|stylesheet|font)$/;
/** A request without a response counts as unanswered after this time, in ms. */
const unansweredMs = 3000;
/** A request is remembered as silent if it waited this part of a step's time limit in vain. */
const silentShare = 0.8;
/** How many URLs a message lists. */
const maxUrls = 3;

/** What has not responded so far in a run. */
export interface SilenceRecord {
  /** Hosts whose images, fonts, scripts or frames did not arrive, so that pages are used without them. */
  readonly hosts: Set<string>;
  /** Names of requests that waited in vain for almost the time limit of a step. A response to a request of the same name removes it. */
  readonly requests: Set<string>;
  readonly timeoutPerStepMs: number;
}

/** A request that has not ended. */
interface OpenRequest {
  readonly startedAt: number;
  /** Undefined until it has arrived. */
  response?: Response;
}

/** The requests of the pages of a context that have not ended. */
export class OpenRequests {
  readonly #open = new Map<Request, OpenRequest>();
  readonly #changedAt = new WeakMap<Page, number>();
  readonly #failed = new WeakMap<Page, Request>();
  readonly silent: SilenceRecord;

  constructor(context: BrowserContext, silent: SilenceRecord) {
    this.silent = silent;
    context.on('request', (request) => {
      this.#open.set(request, { startedAt: performance.now() });
      this.#change(request);
    });
    context.on('response', (response) => {
      const request = response.request();
      const open = this.#open.get(request);
      if (open !== undefined) open.response = response;
      silent.requests.delete(nameOfRequest(request));
      this.#change(request);
    });
    context.on('requestfinished', (request) => this.#end(request));
    context.on('requestfailed', (request) => {
      const page = this.#end(request);
      if (page !== undefined) this.#failed.set(page, request);
    });
    context.on('close', () => {
      for (const request of this.#open.keys()) this.#end(request);
    });
  }

  /** By request, in the order in which they started. */
  get all(): ReadonlyMap<Request, Readonly<OpenRequest>> {
    return this.#open;
  }

  /** Those that the `load` event of a page still waits for. */
  missingOn(page: Page): Request[] {
    return [...this.#open.keys()].filter(
      (request) => loadTypes.test(request.resourceType()) && frameOf(request)?.page() === page,
    );
  }

  /** Those that have waited for a response for more than 3 s, without those that may stay open. */
  unanswered(): Request[] {
    return [...this.#open.keys()].filter(
      (request) =>
        this.waitedMs(request) >= unansweredMs && !mayStayOpen(request) && !isTracker(request.url()),
    );
  }

  /** Whether no response to a request is expected any more: a step cannot pass if each request takes half its time limit. */
  isSilent(request: Request): boolean {
    return this.wasSilent(request) || this.waitedMs(request) >= this.silent.timeoutPerStepMs / 2;
  }

  /** Whether an earlier request of the same name was not answered. */
  wasSilent(request: Request): boolean {
    return this.silent.requests.has(nameOfRequest(request));
  }

  /** For how long a request has waited for a response, in ms; 0 if it has one. */
  waitedMs(request: Request): number {
    const { startedAt, response } = this.#open.get(request) ?? {};
    return startedAt === undefined || response !== undefined ? 0 : performance.now() - startedAt;
  }

  /** Whether the browser does not show a page yet, because something of it has not arrived. */
  hasRenderBlocking(page: Page): boolean {
    return [...this.#open.keys()].some(
      (request) => shownTypes.test(request.resourceType()) && frameOf(request) === page.mainFrame(),
    );
  }

  /** How long no request of a page has started, been answered or ended, in ms. */
  silentMsOf(page: Page): number {
    const now = performance.now();
    return now - (this.#changedAt.get(page) ?? now);
  }

  /** The last request of a page that has failed. */
  failedOn(page: Page): Request | undefined {
    return this.#failed.get(page);
  }

  #end(request: Request): Page | undefined {
    const { requests, timeoutPerStepMs } = this.silent;
    if (this.waitedMs(request) >= silentShare * timeoutPerStepMs) requests.add(nameOfRequest(request));
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

/** Says that a request was not answered, and what to do. */
export function describeSilent(request: Request): string {
  return `No response came from ${shortUrl(request.url())}. Check the log of the app.`;
}
