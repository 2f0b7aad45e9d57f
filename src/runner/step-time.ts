import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import type { ExchangeElement } from '../contract/exchange/test-case.ts';
import { maxUnquietMs, type PageActivity } from './page-activity.ts';
import type { Tally } from './run-scope.ts';
import { TimedOut, withTimeout } from './wait.ts';

/** Grace period after a step's timeout, in ms: the driver ends most calls itself and reports why. */
const gracePeriodMs = 2000;

/** The time of a step. */
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
 * @throws TimedOut, or what `work` throws.
 */
export async function withinStep(limitMs: number, work: (time: StepTime) => Promise<void>): Promise<void> {
  const [end, stop] = [new AbortController(), new AbortController()];
  const time: StepTime = {
    remainingMs: timer(limitMs),
    ended: end.signal,
    giveUp: (reason) => stop.abort(new Error(reason)),
    givenUp: stop.signal,
  };
  try {
    await withTimeout(work(time), limitMs + gracePeriodMs, `The step did not end within ${limitMs} ms.`);
  } catch (error) {
    throw error instanceof Error && error.name === 'AbortError' ? new TimedOut(error.message) : error;
  } finally {
    end.abort();
  }
}

/** How long a step plays before its page is watched, in ms: most steps take less. */
const watchAfterMs = 250;
/** How long a step waits before another case may play meanwhile, in ms: on a working app, few steps wait that long. */
const idleAfterMs = 2000;
/** How long an optional step waits on a quiet page, in ms. */
const optionalMs = 3000;
/** Between two looks at the tally, in ms. */
const pauseMs = 500;

/**
 * Waits on a quiet page, until a step has waited long enough.
 * @returns why the step is given up. @throws the signal's reason.
 */
export type LimitOnQuietPage = (signal: AbortSignal) => Promise<string>;

/** What is optional either comes while its page is busy or not at all. */
export const optionalLimit: LimitOnQuietPage = async (signal) => {
  await sleep(optionalMs, undefined, { signal });
  return `An optional step waits at most ${optionalMs / 1000} s on a quiet page, and ${(maxUnquietMs + optionalMs) / 1000} s on any other.`;
};

/** If the app is broken, interactions wait for their element no longer than assertions. */
export function brokenAppLimit(tally: Tally, expectTimeoutMs: number): LimitOnQuietPage {
  const end = performance.now() + expectTimeoutMs;
  return async (signal) => {
    while (!tally.showsBrokenApp || performance.now() < end) await sleep(pauseMs, undefined, { signal });
    return `Timeout ${expectTimeoutMs}ms exceeded. The step did not wait longer, because no test case has passed so far.`;
  };
}

interface WatchedStep {
  readonly page: () => Page;
  readonly activity: PageActivity;
  readonly setIdle: (isIdle: boolean) => void;
  readonly limit: LimitOnQuietPage;
  readonly giveUp: (reason: string) => Promise<void>;
  /** Aborted when the step ends. */
  readonly ended: AbortSignal;
}

/** Watches a step that waits for its page: on a quiet one it is idle, and may be given up before its time is over. */
export async function watchStep(
  element: ExchangeElement,
  { page, activity, setIdle, limit, giveUp, ended }: WatchedStep,
): Promise<void> {
  if (!waitsForElement(element)) return;
  try {
    await sleep(watchAfterMs, undefined, { signal: ended });
    const isQuiet = await activity.untilQuiet(page, ended);
    if (isQuiet) void idleUntil(ended, setIdle).catch(() => {});
    await giveUp(await limit(ended));
  } catch {
    // The step has ended.
  }
}

/** Whether a step waits for something on the page. */
function waitsForElement({ assertion, interaction, selectors }: ExchangeElement): boolean {
  if (interaction?.action === 'WAIT_FOR') return interaction.calledWith?.type !== 'fixedTime';
  return assertion != null ? assertion.expectation !== 'RESPONSE_OK' : selectors.length > 0;
}

async function idleUntil(ended: AbortSignal, setIdle: WatchedStep['setIdle']): Promise<void> {
  await sleep(idleAfterMs, undefined, { signal: ended });
  setIdle(true);
  ended.addEventListener('abort', () => setIdle(false), { once: true });
}
