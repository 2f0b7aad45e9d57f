import { setTimeout as sleep } from 'node:timers/promises';
import type { Browser } from 'playwright-core';

/**
 * Works with a browser for as long as it is there: the driver may leave a call open for ever when the browser's
 * process ends at the wrong moment. Afterwards `isConnected` says what is so.
 * @throws Error where the browser is gone; what the work throws.
 */
export async function untilGone<T>(browser: Browser, work: () => Promise<T>): Promise<T> {
  const gone = Promise.withResolvers<never>();
  const leave = () => gone.reject(new Error('its process is gone.'));
  browser.once('disconnected', leave);
  if (!browser.isConnected()) leave();
  try {
    return await Promise.race([gone.promise, work()]);
  } finally {
    // The driver tells the calls to a browser elsewhere that it is gone, and the browser itself a turn later.
    await sleep(0);
    browser.off('disconnected', leave);
  }
}
