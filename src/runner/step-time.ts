import { setTimeout as sleep } from 'node:timers/promises';
import type { ExchangeElement } from '../contract/exchange/exchange-test-case.ts';
import { maxUnquietMs } from './page-activity.ts';
import { TimedOut, withTimeout } from './wait.ts';

/** Grace period after a step's timeout, in ms: the driver ends most calls itself and reports why. */
const gracePeriodMs = 2000;

export interface StepTime {
  /** The remaining time in ms; at least 1. */
  readonly remainingMs: () => number;
  /** Aborted when the step has ended, or its time is over. */
  readonly ended: AbortSignal;
  /** Gives up what the step waits for on the page. */
  readonly giveUp: (reason: string) => void;
  /** Aborted when that is given up. */
  readonly givenUp: AbortSignal;
}

/** Starts a timer. @returns a function that returns the remaining time in ms; at least 1. */
function timer(limitMs: number): () => number {
  const end = performance.now() + limitMs;
  return () => Math.max(1, Math.round(end - performance.now()));
}

/** The time of a step, which is shorter for an assertion that waits for the page. */
export function assertionTime(
  { assertion }: ExchangeElement,
  time: StepTime,
  expectTimeoutMs: number,
): StepTime {
  if (assertion == null || assertion.expectation === 'RESPONSE_OK') return time;
  const remainingMs = timer(expectTimeoutMs);
  return { ...time, remainingMs: () => Math.min(time.remainingMs(), remainingMs()) };
}

/**
 * Runs a step within its time, in ms. Some calls of the driver have no timeout and never return if the page is busy.
 * @param lateMessage what has happened if the time is over.
 * @throws TimedOut, or what `work` throws.
 */
export async function withinStep(
  limitMs: number,
  work: (time: StepTime) => Promise<void>,
  lateMessage = `The step did not end within ${limitMs} ms.`,
): Promise<void> {
  const [end, stop] = [new AbortController(), new AbortController()];
  const time: StepTime = {
    remainingMs: timer(limitMs),
    ended: end.signal,
    giveUp: (reason) => stop.abort(new Error(reason)),
    givenUp: stop.signal,
  };
  try {
    await withTimeout(work(time), limitMs + gracePeriodMs, lateMessage);
  } catch (error) {
    throw error instanceof Error && error.name === 'AbortError' ? new TimedOut(error.message) : error;
  } finally {
    end.abort();
  }
}

/** How long an optional step waits on a quiet page, in ms. */
const optionalMs = 3000;
/** Between two questions whether a wait is of use, in ms. */
const watchPauseMs = 500;

/**
 * Waits on a quiet page, until a step has waited long enough.
 * @returns why the step is given up. @throws the signal's reason.
 */
type LimitOnQuietPage = (signal: AbortSignal) => Promise<string>;

/** What is optional either comes while its page is busy or not at all. */
export const optionalLimit: LimitOnQuietPage = async (signal) => {
  await sleep(optionalMs, undefined, { signal });
  return `An optional step waits at most ${optionalMs / 1000} s on a quiet page, and ${(maxUnquietMs + optionalMs) / 1000} s on any other.`;
};

/**
 * If a long wait is of no use, interactions wait for their element no longer than assertions.
 * @param whyUseless says why it is, as a clause; undefined as long as it may help.
 */
export function uselessWaitLimit(
  expectTimeoutMs: number,
  whyUseless: () => string | undefined,
): LimitOnQuietPage {
  const end = performance.now() + expectTimeoutMs;
  return async (signal) => {
    let reason = whyUseless();
    while (reason === undefined || performance.now() < end) {
      await sleep(watchPauseMs, undefined, { signal });
      reason = whyUseless();
    }
    return `Timeout ${expectTimeoutMs}ms exceeded. The step did not wait longer, because ${reason}.`;
  };
}
