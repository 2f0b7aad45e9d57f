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
      if (outcome !== undefined) events.onOutcome(outcome);
    }
  };
  await Promise.all(Array.from({ length: Math.min(workers, plan.cases.length) }, work));
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
    const context = await browser.newContext(screenOf(plan.breakpoint));
    const close = () => void context.close().catch(() => {});
    signal.addEventListener('abort', close, { once: true });
    try {
      const outcome = await playCase(context, testCase, plan, variables);
      return signal.aborted ? undefined : outcome;
    } finally {
      signal.removeEventListener('abort', close);
      await context.close().catch(() => {});
    }
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
