import type { ConsoleMessage, Frame, Request, Response } from 'playwright-core';
import { isLoopback } from '../../common/loopback.ts';
import { cut } from '../../common/text.ts';

const maxUrlCharacters = 500;

/** A URL, or another text of a page, as messages show it. */
export function shortUrl(url: string): string {
  return cut(url, maxUrlCharacters);
}

export function pathOf(url: string): string {
  return URL.parse(url)?.pathname ?? url;
}

/** Undefined for the first request of a new window, until the window has a frame. */
export function frameOf(request: Request): Frame | undefined {
  try {
    return request.frame();
  } catch {
    return undefined;
  }
}

/** Why a request has failed, in the words of the browser. */
export function errorOf(request: Request): string {
  return request.failure()?.errorText ?? 'unknown error';
}

/**
 * Whether the page has stayed where it is: a download, a response without content, or another navigation has begun. If the
 * connection was aborted (`net::ERR_CONNECTION_ABORTED`), it has not.
 */
export function isAbort(error: string): boolean {
  return /(?<!connection_)abort|cancel|interrupt|download/i.test(error);
}

/** Whether a request opens a document in a page, and not in a frame inside it. */
export function isMainNavigation(request: Request): boolean {
  return request.isNavigationRequest() && frameOf(request)?.parentFrame() == null;
}

/** Whether a script has sent a request for data or with a change. */
export function isData(request: Request): boolean {
  return /^(fetch|xhr)$/.test(request.resourceType());
}

/** Requests that stay open, or that nothing on the page waits for. */
const openTypes: ReadonlySet<string> = new Set(['eventsource', 'websocket', 'ping', 'media']);

/** Whether a server may leave a request without a response although the app works. */
export function mayStayOpen(request: Request): boolean {
  return openTypes.has(request.resourceType()) || isLongPoll(request);
}

/** Whether a script waits for news with a request, which the server may leave open. */
export function isLongPoll(request: Request): boolean {
  return isData(request) && pollUrls.test(request.url());
}

const pollUrls = /(?<![a-z])(?:(?:long)?poll(?:ing)?|socket|signalr|cometd|bayeux)(?![a-z])/i;

/** Whether a response has no end. */
export function isStream(response: Response): boolean {
  return /^(?:text\/event-stream|multipart\/x-mixed-replace)/i.test(response.headers()['content-type'] ?? '');
}

/** Whether the type of a response is that of a page. */
export function isPage(contentType: string): boolean {
  return /^text\/html\b/i.test(contentType);
}

/** Whether a request goes to a host of the app whose page sent it. */
export function isOwn(request: Request): boolean {
  return isAppUrl(request.url(), frameOf(request)?.page().url() ?? '');
}

/**
 * Whether a URL has the host of a page, on any port: an app may have its data from another one. Code without an address, such as
 * that of a `javascript:` link, is the page's own.
 */
export function isOwnUrl(url: string, pageUrl: string): boolean {
  const parsed = URL.parse(url);
  if (parsed === null || !/^https?:$/.test(parsed.protocol)) return true;
  return parsed.hostname === URL.parse(pageUrl)?.hostname;
}

/**
 * Whether a URL has the host of a page, or another one that only an app has: in the same domain (`api.shop.test`), in the local
 * network, or at a platform where apps have their servers. Not analytics, which may be blocked on purpose.
 */
export function isAppUrl(url: string, pageUrl: string): boolean {
  if (isOwnUrl(url, pageUrl)) return true;
  const parsed = URL.parse(url);
  if (parsed === null || isTracker(url)) return false;
  const { hostname } = parsed;
  const isRelated = domainOf(hostname) === domainOf(URL.parse(pageUrl)?.hostname ?? '');
  return isRelated || isLoopback(parsed) || isContainer.test(hostname) || platforms.test(hostname);
}

/** Whether a URL looks like one of analytics, advertisements, or reports of errors. */
export function isTracker(url: string): boolean {
  const { hostname = '', pathname = '' } = URL.parse(url) ?? {};
  return trackerHosts.test(hostname) || trackerPaths.test(pathname);
}

