import type { APIResponse, BrowserContext, Request, Route } from 'playwright-core';
import type { RunPlan } from '../runner.ts';
import { addHeadersInChromium, type OriginHeaders } from './chromium-headers.ts';

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
