import type { Browser, BrowserContext, CDPSession } from 'playwright-core';
import { type ContextFrames, framesOf } from './context-frames.ts';
import type { OriginHeaders } from './send-headers.ts';

/**
 * Adds header fields to the requests of a context to one origin. The browser itself asks, between its cache and the
 * network, for each request and each redirect: those of frames, popups and workers of all kinds too, but not for
 * WebSockets. Nothing else of a request changes, and answers are not touched.
 */
export async function addHeadersInChromium(
  browser: Browser,
  context: BrowserContext,
  headers: OriginHeaders,
): Promise<void> {
  const gate =
    gates.get(browser) ?? browser.newBrowserCDPSession().then((session) => new HeaderGate(session));
  gates.set(browser, gate);
  await (await gate).add(context, headers);
}

/** One for each browser, for as long as it lives: a session that ends may leave a request waiting for ever. */
const gates = new WeakMap<Browser, Promise<HeaderGate>>();

/** Answers the browser's questions for all contexts that have header fields. */
class HeaderGate {
  readonly #session: CDPSession;
  readonly #contexts = new Map<BrowserContext, OriginHeaders & { readonly frames: ContextFrames }>();
  readonly #patterns = new Set<string>();

  /** @param session of the whole browser. */
  constructor(session: CDPSession) {
    this.#session = session;
    session.on('Fetch.requestPaused', async ({ requestId, frameId, request }) => {
      const fields = await this.#fieldsFor(frameId, new URL(request.url).origin);
      const headers = fields === undefined ? {} : { headers: withFields(request.headers, fields) };
      // A request that was given up meanwhile is unknown.
      await session.send('Fetch.continueRequest', { requestId, ...headers }).catch(() => {});
    });
  }

  async add(context: BrowserContext, headers: OriginHeaders): Promise<void> {
    this.#contexts.set(context, { ...headers, frames: framesOf(context, this.#session) });
    context.once('close', () => this.#contexts.delete(context));
    this.#patterns.add(`${headers.origin}/*`);
    const patterns = [...this.#patterns].map((urlPattern) => ({ urlPattern }));
    await this.#session.send('Fetch.enable', { patterns });
  }

  async #fieldsFor(frameId: string, asked: string): Promise<OriginHeaders['fields'] | undefined> {
    for (const { origin, fields, frames } of this.#contexts.values()) {
      if (origin === asked && (await frames.include(frameId))) return fields;
    }
    return undefined;
  }
}

/** The headers of a request with more fields; those of the same names are replaced. */
function withFields(
  headers: Readonly<Record<string, string>>,
  fields: Readonly<Record<string, string>>,
): { name: string; value: string }[] {
  const named = new Set(Object.keys(fields).map((name) => name.toLowerCase()));
  const kept = Object.entries(headers).filter(([name]) => !named.has(name.toLowerCase()));
  return [...kept, ...Object.entries(fields)].map(([name, value]) => ({ name, value }));
}
