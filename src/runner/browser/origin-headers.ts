import type { APIResponse, Browser, BrowserContext, CDPSession, Page, Request, Route } from 'playwright-core';
import type { RunPlan } from '../runner.ts';

/**
 * Sends the environment's header fields with every request to the app's origin and with no other, even after redirects.
 * Playwright has no such feature: its option for headers applies to all origins, and headers of a route are also sent to
 * other origins after a redirect.
 */
export async function sendHeaders(
  context: BrowserContext,
  { executionUrl, environment }: Pick<RunPlan, 'executionUrl' | 'environment'>,
): Promise<void> {
  if (Object.keys(environment.headers).length === 0) return;
  const headers = { origin: new URL(executionUrl).origin, fields: environment.headers };
  const browser = context.browser();
  if (browser?.browserType().name() === 'chromium') return addHeadersInChromium(browser, context, headers);
  return addHeadersByRoutes(context, headers);
}

/**
 * Adds header fields to requests of a context to one origin, for browsers without the DevTools protocol. Routes do not see
 * redirects, and their headers are also sent to other origins, so requests are sent from here, one redirect at a time.
 * Requests with a body cannot be: Firefox does not expose it. They are sent without the fields, and so are requests after
 * a redirect of an image or a script.
 */
async function addHeadersByRoutes(context: BrowserContext, { origin, fields }: OriginHeaders): Promise<void> {
  const lowerCase = Object.entries(fields).map(([name, value]) => [name.toLowerCase(), value]);
  const added: Record<string, string> = Object.fromEntries(lowerCase);
  await context.route(
    (url) => url.origin === origin,
    async (route) => {
      // The page may have been closed meanwhile.
      await handle(route, origin, added).catch(() => route.abort().catch(() => {}));
    },
  );
}

async function handle(route: Route, origin: string, added: Readonly<Record<string, string>>): Promise<void> {
  const request = route.request();
  const headers = { ...request.headers(), ...added };
  // Browsers follow no redirects of WebSockets.
  if (request.headers().upgrade !== undefined) return route.continue({ headers });
  if (!['GET', 'HEAD'].includes(request.method())) return route.continue();
  const response = await route.fetch({ headers, maxRedirects: 0, timeout: 0 });
  const next = nextUrl(request, response, origin);
  await route.fulfill(next === undefined ? { response } : redirectPage(next));
}

/** The target of a page's redirect within the origin; undefined for everything else. */
function nextUrl(request: Request, response: APIResponse, origin: string): string | undefined {
  const { location } = response.headers();
  const redirected = [301, 302, 303, 307, 308].includes(response.status()) && location !== undefined;
  if (!redirected || !request.isNavigationRequest()) return undefined;
  const next = URL.parse(location, request.url());
  return next?.origin === origin ? next.href : undefined;
}

/** A page that navigates to the URL by script, so that the next request is routed again. */
function redirectPage(url: string) {
  const script = `location.replace(${JSON.stringify(url).replaceAll('<', '\\u003c')})`;
  return { status: 200, contentType: 'text/html', body: `<script>${script}</script>` };
}

interface OriginHeaders {
  readonly origin: string;
  readonly fields: Readonly<Record<string, string>>;
}

/**
 * Adds header fields to the requests of a context to one origin. The browser pauses each request and each redirect between
 * its cache and the network, including those of frames, popups and all kinds of workers, but not of WebSockets. Nothing
 * else about requests changes, and responses are not touched.
 */
async function addHeadersInChromium(
  browser: Browser,
  context: BrowserContext,
  headers: OriginHeaders,
): Promise<void> {
  const interceptor =
    interceptors.get(browser) ??
    browser.newBrowserCDPSession().then((session) => new RequestInterceptor(session));
  interceptors.set(browser, interceptor);
  await (await interceptor).add(context, headers);
}

/** One per browser for its whole lifetime: a session that ends may leave a request paused for ever. */
const interceptors = new WeakMap<Browser, Promise<RequestInterceptor>>();

/** Continues the paused requests of a browser, with the header fields of their contexts. */
class RequestInterceptor {
  readonly #session: CDPSession;
  readonly #contexts = new Map<BrowserContext, OriginHeaders & { readonly contains: HasFrame }>();
  readonly #patterns = new Set<string>();

