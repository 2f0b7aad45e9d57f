import { rules } from '../../examples/shop/rules.mjs';
import type { ExchangeTestCase } from '../../src/contract/exchange/exchange-test-case.ts';
import { openRunner } from '../../src/runner/open-runner.ts';
import type { CaseOutcome, Runner, RunPlan } from '../../src/runner/runner.ts';
import { chromiumPath } from '../../test/support/test-runner.ts';
import { machineWith } from '../machine.ts';
import { type ServerFault, serverFaults } from './faults.ts';
import { startShopWith } from './faulty-shop.ts';

/** How long an assertion waits, and any other step, in ms. */
export const expectTimeoutMs = 5000;
const timeoutPerStepMs = 15_000;

/** How a suite does on an app that works. */
export interface HealthyScore {
  readonly cases: number;
  /** In how many runs all cases passed. */
  readonly greenRuns: number;
  /** The first message of each case that failed in any run, by its description. */
  readonly failures: ReadonlyMap<string, string>;
  /** What a run takes, in ms. */
  readonly runMs: number;
}

/** Which faults of the shop's server a suite notices. */
export interface FaultScore {
  readonly name: string;
  readonly sentence: string;
  /** The description of the case that failed first; undefined if none did. */
  readonly killedBy: string | undefined;
}

/** A runner for suites: it runs each case once and records nothing. */
export async function openSuiteRunner(): Promise<Runner> {
  const machine = machineWith(await chromiumPath());
  const runner = openRunner(machine, { retries: 0, expectTimeoutMs, trace: 'never' });
  await runner.prepare('CHROMIUM');
  return runner;
}

export function suitePlan(executionUrl: string, cases: readonly ExchangeTestCase[]): RunPlan {
  return {
    cases: cases.filter(({ runStatus }) => runStatus === 'ON'),
    library: new Map(cases.map((each) => [each.id, each])),
    executionUrl,
    browser: 'CHROMIUM',
    breakpoint: 'DESKTOP',
    testIdAttribute: null,
    environment: { headers: {} },
    variables: { CUSTOMER: ['ada@example.com'] },
    timeoutPerStepMs,
  };
}

/** Runs a suite on a healthy app again and again. */
export async function runOnHealthyApp(
  runner: Runner,
  plan: RunPlan,
  runs: number,
  onProgress: (activity: string) => void,
): Promise<HealthyScore> {
  const failures = new Map<string, string>();
  const startedAt = performance.now();
  let greenRuns = 0;
  for (let run = 1; run <= runs; run += 1) {
    onProgress(`healthy app: run ${run} of ${runs}`);
    const failed = (await runAll(runner, plan)).filter(({ status }) => status !== 'PASSED');
    if (failed.length === 0) greenRuns += 1;
    for (const each of failed)
      failures.set(nameOf(plan, each), failures.get(nameOf(plan, each)) ?? each.errorMessage ?? '');
  }
  const runMs = (performance.now() - startedAt) / Math.max(runs, 1);
  return { cases: plan.cases.length, greenRuns, failures, runMs };
}

/** Runs a suite, which is green on the healthy shop, on the shop with each fault. */
export async function runOnFaults(
  runner: Runner,
  cases: readonly ExchangeTestCase[],
  names: readonly string[],
  onProgress: (activity: string) => void,
): Promise<FaultScore[]> {
  const scores: FaultScore[] = [];
  onProgress('which test case uses what');
  const uses = new Map<ExchangeTestCase, ReadonlySet<string>>();
  for (const each of cases) uses.set(each, await usesOf(runner, each));
  const faults = Object.entries<ServerFault>(serverFaults).filter(([name]) => names.includes(name));
  for (const [name, fault] of faults) {
    onProgress(`fault ${scores.length + 1} of ${faults.length}: ${name}`);
    await using shop = await startShopWith(fault);
    const concerned = cases.filter((each) => concerns(fault, uses.get(each) ?? new Set()));
    const killer = await killerOf(runner, suitePlan(shop.url, concerned));
    scores.push({ name, sentence: fault.sentence, killedBy: killer?.description });
  }
  return scores;
}

/** The rules of the shop that a case uses, and its requests. */
async function usesOf(runner: Runner, testCase: ExchangeTestCase): Promise<ReadonlySet<string>> {
  const used = new Set<string>();
  const noting = Object.entries(rules).map(([name, rule]) => [
    name,
    (...given: unknown[]) => {
      used.add(name);
      return Reflect.apply(rule, undefined, given);
    },
  ]);
  const answer: ServerFault['answer'] = (request) => {
    used.add(request);
    return {};
  };
  await using shop = await startShopWith({ sentence: '', rules: Object.fromEntries(noting), answer });
  await runAll(runner, suitePlan(shop.url, [testCase]));
  return used;
}

/** Whether a case uses what a fault has changed. */
function concerns({ rules: changed = {}, answer }: ServerFault, used: ReadonlySet<string>): boolean {
  const given = { status: 200, location: '/', text: '"count":1' };
  const isAnswered = [...used].some((each) => Object.keys(answer?.(each, given) ?? {}).length > 0);
  return isAnswered || Object.keys(changed).some((each) => used.has(each));
}

/**
 * Runs cases until one fails, and fails again: once, it may have been too slow for a busy machine.
 * @returns undefined if there is none.
 */
export async function killerOf(runner: Runner, plan: RunPlan): Promise<ExchangeTestCase | undefined> {
  let waiting = plan.cases;
  while (waiting.length > 0) {
    const outcomes = await runAll(runner, { ...plan, cases: waiting }, isFailed);
    const failed = outcomes.find(isFailed);
    const suspect = plan.cases.find(({ id }) => id === failed?.testCaseId);
    if (suspect === undefined) return undefined;
    if ((await runAll(runner, { ...plan, cases: [suspect] })).some(isFailed)) return suspect;
    const passed = new Set(
      outcomes.filter(({ status }) => status === 'PASSED').map((each) => each.testCaseId),
    );
    waiting = waiting.filter((each) => each !== suspect && !passed.has(each.id));
  }
  return undefined;
}

const isFailed = ({ status }: CaseOutcome) => status === 'FAILED';

/** @param isEnough ends the run after an outcome. */
async function runAll(
  runner: Runner,
  plan: RunPlan,
  isEnough: (outcome: CaseOutcome) => boolean = () => false,
): Promise<CaseOutcome[]> {
  const outcomes: CaseOutcome[] = [];
  const enough = new AbortController();
  const onOutcome = (outcome: CaseOutcome) => {
    outcomes.push(outcome);
    if (isEnough(outcome)) enough.abort();
  };
  await runner.run(plan, { onStart: () => {}, onOutcome }, enough.signal);
  return outcomes;
}

function nameOf({ cases }: RunPlan, { testCaseId }: CaseOutcome): string {
  return cases.find(({ id }) => id === testCaseId)?.description ?? testCaseId;
}
