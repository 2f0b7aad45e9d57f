import type { Browser as DrivenBrowser } from 'playwright-core';
import { z } from 'zod';
import type { Browser } from '../../contract/values.ts';
import { within } from '../within.ts';
import { browserKinds } from './browser-kinds.ts';
import { driverVersion } from './driver.ts';
import type { Endpoint } from './endpoint.ts';
import { isSeleniumGrid, openGridSession } from './selenium-grid.ts';

/** A browser elsewhere that answers. */
export interface RemoteBrowser {
  readonly browser: DrivenBrowser;
  /** Gives it back. Never rejects, and takes seconds at most. */
  close(): Promise<void>;
}

/** A server may have to start a browser first. */
const connectMs = 30_000;
const probeMs = 3000;
const closeMs = 5000;

/**
 * Connects to a browser: at ws:// and wss:// to a Playwright server, or to one that speaks the DevTools protocol; at
 * http:// and https:// to the latter, or to a Selenium Grid.
 * @throws Error that says why not, and may hold the endpoint's secrets: see `reasonOf`.
 */
export async function connectTo(endpoint: Endpoint, browser: Browser): Promise<RemoteBrowser> {
  if (endpoint.url.protocol.startsWith('ws')) return connectToSocket(endpoint, browser);
  if (await isSeleniumGrid(endpoint)) {
    refuseAllButChromium(browser);
    const session = await openGridSession(endpoint);
    try {
      return await overCdp(session.cdpUrl, session.end);
    } catch (error) {
      await session.end();
      throw error;
    }
  }
  refuseAllButChromium(browser);
  return overCdp(endpoint.url.href);
}

async function connectToSocket(endpoint: Endpoint, browser: Browser): Promise<RemoteBrowser> {
  if (await speaksCdp(endpoint)) {
    refuseAllButChromium(browser);
    // Some take a connection at any path; Chrome itself only at the one that it tells over HTTP.
    return overCdp(endpoint.url.href).catch(() => overCdp(overHttp(endpoint.url).href));
  }
  try {
    return await toPlaywright(endpoint, browser);
  } catch (error) {
    // Who speaks the DevTools protocol does not answer Playwright at all.
    if (browser !== 'CHROMIUM' || !(error instanceof Error) || error.name !== 'TimeoutError') throw error;
    return await overCdp(endpoint.url.href).catch(() => {
      throw error;
    });
  }
}

async function toPlaywright({ url }: Endpoint, browser: Browser): Promise<RemoteBrowser> {
  const playwright = await driver();
  const type = playwright[browserKinds[browser].playwrightName];
  // What is on this machine's localhost, as the app under test may be, is there for the browser as well.
  const options = { timeout: connectMs, exposeNetwork: '<loopback>' };
  const driven = await type.connect(url.href, options).catch((error: unknown) => {
    throw error instanceof Error && error.message.includes('version mismatch')
      ? new Error(
          `${error.message.split('\nCall log:')[0]}: it must be a server of Playwright ${driverVersion}`,
        )
      : error;
  });
  const remote = closable(driven);
  try {
    await refuseAnother(driven, browser);
    return remote;
  } catch (error) {
    await remote.close();
    throw error;
  }
}

/** A server that was started with one browser gives that one, whichever is asked for. */
async function refuseAnother(driven: DrivenBrowser, browser: Browser): Promise<void> {
  const page = await driven.newPage();
  const userAgent = await page.evaluate('navigator.userAgent');
  await page.close();
  const is = /Firefox\//.test(String(userAgent))
    ? 'FIREFOX'
    : /Chrom(e|ium)\//.test(String(userAgent))
      ? 'CHROMIUM'
      : 'SAFARI';
  if (is !== browser) throw new Error(`it has ${is}, and ${browser} was asked for`);
}

const cdpVersion = z.object({ webSocketDebuggerUrl: z.string() });

/** Whether it is the DevTools protocol that is spoken at a WebSocket. Playwright's own servers have other answers. */
async function speaksCdp({ url }: Endpoint): Promise<boolean> {
  if (url.pathname.includes('/devtools/')) return true;
  if (url.pathname !== '/' || url.username !== '') return false;
  const address = overHttp(url);
  address.pathname = '/json/version';
  try {
    const answer = await fetch(address, { signal: AbortSignal.timeout(probeMs) });
    return cdpVersion.safeParse(await answer.json()).success;
  } catch {
    return false;
  }
}

function overHttp(url: URL): URL {
  return new URL(url.href.replace(/^ws/, 'http'));
}

async function overCdp(
  url: string,
  afterwards: () => Promise<void> = async () => {},
): Promise<RemoteBrowser> {
  const { chromium } = await driver();
  return closable(await chromium.connectOverCDP(url, { timeout: connectMs }), afterwards);
}

function refuseAllButChromium(browser: Browser): void {
  if (browser === 'CHROMIUM') return;
  throw new Error(
    `it speaks the DevTools protocol, over which only CHROMIUM can be driven: for ${browser} use the ws:// address of a Playwright server`,
  );
}

function closable(browser: DrivenBrowser, afterwards: () => Promise<void> = async () => {}): RemoteBrowser {
  let ended: Promise<void> | undefined;
  const end = () => {
    ended ??= afterwards();
    return ended;
  };
  browser.once('disconnected', end);
  return {
    browser,
    async close() {
      await within(closeMs, 'The browser did not close.', () => browser.close()).catch(() => {});
      await end();
    },
  };
}

/** Loaded only where a browser is needed; the driver ships beside the bundle, not inside it. */
function driver() {
  return import(/* webpackIgnore: true */ 'playwright-core');
}
