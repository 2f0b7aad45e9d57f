import { randomUUID } from 'node:crypto';
import type { BrowserContext, Request, Response, Route } from 'playwright-core';
import { unlessLate } from './wait.ts';

export interface PageRequest {
  readonly method: string;
  readonly url: string;
  /** Whether its answer becomes the page or frame, and not data of its scripts. */
  readonly isDocument: boolean;
  /** Whether a script of the page has sent it with `fetch` or `XMLHttpRequest`. */
  readonly isFromScript: boolean;
  readonly pageUrl: string;
}

export interface PageAnswer {
  readonly status: number;
  /** By names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** What is changed in the pages of one attempt, and what they report. */
export interface PageChanges {
  /**
   * Source text of a function that runs in each frame before the scripts of the page. It gets a function that sends
   * an object to `onMessage`, and may return a function to call at the end of the attempt.
   */
  readonly script: string;
  /** @param message from the page, which may be hostile. */
  onMessage(message: unknown): void;
  /** Called with each answer to a request. @param body reads the body; empty if it is gone. */
  onAnswer?(
    request: PageRequest,
    answer: Omit<PageAnswer, 'body'>,
    body: () => Promise<string>,
  ): Promise<void>;
  /** Answers requests in place of the server. */
  readonly answer?: {
    matches(request: PageRequest): boolean;
    /** @param original sends the request to the server, without following redirects. */
    answer(original: () => Promise<Omit<PageAnswer, 'body'>>): Promise<Partial<PageAnswer>>;
  };
}

/** How long pages have to send what is left to send, in ms. */
const endMs = 2000;

/**
 * Changes the pages that a context opens from now on.
 * @returns a function to call at the end of the attempt, before the context closes.
 */
export async function changePages(
  context: BrowserContext,
  changes: PageChanges,
): Promise<() => Promise<void>> {
  const name = `send_${randomUUID().replaceAll('-', '')}`;
  const { script, answer } = changes;
  await context.exposeBinding(name, (_, message: unknown) => changes.onMessage(message));
  await context.addInitScript(`window.${name}End = (${script})(window.${name});`);
  if (changes.onAnswer !== undefined) {
    context.on('response', (response) => {
      // An answer whose page is gone says nothing.
      void reportAnswer(response, changes).catch(() => {});
    });
  }
  if (answer !== undefined) {
    await context.route('**/*', async (route) => {
      const request = pageRequest(route.request());
      if (request === undefined || !answer.matches(request)) return route.fallback();
      await fulfill(route, answer).catch(() => {});
    });
  }
  return async () => {
    const frames = context.pages().flatMap((page) => page.frames());
    const ended = Promise.allSettled(frames.map((frame) => frame.evaluate(`window.${name}End?.()`)));
    await unlessLate(ended, endMs);
  };
}

async function reportAnswer(response: Response, changes: PageChanges): Promise<void> {
  const request = pageRequest(response.request());
  // The driver answers no redirected request, so it cannot be changed.
  if (request === undefined || response.request().redirectedFrom() !== null) return;
  const headers = await response.allHeaders();
  const body = () => response.text().catch(() => '');
  await changes.onAnswer?.(request, { status: response.status(), headers }, body);
}

/** @returns undefined for a request of a service worker. */
function pageRequest(request: Request): PageRequest | undefined {
  if (request.serviceWorker() !== null) return undefined;
  const type = request.resourceType();
  return {
    method: request.method(),
    url: request.url(),
    isDocument: request.isNavigationRequest(),
    isFromScript: type === 'fetch' || type === 'xhr',
    pageUrl: urlBefore(request),
  };
}

/** The page that a link or form has left: the frame may have its new URL already. */
function urlBefore(request: Request): string {
  const { referer } = request.headers();
  if (request.isNavigationRequest() && referer !== undefined) return referer;
  try {
    return request.frame().url();
  } catch {
    // The frame of a new page is not there yet.
    return request.url();
  }
}

async function fulfill(route: Route, { answer }: NonNullable<PageChanges['answer']>): Promise<void> {
  let original: Awaited<ReturnType<Route['fetch']>> | undefined;
  const changed = await answer(async () => {
    original = await route.fetch({ maxRedirects: 0 });
    return { status: original.status(), headers: original.headers() };
  });
  await route.fulfill({ ...(original && { response: original }), ...changed });
}
