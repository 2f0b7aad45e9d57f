import { z } from 'zod';
import type { Endpoint } from './endpoint.ts';

/** A browser that a Selenium Grid has started. */
interface GridSession {
  /** Where its DevTools protocol is spoken. */
  readonly cdpUrl: string;
  /** Gives the browser back; what goes wrong with that is the Grid's to tidy up. */
  end(): Promise<void>;
}

const statusMs = 5000;
/** A Grid that is busy lets a request wait for a free browser. */
const sessionMs = 120_000;

const statusAnswer = z.object({ value: z.object({ ready: z.boolean() }) });
const sessionAnswer = z.object({
  value: z.object({ sessionId: z.string(), capabilities: z.object({ 'se:cdp': z.string().optional() }) }),
});
const errorAnswer = z.object({ value: z.object({ message: z.string() }) });

/** Whether an endpoint is a Selenium Grid. @throws where it does not answer at all. */
export async function isSeleniumGrid(endpoint: Endpoint): Promise<boolean> {
  const answer = await ask(endpoint, 'GET', 'status', statusMs);
  return statusAnswer.safeParse(json(await answer.text())).success;
}

/**
 * Asks a Grid for a Chrome.
 * @throws Error with what the Grid says.
 */
export async function openGridSession(endpoint: Endpoint): Promise<GridSession> {
  const capabilities = {
    browserName: 'chrome',
    'goog:chromeOptions': { args: ['--headless=new', '--disable-dev-shm-usage'] },
  };
  const answer = await ask(endpoint, 'POST', 'session', sessionMs, {
    capabilities: { alwaysMatch: capabilities },
  });
  const body = json(await answer.text());
  const opened = sessionAnswer.safeParse(body);
  if (!opened.success) {
    const problem = errorAnswer.safeParse(body);
    throw new Error(
      `the Selenium Grid gave no session (${answer.status}): ${problem.success ? (problem.data.value.message.split('\n')[0] ?? '') : 'it did not say why'}`,
    );
  }
  const { sessionId, capabilities: given } = opened.data.value;
  const end = async () => {
    await ask(endpoint, 'DELETE', `session/${encodeURIComponent(sessionId)}`, statusMs).catch(() => {});
  };
  if (given['se:cdp'] === undefined) {
    await end();
    throw new Error(
      'the Selenium Grid gave a session without se:cdp: it needs Selenium 4 or later, and a Chrome or Edge node.',
    );
  }
  return { cdpUrl: reachable(given['se:cdp'], endpoint), end };
}

/** A Grid that knows itself as localhost means its own machine. */
function reachable(cdpUrl: string, { url }: Endpoint): string {
  const cdp = new URL(cdpUrl);
  if (cdp.hostname === 'localhost' || cdp.hostname === '127.0.0.1') cdp.hostname = url.hostname;
  return cdp.href;
}

async function ask(
  { url }: Endpoint,
  method: string,
  path: string,
  ms: number,
  body?: unknown,
): Promise<Response> {
  const address = new URL(url);
  address.pathname = `${url.pathname.replace(/\/$/, '')}/${path}`;
  // fetch refuses credentials in a URL.
  address.username = '';
  address.password = '';
  const credentials = `${decodeURIComponent(url.username)}:${decodeURIComponent(url.password)}`;
  return fetch(address, {
    method,
    headers: {
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(credentials === ':'
        ? {}
        : { authorization: `Basic ${Buffer.from(credentials).toString('base64')}` }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(ms),
  });
}

function json(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
