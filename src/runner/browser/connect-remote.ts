import type { Browser as DrivenBrowser } from 'playwright-core';
import { z } from 'zod';
import { tryParseJson } from '../../common/json.ts';
import { cut, decodePercent } from '../../common/text.ts';
import type { Browser } from '../../contract/values.ts';
import { moveCredentials } from '../requests.ts';
import { isTimeout, unlessLate } from '../wait.ts';
import { browserKinds } from './browser-kinds.ts';
import { driverVersion, loadDriver } from './driver.ts';

export interface RemoteBrowser {
  readonly browser: DrivenBrowser;
  /** Closes the connection. Never rejects, and takes a few seconds at most. */
  close(): Promise<void>;
}

/** Long, because a server may have to start a browser first. */
const connectMs = 30_000;
const probeMs = 3000;
const closeMs = 5000;

/**
 * Connects to a browser: at ws:// and wss:// to a Playwright server or over the DevTools protocol; at http:// and https://
 * over the DevTools protocol or to a Selenium Grid.
 * @throws Error whose message may contain the endpoint's secrets: see `reasonOf`.
 */
export async function connectTo(endpoint: Endpoint, browser: Browser): Promise<RemoteBrowser> {
  if (endpoint.url.protocol.startsWith('ws')) return connectToSocket(endpoint, browser);
  const isGrid = await isSeleniumGrid(endpoint);
  requireChromium(browser);
  if (!isGrid) return connectOverCdp(endpoint.url.href);
  const session = await openGridSession(endpoint);
  try {
    return await connectOverCdp(session.cdpUrl, session.end);
  } catch (error) {
    await session.end();
    throw error;
  }
}

async function connectToSocket(endpoint: Endpoint, browser: Browser): Promise<RemoteBrowser> {
  if (await speaksCdp(endpoint)) {
    requireChromium(browser);
    // Some servers accept connections at any path; Chrome only at the one that it publishes over HTTP.
    return connectOverCdp(endpoint.url.href).catch(() => connectOverCdp(httpUrl(endpoint.url).href));
  }
  try {
    return await connectToPlaywright(endpoint, browser);
  } catch (error) {
    // A DevTools server does not respond to Playwright's handshake at all.
    if (browser !== 'CHROMIUM' || !isTimeout(error)) throw error;
    return await connectOverCdp(endpoint.url.href).catch(() => {
      throw error;
    });
  }
}

async function connectToPlaywright({ url }: Endpoint, browser: Browser): Promise<RemoteBrowser> {
  const playwright = await loadDriver();
  const type = playwright[browserKinds[browser].playwrightName];
  // The browser can reach this machine's localhost, where the app under test may run.
  const options = { timeout: connectMs, exposeNetwork: '<loopback>' };
  const driven = await type.connect(url.href, options).catch((error: unknown) => {
    throw error instanceof Error && error.message.includes('version mismatch')
      ? new Error(`${error.message.split('\nCall log:')[0]}: the server must run Playwright ${driverVersion}`)
      : error;
  });
  const remote = remoteBrowser(driven);
  try {
    await requireBrowser(driven, browser);
    return remote;
  } catch (error) {
    await remote.close();
    throw error;
  }
}

/** A server that was started for one browser returns that one, whatever was requested. */
async function requireBrowser(driven: DrivenBrowser, browser: Browser): Promise<void> {
  const page = await driven.newPage();
  const userAgent = await page.evaluate('navigator.userAgent');
  await page.close();
  const actual = /Firefox\//.test(String(userAgent))
    ? 'FIREFOX'
    : /Chrom(e|ium)\//.test(String(userAgent))
      ? 'CHROMIUM'
      : 'SAFARI';
  if (actual !== browser) throw new Error(`it runs ${actual}, but ${browser} was requested`);
}

const cdpVersion = z.object({ webSocketDebuggerUrl: z.string() });

/** Whether a WebSocket speaks the DevTools protocol. Playwright's servers respond differently. */
async function speaksCdp({ url }: Endpoint): Promise<boolean> {
  if (url.pathname.includes('/devtools/')) return true;
  if (url.pathname !== '/' || url.username !== '') return false;
  const address = httpUrl(url);
  address.pathname = '/json/version';
  try {
    const response = await fetch(address, { signal: AbortSignal.timeout(probeMs) });
    return cdpVersion.safeParse(await response.json()).success;
  } catch {
    return false;
  }
}

function httpUrl(url: URL): URL {
  return new URL(url.href.replace(/^ws/, 'http'));
}

async function connectOverCdp(
  url: string,
  onEnd: () => Promise<void> = async () => {},
): Promise<RemoteBrowser> {
  const { chromium } = await loadDriver();
  return remoteBrowser(await chromium.connectOverCDP(url, { timeout: connectMs }), onEnd);
}

function requireChromium(browser: Browser): void {
  if (browser === 'CHROMIUM') return;
  throw new Error(
    `it speaks the DevTools protocol, which supports only CHROMIUM. For ${browser}, use the ws:// URL of a Playwright server`,
  );
}

function remoteBrowser(browser: DrivenBrowser, onEnd: () => Promise<void> = async () => {}): RemoteBrowser {
  let ended: Promise<void> | undefined;
  const end = () => {
    ended ??= onEnd();
    return ended;
  };
  browser.once('disconnected', end);
  return {
    browser,
    async close() {
      await unlessLate(browser.close(), closeMs);
      await end();
    },
  };
}

export interface Endpoint {
  /** As given. Its query and credentials are sent with each request and never shown in a message. */
  readonly url: URL;
  /** Its name in messages: the URL without query and credentials. */
  readonly name: string;
}

