import type { Browser as DrivenBrowser } from 'playwright-core';
import { z } from 'zod';
import type { Browser } from '../../contract/values.ts';
import { isTimeout, unlessLate } from '../wait.ts';
import { browserKinds } from './browser-kinds.ts';
import { driverVersion, loadDriver } from './driver.ts';
import type { Endpoint } from './endpoints.ts';
import { isSeleniumGrid, openGridSession } from './selenium-grid.ts';

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