/** Such as `shop.test` of `api.shop.test`, and `shop.co.uk` of `api.shop.co.uk`. An IP address is a domain of its own. */
function domainOf(hostname: string): string {
  if (/^[\d.]+$/.test(hostname)) return hostname;
  return /[^.]+\.(?:(?:ac|co|com|edu|gov|net|org)\.[a-z]{2}|[^.]+)$/.exec(hostname)?.[0] ?? hostname;
}

/** The names of containers have no dot. */
const isContainer = /^[^.]+$/;
const platforms =
  /\.(?:supabase\.co|convex\.cloud|hasura\.app|firebaseio\.com|cloudfunctions\.net|(?:run|web|vercel|netlify|railway)\.app|appspot\.com|execute-api\..*\.amazonaws\.com|azurewebsites\.net|herokuapp\.com|onrender\.com|(?:fly|workers|pages)\.dev)$/;
const trackerHosts =
  /^[a-z]\.|(?<![a-z])(?:ads?|adservice|collect(?:or)?|consent|count(?:er)?|events?|gtm|ingest|insights?|logs?|rum|segment|sst|stats?)(?![a-z])|abtasty|amplitude|analytic|beacon|bugsnag|clarity|cloudflareinsights|cookie|datadog|doubleclick|facebook|fathom|fullstory|hotjar|hubspot|intercom|iubenda|licdn|linkedin|logrocket|matomo|metric|mixpanel|newrelic|nr-data|optimizely|piwik|pixel|plausible|polyfill|posthog|rollbar|sentry|syndication|tag-?manager|telemetry|track|umami|usercentrics|visualwebsiteoptimizer|zendesk/;
const trackerPaths =
  /(?<![a-z])(?:adsbygoogle|analytics|beacon|collect|envelope|gtag|gtm|matomo|piwik|pixel|rum|telemetry|track(?:er|ing)?|vitals)(?![a-z])/i;

/** Whether a message of the browser is about the resource of another host. */
function namesOther(text: string, pageUrl: string): boolean {
  const url = /\b(?:https?|wss?):\/\/[^\s'"”]+/.exec(text)?.[0];
  return url !== undefined && URL.parse(url)?.hostname !== URL.parse(pageUrl)?.hostname;
}

/** The URL that a page has asked for, before redirects. */
export function requestedUrl(request: Request): string {
  const origin = request.redirectedFrom();
  return origin === null ? request.url() : requestedUrl(origin);
}

/** Such as `POST http://localhost/api/orders`. */
export function nameOfRequest(request: Request): string {
  return `${request.method()} ${shortUrl(request.url().replace(/[?#].*$/, ''))}`;
}

/** What Chromium says about a navigation, a form, a request or code of a page that it has refused. It reports no request. */
const refusals = [
  'Mixed Content: .* This request has been blocked',
  'Not allowed to ',
  'Blocked script execution',
  'Failed to find a valid digest',
  // The request says so where it is HTML.
  'Failed to load module script: (?!.*text/html)',
  "EventSource's response has",
  'WebSocket connection to .* failed',
  'An invalid form control ',
  '(?:Loading the (?:script|stylesheet)|Framing|Connecting|Sending form data|Executing inline (?:script|event handler)|Creating a worker) .*violates the following (?!report-only)',
  'Refused to (?:execute|load the (?:script|stylesheet)|connect|send form data|apply style from) ',
];
const isRefusal = new RegExp(`^(?:${refusals.join('|')})`);

/**
 * What the browser has refused a page, in its own words. Undefined for other messages, and for what comes from other hosts: a
 * policy may block analytics on purpose.
 */
export function refusalIn(message: ConsoleMessage): string | undefined {
  const [text, pageUrl] = [message.text().trim(), message.page()?.url() ?? ''];
  // In a frame, scripts may be blocked on purpose, such as those of a mail.
  if (text.startsWith('Blocked script') && !text.includes(`'${pageUrl.replace(/#.*$/, '')}'`))
    return undefined;
  // A message of a script has arguments.
  if (message.type() !== 'error' || message.args().length > 0 || !isRefusal.test(text)) return undefined;
  return isOwnUrl(message.location().url, pageUrl) && !namesOther(text, pageUrl) ? text : undefined;
}
