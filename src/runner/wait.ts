import { setTimeout as sleep } from 'node:timers/promises';
import type { Browser } from 'playwright-core';
import { orAborted } from '../common/async.ts';

export class TimedOut extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'TimeoutError';
  }
}

/** Whether an error says that the time was over: ours, the driver's, or that of `AbortSignal.timeout`. */
export function isTimeout(error: unknown): boolean {
  return error instanceof Error && error.name === 'TimeoutError';
}

/**
 * Waits for work up to `ms`. The work itself is not stopped.
 * @throws TimedOut with `message`, or what the work throws.
 */
export async function withTimeout<T>(work: Promise<T>, ms: number, message: string): Promise<T> {
  const timeout = Promise.withResolvers<never>();
  const timer = setTimeout(() => timeout.reject(new TimedOut(message)), ms);
  try {
    return await Promise.race([work, timeout.promise]);
  } finally {
    clearTimeout(timer);
  }
}

/** The same for work that may fail. @returns undefined if it fails or takes longer. */
export async function unlessLate<T>(work: Promise<T>, ms: number): Promise<T | undefined> {
  return withTimeout(work, ms, '').catch(() => undefined);
}

/**
 * Starts work and resolves when it ends or the signal is aborted, whichever comes first. The work itself is not stopped;
 * if the signal is aborted already, it is not started.
 * @throws what the work throws before that.
 */
export async function untilAborted(signal: AbortSignal, work: () => Promise<void>): Promise<void> {
  if (signal.aborted) return;
  await orAborted(work(), signal).catch((error: unknown) => {
    if (error !== signal.reason) throw error;
  });
}

/**
 * Waits for work in a browser for as long as the browser is connected: if its process ends at the wrong moment, the
 * driver may leave a call pending for ever. Afterwards `browser.isConnected()` is up to date.
 * @throws Error if the browser disconnects; what the work throws.
 */
export async function whileConnected<T>(browser: Browser, work: Promise<T>): Promise<T> {
  const disconnected = Promise.withResolvers<never>();
  const reject = () => disconnected.reject(new Error('its process has ended.'));
  browser.once('disconnected', reject);
  if (!browser.isConnected()) reject();
  try {
    return await Promise.race([disconnected.promise, work]);
  } finally {
    // With a remote browser, pending calls are rejected one turn before the browser is marked as disconnected.
    await sleep(0);
    browser.off('disconnected', reject);
  }
}

/** Pauses between two checks, in ms; the last one repeats. */
const pauses = [50, 100, 250, 500];
/** Time that is kept for the last check, in ms. */
const lastCheckMs = 100;

/**
 * Repeats a check until it returns true or the time is over. The last pause is shortened, so that a condition that is
 * met late is still seen.
 * @param remainingMs the time left.
 * @returns whether the check returned true. @throws what the check throws.
 */
export async function pollUntil(check: () => Promise<boolean>, remainingMs: () => number): Promise<boolean> {
  for (let count = 0; ; count += 1) {
    if (await check()) return true;
    const leftMs = remainingMs() - lastCheckMs;
    if (leftMs <= 0) return false;
    await sleep(Math.min(pauses[Math.min(count, pauses.length - 1)] ?? lastCheckMs, leftMs));
  }
}
