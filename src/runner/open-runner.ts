import { availableParallelism } from 'node:os';
import type { Browser } from 'playwright-core';
import type { ExchangeTestCase } from '../contract/exchange/test-case.ts';
import { screenOf } from './browser/breakpoint.ts';
import { playCase } from './play-case.ts';
import type { CaseOutcome, RunEvents, Runner, RunPlan } from './runner.ts';
import { runVariables, type Variables } from './variables.ts';

/** The browser was found and did not start. */
export class BrowserNotStarted extends Error {
  constructor(executablePath: string, cause: unknown) {
    const reason = cause instanceof Error ? cause.message.split('\n').slice(0, 12).join('\n') : String(cause);
    super(
      `The browser ${executablePath} did not start: ${reason}\nSet the environment variable CHROME_BIN to one that works.`,
      { cause },
    );
    this.name = 'BrowserNotStarted';
  }
}

/**
 * Starts a browser and makes a runner of it: cases play in parallel, each in a context of its own.
 * @param executablePath a Chromium, see `findChromium`.
 * @param workers how many cases play at once; by default one for each processor.
 * @throws BrowserNotStarted
 */
export async function openRunner(
  executablePath: string,
  workers: number = availableParallelism(),
): Promise<Runner> {
  const browser = await launch(executablePath);
  return {
    browsers: ['CHROMIUM'],
    run: (plan, events, signal) => runAll(browser, plan, events, signal, workers),
    [Symbol.asyncDispose]: () => browser.close(),
  };
}

async function launch(executablePath: string): Promise<Browser> {
  // Loaded only where a browser is needed; the driver ships beside the bundle, not inside it.
  const { chromium } = await import(/* webpackIgnore: true */ 'playwright-core');
  try {
    // Signals end the whole action; it closes the browser itself.
    return await chromium.launch({
      executablePath,
      handleSIGINT: false,
      handleSIGTERM: false,
      handleSIGHUP: false,
    });
  } catch (error) {
    throw new BrowserNotStarted(executablePath, error);
  }
}

async function runAll(
  browser: Browser,
  plan: RunPlan,
  events: RunEvents,
  signal: AbortSignal,
  workers: number,
): Promise<void> {
  const variables = runVariables(plan.variables, plan.executionUrl);
  const waiting = plan.cases.values();
  const work = async () => {
    for (const testCase of waiting) {
      if (signal.aborted) return;
      events.onStart(testCase.id);
      const outcome = await playInContext(browser, testCase, plan, variables, signal);
      if (outcome !== undefined && !signal.aborted) events.onOutcome(outcome);
    }
  };
  // The driver may leave a call open for ever when its context is closed at the wrong moment: a run that is stopped
  // does not wait for its cases. They end with the browser at the latest.
  const stopped = Promise.withResolvers<void>();
  const stop = () => stopped.resolve();
  signal.addEventListener('abort', stop, { once: true });
  if (signal.aborted) return;
  try {
    const all = Array.from({ length: Math.min(workers, plan.cases.length) }, work);
    await Promise.race([Promise.all(all), stopped.promise]);
  } finally {
    signal.removeEventListener('abort', stop);
  }
}

/** @returns undefined when the run was stopped meanwhile: a case that was cut off has no outcome. */
async function playInContext(
  browser: Browser,
  testCase: ExchangeTestCase,
  plan: RunPlan,
  variables: Variables,
  signal: AbortSignal,
): Promise<CaseOutcome | undefined> {
  try {
    const outcome = await untilGone(browser, () => playAlone(browser, testCase, plan, variables, signal));
    return signal.aborted ? undefined : outcome;
  } catch (error) {
    if (signal.aborted) return undefined;
    const reason = error instanceof Error ? error.message : String(error);
    return {
      testCaseId: testCase.id,
      status: 'ERROR',
      errorMessage: `The browser ended unexpectedly: ${reason}`,
    };
  }
}

/** @returns undefined when the run was stopped before the case began. */
async function playAlone(
  browser: Browser,
  testCase: ExchangeTestCase,
  plan: RunPlan,
  variables: Variables,
  signal: AbortSignal,
): Promise<CaseOutcome | undefined> {
  const context = await browser.newContext(screenOf(plan.breakpoint));
  const close = () => void context.close().catch(() => {});
  signal.addEventListener('abort', close, { once: true });
  try {
    // Stopped while the context was made: its closing was not asked for then.
    return signal.aborted ? undefined : await playCase(context, testCase, plan, variables);
  } finally {
    signal.removeEventListener('abort', close);
    await context.close().catch(() => {});
  }
}

/**
 * Works with a browser for as long as it is there: the driver may leave a call open for ever when the browser's
 * process ends at the wrong moment.
 */
async function untilGone<T>(browser: Browser, work: () => Promise<T>): Promise<T> {
  const gone = Promise.withResolvers<never>();
  const leave = () => gone.reject(new Error('its process is gone.'));
  browser.once('disconnected', leave);
  if (!browser.isConnected()) leave();
  try {
    return await Promise.race([gone.promise, work()]);
  } finally {
    browser.off('disconnected', leave);
  }
}
