import { expect, it } from 'vitest';
import type { ActionResult } from '../support/run-action.ts';
import { drawScenario, type Scenario } from './fault-scenario.ts';
import { kinds } from './kinds/kinds.ts';
import { judge, type Rule } from './oracle.ts';
import { openWorld } from './world.ts';

const comment = '### Browser tests';

/** A run whose fault is injected once at a poll by default. */
function aScenario(more: Partial<Scenario> = {}): Scenario {
  const kind = kinds.find(({ name }) => name === 'reset-in-body');
  if (kind === undefined) throw new Error('no such kind');
  return { ...drawScenario({ kind, stage: 'poll' }, 1), truth: 'passed', times: 1, ...more };
}

function aResult(status: string, more: Partial<ActionResult> = {}): ActionResult {
  return {
    exitCode: status === 'passed' ? 0 : 1,
    log: '::warning::No comment.',
    outputs: { status },
    summary: comment,
    results: { status, reason: 'as the service says', results: [] },
    ...more,
  };
}

/** The promises that a run breaks, apart from those about its comment: these runs send nothing to GitHub. */
async function broken(scenario: Scenario, result: ActionResult, elapsedMs = 100): Promise<Rule[]> {
  await using world = await openWorld(scenario);
  return judge(scenario, world, { result, elapsedMs, killed: false })
    .map(({ rule }) => rule)
    .filter((rule) => rule !== 'no-comment');
}

it.each([
  ['green although the tests failed', { truth: 'failed' }, 'passed', 'false-green'],
  ['green although no result was known', {}, 'passed', 'false-green'],
  ['failed although the tests passed', {}, 'failed', 'false-red'],
  ['failed although the service broke', { truth: 'error' }, 'failed', 'false-red'],
  ['an error after a fault that passes', {}, 'error', 'not-survived'],
] as const)('detects a run that is %s', async (_, more, status, rule) => {
  expect(await broken(aScenario(more), aResult(status))).toEqual([rule]);
});

it('accepts a run without a verdict about the tests if the fault is permanent', async () => {
  const scenario = aScenario({ times: Number.POSITIVE_INFINITY });
  expect(await broken(scenario, aResult('error'))).toEqual([]);
  expect(await broken(scenario, aResult('timed-out'))).toEqual([]);
});

it('detects an exit code that contradicts the verdict', async () => {
  expect(await broken(aScenario({ truth: 'error' }), aResult('error', { exitCode: 0 }))).toEqual([
    'exit-code',
  ]);
});

it('detects a run that continues after its deadline', async () => {
  const scenario = aScenario({ truth: 'error' });
  expect(await broken(scenario, aResult('error'), scenario.timeoutSeconds * 1000 + 11_000)).toEqual(['hang']);
});

it('detects a run without a verdict', async () => {
  expect(await broken(aScenario(), aResult('none', { outputs: {}, results: undefined }))).toEqual(['crash']);
});

it('detects a secret in the log, apart from the line that masks it', async () => {
  const scenario = aScenario({ truth: 'error' });
  await using world = await openWorld(scenario);
  const rulesFor = (log: string) =>
    judge(scenario, world, { result: aResult('error', { log }), elapsedMs: 1, killed: false }).map(
      ({ rule }) => rule,
    );
  expect(rulesFor(`key ${world.service.apiKey}`)).toContain('leak');
  expect(rulesFor(`::add-mask::${world.service.apiKey}`)).not.toContain('leak');
});

it('draws the same run for the same seed', () => {
  const [kind] = kinds;
  if (kind === undefined) throw new Error('no kind');
  const drawn = (seed: number) => ({ ...drawScenario({ kind, stage: 'poll' }, seed), random: undefined });
  expect(drawn(7)).toEqual(drawn(7));
  expect(new Set([1, 2, 3, 4, 5, 6, 7, 8].map((seed) => drawn(seed).times)).size).toBeGreaterThan(1);
});

it('has at least forty kinds, each with its own name', () => {
  expect(kinds.length).toBeGreaterThanOrEqual(40);
  expect(new Set(kinds.map(({ name }) => name)).size).toBe(kinds.length);
});
