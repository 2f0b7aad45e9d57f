import { setTimeout as sleep } from 'node:timers/promises';
import { fetch } from 'undici';
import { UserError } from './action/user-error.ts';
import { isDistrust, networkCode } from './client/network-code.ts';

/** An app that is started beside the action has this long to come up, in ms. */
const graceMs = 30_000;
const attemptMs = 5000;
const pauseMs = 250;
/** What a proxy says while the app behind it is not up yet. */
const notYet = [502, 503, 504];

/**
 * Waits until the app answers, with whatever status.
 * @param onWaiting told once when it is not up yet.
 * @throws UserError after 30 s, or earlier when `signal` is aborted, with the URL and the last reason; the reason of
 * `signal` where the app had no time to answer.
 */
export async function waitForApp(
  url: string,
  signal: AbortSignal,
  onWaiting: (reason: string) => void,
): Promise<void> {
  const startedAt = performance.now();
  let reason: string | undefined;
  for (;;) {
    const last = reason;
    reason = await knock(url, signal);
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
async function knock(url: string, signal: AbortSignal): Promise<string | undefined> {
  try {
    const attempt = AbortSignal.any([signal, AbortSignal.timeout(attemptMs)]);
    const answer = await fetch(url, { redirect: 'manual', signal: attempt });
    await answer.body?.cancel();
    return notYet.includes(answer.status) ? `it answered ${answer.status}` : undefined;
  } catch (error) {
    const code = networkCode(error);
    // Whether its certificate may be trusted is the browser's to say: the app is there.
    return isDistrust(code) ? undefined : code;
  }
}