  /** @param session a session of the whole browser. */
  constructor(session: CDPSession) {
    this.#session = session;
    session.on('Fetch.requestPaused', async ({ requestId, frameId, request }) => {
      const fields = await this.#fieldsFor(frameId, new URL(request.url).origin);
      const headers = fields === undefined ? {} : { headers: withFields(request.headers, fields) };
      // A request that was cancelled meanwhile is unknown.
      await session.send('Fetch.continueRequest', { requestId, ...headers }).catch(() => {});
    });
  }

  async add(context: BrowserContext, headers: OriginHeaders): Promise<void> {
    this.#contexts.set(context, { ...headers, contains: framesOf(context, this.#session) });
    context.once('close', () => this.#contexts.delete(context));
    this.#patterns.add(`${headers.origin}/*`);
    const patterns = [...this.#patterns].map((urlPattern) => ({ urlPattern }));
    await this.#session.send('Fetch.enable', { patterns });
  }

  async #fieldsFor(frameId: string, requestOrigin: string): Promise<OriginHeaders['fields'] | undefined> {
    for (const { origin, fields, contains } of this.#contexts.values()) {
      if (origin === requestOrigin && (await contains(frameId))) return fields;
    }
    return undefined;
  }
}

/** Adds fields to the headers of a request, replacing those of the same names. */
function withFields(
  headers: Readonly<Record<string, string>>,
  fields: Readonly<Record<string, string>>,
): { name: string; value: string }[] {
  const named = new Set(Object.keys(fields).map((name) => name.toLowerCase()));
  const kept = Object.entries(headers).filter(([name]) => !named.has(name.toLowerCase()));
  return [...kept, ...Object.entries(fields)].map(([name, value]) => ({ name, value }));
}

/** Whether a frame or worker belongs to a context, by Chromium's id of it. */
type HasFrame = (frameId: string) => Promise<boolean>;

/**
 * Distinguishes the frames of a context from those of others in the same browser. Only the browser process is queried: a
 * page may be busy.
 * @param session a session of the whole browser.
 */
function framesOf(context: BrowserContext, session: CDPSession): HasFrame {
  const known = new Map<string, Promise<boolean>>();
  let contextIdPromise: Promise<string | undefined> | undefined;

  const lookUp = async (frameId: string): Promise<boolean> => {
    const pages = context.pages();
    const [page] = pages;
    // A context without a page sends no requests.
    if (page === undefined) return false;
    contextIdPromise ??= contextId(page).catch((error: unknown) => {
      contextIdPromise = undefined;
      throw error;
    });
    const { targetInfos } = await session.send('Target.getTargets');
    const target = targetInfos.find(({ targetId }) => targetId === frameId);
    if (target !== undefined) return target.browserContextId === (await contextIdPromise);
    // Frames in the process of their page have no target of their own.
    const found = await Promise.all(pages.map((each) => holds(each, frameId)));
    return found.includes(true);
  };

  return (frameId) => {
    const found = known.get(frameId) ?? lookUp(frameId).catch(() => false);
    known.set(frameId, found);
    // A frame never changes its context. One that was not found is looked up again: it may not have been known yet.
    void found.then((isFound) => isFound || known.delete(frameId));
    return found;
  };
}

async function contextId(page: Page): Promise<string | undefined> {
  const session = await page.context().newCDPSession(page);
  const { targetInfo } = await session.send('Target.getTargetInfo');
  detach(session);
  return targetInfo.browserContextId;
}

/** Whether a page contains a frame, at any depth. The browser process itself knows the storage key of a frame. */
async function holds(page: Page, frameId: string): Promise<boolean> {
  try {
    const session = await page.context().newCDPSession(page);
    const storageKey = session.send('Storage.getStorageKeyForFrame', { frameId });
    const isContained = await storageKey.then(
      () => true,
      // The frame is known, but a sandboxed one has no storage.
      (error: unknown) => error instanceof Error && error.message.includes('opaque origin'),
    );
    detach(session);
    return isContained;
  } catch {
    // The page is closed.
    return false;
  }
}

/** Not awaited: Chromium responds after the page's navigation, which may wait for the paused request. */
function detach(session: CDPSession): void {
  session.detach().catch(() => {});
}
