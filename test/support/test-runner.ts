import { tmpdir } from 'node:os';
import type { LaunchOptions } from 'playwright-core';
import { expect } from 'vitest';
import { ensureChromium } from '../../scripts/chromium.mjs';
import type { ExchangeTestCase } from '../../src/contract/exchange/exchange-test-case.ts';
import type { Browser } from '../../src/contract/values.ts';
import type { Machine } from '../../src/runner/browser/browser-kinds.ts';
import { BrowserNotFound } from '../../src/runner/browser/find-browser.ts';
import { BrowserNotStarted } from '../../src/runner/browser/launch.ts';
import { openRunner, type RunnerOptions } from '../../src/runner/open-runner.ts';
import type { CaseOutcome, Runner, RunPlan } from '../../src/runner/runner.ts';

/** The Chromium of the tests. */
export async function chromiumPath(): Promise<string> {
  const path = (await ensureChromium()) ?? process.env.CHROME_BIN;
  if (path === undefined) throw new Error('The tests need a Chromium: set CHROME_BIN to the path of one.');
  return path;
}

/** To start it with the driver alone. The driver's handlers of signals would stay while any other browser runs. */
export async function chromiumOptions(): Promise<LaunchOptions> {
  const signals = { handleSIGINT: false, handleSIGTERM: false, handleSIGHUP: false };
  return { executablePath: await chromiumPath(), ...signals };
}

/** This machine with the tests' Chromium, and without the Playwright of this repository. */
export async function testMachine(): Promise<Machine> {
  return {
    env: { ...process.env, CHROME_BIN: await chromiumPath() },
    platform: process.platform,
    workspace: tmpdir(),
  };
}

/** @returns why a browser can't be run in here; undefined where it can. */
export async function whyNot(browser: Browser): Promise<string | undefined> {
  await using runner = openRunner(await testMachine());
  try {
    await runner.prepare(browser);
    return undefined;
  } catch (error) {
    if (error instanceof BrowserNotFound || error instanceof BrowserNotStarted)
      return error.message.split('\n')[0];
    throw error;
  }
}

/**
 * A runner whose Chromium is up, and stays so until it is disposed of. What fails is not run again unless a test
 * asks for it.
 */
export async function openTestRunner(options: RunnerOptions = {}): Promise<Runner> {
  const runner = openRunner(await testMachine(), { retries: 0, ...options });
  await runner.prepare('CHROMIUM');
  return runner;
}

let shared: Promise<Runner> | undefined;

/** The runner of all tests that need no options. It ends with the process. */
export function sharedTestRunner(): Promise<Runner> {
  shared ??= openTestRunner();
  return shared;
}

/** A plan; say only what matters to the test. */
export function aPlan(
  executionUrl: string,
  cases: readonly ExchangeTestCase[],
  overrides: Partial<Omit<RunPlan, 'library'>> & { readonly others?: readonly ExchangeTestCase[] } = {},
): RunPlan {
  const { others = [], ...rest } = overrides;
  return {
    cases,
    library: new Map([...cases, ...others].map((each) => [each.id, each])),
    executionUrl,
    browser: 'CHROMIUM',
    breakpoint: 'DESKTOP',
    testIdAttribute: null,
    environment: { headers: {} },
    variables: {},
    // Ample: what is meant to fail by time says a shorter one.
    timeoutPerStepMs: 120_000,
    ...rest,
  };
}

/** Runs a plan to its end. @returns the outcomes in the order of the plan. */
export async function runPlan(runner: Runner, plan: RunPlan): Promise<CaseOutcome[]> {
  const outcomes = new Map<string, CaseOutcome>();
  const onOutcome = (outcome: CaseOutcome) => {
    if (outcomes.has(outcome.testCaseId)) throw new Error('a case has two outcomes');
    outcomes.set(outcome.testCaseId, outcome);
  };
  await runner.run(plan, { onStart: () => {}, onOutcome }, new AbortController().signal);
  return plan.cases.flatMap(({ id }) => outcomes.get(id) ?? []);
}

/** Runs a plan whose first case is the one in question. */
export async function runFirst(runner: Runner, plan: RunPlan): Promise<CaseOutcome> {
  const outcomes = await runPlan(runner, plan);
  const outcome = outcomes.find(({ testCaseId }) => testCaseId === plan.cases[0]?.id);
  if (outcome === undefined) throw new Error('the case has no outcome');
  return outcome;
}

/** The times of a step that waits for what does not come, in ms: short, as a test waits for all of it. */
const shortMs = [2500, 10_000, 40_000];

/**
 * Runs a plan whose first case is meant to fail at its last step, and gives its steps a short time. If a busy browser was too
 * slow for an earlier step, or for what the message has to say, the case is run again with more time.
 * @param saying what the message or a warning says if the time was long enough. Default: the message says anything but that
 * the step did not end.
 */
export async function runToFail(runner: Runner, plan: RunPlan, saying?: RegExp): Promise<CaseOutcome> {
  const last = (plan.cases[0]?.elements.length ?? 0) - 1;
  for (const timeoutPerStepMs of shortMs) {
    const shortRun = await runFirst(runner, { ...plan, timeoutPerStepMs });
    const isLast = shortRun.status === 'PASSED' || shortRun.failedStep?.elementIndex === last;
    if (isLast && says(shortRun, saying)) return shortRun;
  }
  return runFirst(runner, plan);
}

function says({ errorMessage, warnings }: CaseOutcome, saying: RegExp | undefined): boolean {
  const message = errorMessage ?? '';
  if (saying === undefined) return !message.includes('The step did not end within');
  return [message, ...(warnings ?? [])].some((text) => saying.test(text));
}

const aBrowser = { browserVersion: expect.any(String), viewport: expect.any(Object) };

/** How a passed case ends, with whatever steps. */
export function passed(testCaseId: string): CaseOutcome {
  return {
    testCaseId,
    status: 'PASSED',
    errorMessage: null,
    ...aBrowser,
    steps: expect.any(Array),
    durationMs: expect.any(Number),
  };
}
