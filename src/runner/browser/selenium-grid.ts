import { z } from 'zod';
import { tryParseJson } from '../../common/json.ts';
import { moveCredentials } from '../requests.ts';
import type { Endpoint } from './endpoints.ts';

const statusMs = 5000;
/** Long, because a busy Grid queues requests until a browser is free. */
const sessionMs = 120_000;

const statusResponse = z.object({ value: z.object({ ready: z.boolean() }) });
const sessionResponse = z.object({
  value: z.object({ sessionId: z.string(), capabilities: z.object({ 'se:cdp': z.string().optional() }) }),
});
const errorResponse = z.object({ value: z.object({ message: z.string() }) });

/** Whether an endpoint is a Selenium Grid. @throws Error if it does not respond at all. */
export async function isSeleniumGrid(endpoint: Endpoint): Promise<boolean> {
  const response = await request(endpoint, 'status', { method: 'GET', timeoutMs: statusMs });
  return statusResponse.safeParse(tryParseJson(await response.text())).success;
}

/**
 * Starts a Chrome session.
 * @throws Error with the Grid's message.
 */
export async function openGridSession(endpoint: Endpoint) {
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
