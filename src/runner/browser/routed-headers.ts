import type { APIResponse, BrowserContext, Request, Route } from 'playwright-core';
import type { OriginHeaders } from './send-headers.ts';

/**
 * Adds header fields to requests of a context to one origin, where the browser itself can't be asked. Routes are not
 * told of redirects, and what they set goes along to other origins. So requests are made here, one hop at a time. That
 * can't be done with a body, which Firefox keeps to itself: such a request goes without the fields, as does what a
 * redirect of a picture or a script leads to.
 */
export async function addHeadersByRoutes(
  context: BrowserContext,
  { origin, fields }: OriginHeaders,
): Promise<void> {
  const lowerCase = Object.entries(fields).map(([name, value]) => [name.toLowerCase(), value]);
  const added: Record<string, string> = Object.fromEntries(lowerCase);
  await context.route(
    (url) => url.origin === origin,
    async (route) => {
      // The page may be gone meanwhile.
      await answer(route, origin, added).catch(() => route.abort().catch(() => {}));
    },
  );
}

async function answer(route: Route, origin: string, added: Readonly<Record<string, string>>): Promise<void> {
  const request = route.request();
  const headers = { ...request.headers(), ...added };
  // No browser follows a redirect of a WebSocket.
  if (request.headers().upgrade !== undefined) return route.continue({ headers });
  if (!['GET', 'HEAD'].includes(request.method())) return route.continue();
  const response = await route.fetch({ headers, maxRedirects: 0, timeout: 0 });
  const next = nextPage(request, response, origin);
  await route.fulfill(next === undefined ? { response } : leadTo(next));
}

/** Where a page of the origin is redirected to inside the origin; undefined for everything else. */
function nextPage(request: Request, response: APIResponse, origin: string): string | undefined {
  const { location } = response.headers();
  const redirected = [301, 302, 303, 307, 308].includes(response.status()) && location !== undefined;
  if (!redirected || !request.isNavigationRequest()) return undefined;
  const next = URL.parse(location, request.url());
  return next?.origin === origin ? next.href : undefined;
}

/** A page that goes on to another at once: that request comes by here again. */
function leadTo(url: string) {
  const script = `location.replace(${JSON.stringify(url).replaceAll('<', '\\u003c')})`;
  return { status: 200, contentType: 'text/html', body: `<script>${script}</script>` };
}
