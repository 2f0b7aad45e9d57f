import { setTimeout as sleep } from 'node:timers/promises';
import { fetch } from 'undici';
import { openNetwork } from '../client/network.ts';
import { isDistrust, networkCode } from '../client/network-errors.ts';
import type { Fetch } from '../client/transport.ts';
import { isLoopback } from '../common/loopback.ts';
import { UserError } from '../runtime/user-error.ts';

/** An app that starts in the background has this long to answer, in ms. */
const graceMs = 30_000;
const attemptMs = 5000;
const pauseMs = 250;
/** A proxy's response while the app behind it is starting. */
const notReady = [502, 503, 504];

/**
 * Waits until the app answers with any status but 502, 503 and 504. Requests take the same way as the browser's: directly
 * on loopback, else through the machine's proxies.
 * @param onWaiting called once if the app does not answer at first.
 * @throws UserError after 30 s, or earlier when `signal` is aborted, with the URL and the last reason; the reason of
 * `signal` if the app had no time to answer; Error if the variable of a proxy holds no URL.
 */
export async function waitForApp(
  url: string,
  signal: AbortSignal,
  onWaiting: (text: string) => void,
): Promise<void> {
  if (isLoopback(new URL(url))) return pollApp(fetchDirectly, url, signal, onWaiting);
  await using network = openNetwork();
  return await pollApp(network.fetch, url, signal, onWaiting);
}

const fetchDirectly: Fetch = (url, request) => fetch(url, { ...request, redirect: 'manual' });

async function pollApp(
  send: Fetch,
  url: string,
  signal: AbortSignal,
  onWaiting: (text: string) => void,
): Promise<void> {
  const startedAt = performance.now();
  let reason: string | undefined;
  for (;;) {
    const last = reason;
    reason = await probe(send, url, signal);
    if (reason === undefined) return;
    if (signal.aborted) {
      // The abort says nothing about the app.
      if (last === undefined) throw signal.reason;
      reason = last;
    } else if (last === undefined) {
      onWaiting(`Waiting for ${url} (${reason})`);
    }
    await sleep(pauseMs, undefined, { signal }).catch(() => {});
    const waitedMs = performance.now() - startedAt;
    if (signal.aborted || waitedMs > graceMs) {
      throw new UserError(
        `The app does not answer at ${url} (${reason}, after ${Math.ceil(waitedMs / 1000)} s). Start it in the background (\`&\`) in an earlier step, and check the input \`url\`.`,
      );
    }
  }
}

/** @returns why the app is not ready; undefined if it is. */
async function probe(send: Fetch, url: string, signal: AbortSignal): Promise<string | undefined> {
  const done = new AbortController();
  const attempt = AbortSignal.any([signal, done.signal, AbortSignal.timeout(attemptMs)]);
  try {
    const { status } = await send(url, { method: 'GET', headers: {}, signal: attempt });
    return notReady.includes(status) ? `it answered ${status}` : undefined;
  } catch (error) {
    const code = networkCode(error);
    // The app answers; the browser decides whether to trust its certificate.
    return isDistrust(code) ? undefined : code;
  } finally {
    // The body is left unread.
    done.abort();
  }
}