/** None of the endpoints provides a browser. The message lists the reason for each. */
export class EndpointUnreachable extends Error {
  constructor(reasons: readonly { readonly name: string; readonly reason: string }[]) {
    const list = reasons.map(({ name, reason }) => `- ${name}: ${reason}`).join('\n');
    super(
      `No browser could be reached at the endpoints:\n${list}\n` +
        'Check that they are running and reachable from this machine, and that their tokens are valid.',
    );
    this.name = 'EndpointUnreachable';
  }
}

const protocols = ['ws:', 'wss:', 'http:', 'https:'];

/** @throws Error with the number of an invalid one, which is not shown because it may contain a token. */
export function parseEndpoints(texts: readonly string[]): Endpoint[] {
  return texts.map((text, index) => {
    const url = URL.parse(text.trim());
    if (url === null || !protocols.includes(url.protocol)) {
      throw new Error(
        `Browser endpoint ${index + 1} of ${texts.length} is not a URL. It must start with ws://, wss://, http:// or https://.`,
      );
    }
    return { url, name: `${url.protocol}//${url.host}${url.pathname}` };
  });
}

/** Shorter values are not treated as secrets: replacing them would make the message unreadable. */
const minSecretLength = 4;
const maxMessageLength = 400;

/** @returns the message of an error in one line, without the secrets of the endpoint. */
export function reasonOf(error: unknown, { url }: Endpoint): string {
  const message = error instanceof Error ? withCause(error) : String(error);
  const secrets = [url.search, url.username, url.password, ...url.searchParams.values()]
    .flatMap((each) => [each, decodePercent(each), encodeURIComponent(each)])
    .filter((each) => each.length >= minSecretLength)
    .sort((a, b) => b.length - a.length);
  const shown = secrets.reduce((text, secret) => text.replaceAll(secret, '***'), withoutLog(message));
  return cut(shown, maxMessageLength);
}

/** Errors of `fetch` have the reason in their cause. */
function withCause({ message, cause }: Error): string {
  return cause instanceof Error ? `${message}: ${cause.message}` : message;
}

/** Removes logs and the boxes around the text from a message of the driver. */
function withoutLog(message: string): string {
  return (message.split(/Call log:|Browser logs:|<launching>/)[0] ?? '')
    .replace(/^browserType\.\w+: /, '')
    .replaceAll(/[\u2500-\u257f\s]+/g, ' ')
    .trim();
}

const statusMs = 5000;
/** Long, because a busy Grid queues requests until a browser is free. */
const sessionMs = 120_000;

const statusResponse = z.object({ value: z.object({ ready: z.boolean() }) });
const sessionResponse = z.object({
  value: z.object({ sessionId: z.string(), capabilities: z.object({ 'se:cdp': z.string().optional() }) }),
});
const errorResponse = z.object({ value: z.object({ message: z.string() }) });

/** Whether an endpoint is a Selenium Grid. @throws Error if it does not respond at all. */
async function isSeleniumGrid(endpoint: Endpoint): Promise<boolean> {
  const response = await request(endpoint, 'status', { method: 'GET', timeoutMs: statusMs });
  return statusResponse.safeParse(tryParseJson(await response.text())).success;
}

/**
 * Starts a Chrome session.
 * @throws Error with the Grid's message.
 */
async function openGridSession(endpoint: Endpoint) {
  const capabilities = {
    browserName: 'chrome',
    'goog:chromeOptions': { args: ['--headless=new', '--disable-dev-shm-usage'] },
  };
  const response = await request(endpoint, 'session', {
    method: 'POST',
    timeoutMs: sessionMs,
    body: { capabilities: { alwaysMatch: capabilities } },
  });
  const body = tryParseJson(await response.text());
  const opened = sessionResponse.safeParse(body);
  if (!opened.success) {
    const problem = errorResponse.safeParse(body);
    throw new Error(
      `the Selenium Grid created no session (${response.status}): ${problem.success ? (problem.data.value.message.split('\n')[0] ?? '') : 'it gave no reason'}`,
    );
  }
  const { sessionId, capabilities: granted } = opened.data.value;
  /** Never rejects: the Grid ends sessions of lost clients itself. */
  const end = async () => {
    const path = `session/${encodeURIComponent(sessionId)}`;
    await request(endpoint, path, { method: 'DELETE', timeoutMs: statusMs }).catch(() => {});
  };
  if (granted['se:cdp'] === undefined) {
    await end();
    throw new Error(
      'the Selenium Grid created a session without `se:cdp`: Selenium 4 or later and a Chrome or Edge node are required.',
    );
  }
  return { cdpUrl: reachable(granted['se:cdp'], endpoint), end };
}

/** If a Grid calls itself localhost, it means its own machine. */
function reachable(cdpUrl: string, { url }: Endpoint): string {
  const cdp = new URL(cdpUrl);
  if (cdp.hostname === 'localhost' || cdp.hostname === '127.0.0.1') cdp.hostname = url.hostname;
  return cdp.href;
}

interface GridRequest {
  readonly method: 'GET' | 'POST' | 'DELETE';
  readonly timeoutMs: number;
  /** Sent as JSON. */
  readonly body?: unknown;
}

/** @param path below the URL of the Grid. */
async function request(
  { url }: Endpoint,
  path: string,
  { method, timeoutMs, body }: GridRequest,
): Promise<Response> {
  const address = new URL(url);
  address.pathname = `${url.pathname.replace(/\/$/, '')}/${path}`;
  const headers = new Headers(body === undefined ? {} : { 'content-type': 'application/json' });
  return fetch(moveCredentials(address, headers), {
    method,
    headers,
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(timeoutMs),
  });
}
