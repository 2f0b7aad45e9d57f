import { setTimeout as sleep } from 'node:timers/promises';
import { fetch } from 'undici';
import { UserError } from './action/user-error.ts';
import { openNetwork } from './client/network.ts';
import { isDistrust, networkCode } from './client/network-code.ts';
import type { Fetch } from './client/transport.ts';
import { isLoopback } from './contract/loopback.ts';

/** An app that is started beside the action has this long to come up, in ms. */
const graceMs = 30_000;
const attemptMs = 5000;
const pauseMs = 250;
/** What a proxy says while the app behind it is not up yet. */
const notYet = [502, 503, 504];

/**
 * Waits until the app answers, with whatever status. It is asked as the browser asks it: on loopback by itself, else by
 * the machine's proxies.
 * @param onWaiting told once when it is not up yet.
 * @throws UserError after 30 s, or earlier when `signal` is aborted, with the URL and the last reason; the reason of
 * `signal` where the app had no time to answer; Error where the variable of a proxy holds no URL.
 */
export async function waitForApp(
  url: string,
  signal: AbortSignal,
  onWaiting: (reason: string) => void,
): Promise<void> {
  if (isLoopback(new URL(url))) return waitWith(directly, url, signal, onWaiting);
  await using network = openNetwork();
  return await waitWith(network.fetch, url, signal, onWaiting);
}

const directly: Fetch = (url, request) => fetch(url, { ...request, redirect: 'manual' });

async function waitWith(
  ask: Fetch,
  url: string,
  signal: AbortSignal,
  onWaiting: (reason: string) => void,
): Promise<void> {
  const startedAt = performance.now();
  let reason: string | undefined;
  for (;;) {
    const last = reason;
    reason = await knock(ask, url, signal);
    if (reason === undefined) return;
    if (signal.aborted) {
      // What ended the attempt says nothing of the app.
      if (last === undefined) throw signal.reason;
      reason = last;
    } else if (last === undefined) {
      onWaiting(`Waiting for ${url} (${reason})`);
    }
    await sleep(pauseMs, undefined, { signal }).catch(() => {});
    const waitedMs = performance.now() - startedAt;
    if (signal.aborted || waitedMs > graceMs) {
      throw new UserError(
        `The app does not answer at ${url} (${reason}, after ${Math.ceil(waitedMs / 1000)} s). Start it in a step before this one (in the background, with \`&\`), and check the input \`url\`.`,
      );
    }
  }
}

/** @returns why the app is not there yet; undefined when it is. */
async function knock(ask: Fetch, url: string, signal: AbortSignal): Promise<string | undefined> {
  const over = new AbortController();
  const attempt = AbortSignal.any([signal, over.signal, AbortSignal.timeout(attemptMs)]);
  try {
    const { status } = await ask(url, { method: 'GET', headers: {}, signal: attempt });
    return notYet.includes(status) ? `it answered ${status}` : undefined;
  } catch (error) {
    const code = networkCode(error);
    // Whether its certificate may be trusted is the browser's to say: the app is there.
    return isDistrust(code) ? undefined : code;
  } finally {
    // The body is left unread.
    over.abort();
  }
}
