import { setTimeout as sleep } from 'node:timers/promises';
import { timeLeftMs } from './deadline.ts';
import { mayBeDone } from './request-error.ts';

/** GitHub may show what it has stored only some seconds after it answered with an error, in ms. */
const lookAgainMs = 3000;

/**
 * Sends a request that must not be carried out twice. If GitHub may have carried it out in spite of an error, the outcome is
 * looked for at once and some seconds later, before the request is sent again.
 * @param find the outcome of the request; undefined if there is none.
 */
export async function sendOnce<Outcome>(
  send: () => Promise<Outcome>,
  find: () => Promise<Outcome | undefined>,
  deadline: AbortSignal,
): Promise<Outcome> {
  try {
    return await send();
  } catch (error) {
    if (!mayBeDone(error)) throw error;
    const found = await find();
    if (found !== undefined) return found;
    const pauseMs = Math.min(lookAgainMs, timeLeftMs(deadline) / 4);
    await sleep(pauseMs, undefined, { signal: deadline }).catch(() => {
      throw error;
    });
    return (await find()) ?? send();
  }
}
