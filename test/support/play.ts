import { ensureChromium } from '../../scripts/chromium.mjs';
import type { ExchangeTestCase } from '../../src/contract/exchange/test-case.ts';
import type { CaseOutcome, Runner, RunPlan } from '../../src/runner/runner.ts';

/** The Chromium of the tests. */
export async function chromiumPath(): Promise<string> {
  const path = (await ensureChromium()) ?? process.env.CHROME_BIN;
  if (path === undefined) throw new Error('The tests need a Chromium: set CHROME_BIN to the path of one.');
  return path;
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
    breakpoint: 'DESKTOP',
    variables: {},
    // Ample: what is meant to fail by time says a shorter one.
    timeoutPerStepMs: 10_000,
    ...rest,
  };
}

/** Runs a plan to its end. */
export async function play(runner: Runner, plan: RunPlan): Promise<CaseOutcome[]> {
  const outcomes: CaseOutcome[] = [];
  const events = { onStart: () => {}, onOutcome: (outcome: CaseOutcome) => void outcomes.push(outcome) };
  await runner.run(plan, events, new AbortController().signal);
  return outcomes;
}

/** Runs a plan whose first case is the one in question. */
export async function playFirst(runner: Runner, plan: RunPlan): Promise<CaseOutcome> {
  const outcomes = await play(runner, plan);
  const outcome = outcomes.find(({ testCaseId }) => testCaseId === plan.cases[0]?.id);
  if (outcome === undefined) throw new Error('the case has no outcome');
  return outcome;
}

/** How a passed case ends. */
export function passed(testCaseId: string): CaseOutcome {
  return { testCaseId, status: 'PASSED', errorMessage: null };
}
