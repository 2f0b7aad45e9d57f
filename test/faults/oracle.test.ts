import { expect, it } from 'vitest';
import type { ActionResult } from '../support/run-action.ts';
import { type Draw, drawRun } from './draw.ts';
import { kinds } from './kinds/kinds.ts';
import { judge, type Rule } from './oracle.ts';
import { openWorld } from './world.ts';

const comment = '### Browser tests';

/** A run whose fault strikes once at a poll, unless said otherwise. */
function aDraw(more: Partial<Draw> = {}): Draw {
  const kind = kinds.find(({ name }) => name === 'reset-in-body');
  if (kind === undefined) throw new Error('no such kind');
  return { ...drawRun({ kind, stage: 'poll' }, 1), truth: 'passed', times: 1, ...more };
}

function aResult(status: string, more: Partial<ActionResult> = {}): ActionResult {
  return {
    exitCode: status === 'passed' ? 0 : 1,
    log: '::warning::No comment.',
    outputs: { status },
    summary: comment,
    results: { status, reason: 'told so', results: [] },
    ...more,
  };
}

/** The promises that a run breaks, apart from those on its comment: nothing has been said to GitHub here. */
async function broken(draw: Draw, result: ActionResult, elapsedMs = 100): Promise<Rule[]> {
  await using world = await openWorld(draw);
  return judge(draw, world, { result, elapsedMs, killed: false })
    .map(({ rule }) => rule)
    .filter((rule) => rule !== 'no-comment');
}

it.each([
  ['green although the tests failed', { truth: 'failed' }, 'passed', 'green-lie'],
  ['green although nobody could know', {}, 'passed', 'green-lie'],
  ['failed although the tests passed', {}, 'failed', 'red-lie'],
  ['failed although the service broke', { truth: 'error' }, 'failed', 'red-lie'],
  ['an error after a fault that passes', {}, 'error', 'not-survived'],
] as const)('sees a run that is %s', async (_, more, status, rule) => {
  expect(await broken(aDraw(more), aResult(status))).toEqual([rule]);
});

it('lets a run say that it does not know, where the fault stays', async () => {
  const draw = aDraw({ times: Number.POSITIVE_INFINITY });
  expect(await broken(draw, aResult('error'))).toEqual([]);
  expect(await broken(draw, aResult('timed-out'))).toEqual([]);
});

it('sees an exit code that says something else than the verdict', async () => {
  expect(await broken(aDraw({ truth: 'error' }), aResult('error', { exitCode: 0 }))).toEqual(['exit-code']);
});

it('detects a run that continues after its deadline', async () => {
  const draw = aDraw({ truth: 'error' });
  expect(await broken(draw, aResult('error'), draw.timeoutSeconds * 1000 + 11_000)).toEqual(['hang']);
});

it('sees a run without a verdict', async () => {
  expect(await broken(aDraw(), aResult('none', { outputs: {}, results: undefined }))).toEqual(['crash']);
});

it('sees a secret in the log, but for the line that masks it', async () => {
  const draw = aDraw({ truth: 'error' });
  await using world = await openWorld(draw);
  const said = (log: string) =>
    judge(draw, world, { result: aResult('error', { log }), elapsedMs: 1, killed: false }).map(
      ({ rule }) => rule,
    );
  expect(said(`key ${world.service.apiKey}`)).toContain('leak');
  expect(said(`::add-mask::${world.service.apiKey}`)).not.toContain('leak');
});

it('draws the same run for the same seed', () => {
  const [kind] = kinds;
  if (kind === undefined) throw new Error('no kind');
  const drawn = (seed: number) => ({ ...drawRun({ kind, stage: 'poll' }, seed), random: undefined });
  expect(drawn(7)).toEqual(drawn(7));
  expect(new Set([1, 2, 3, 4, 5, 6, 7, 8].map((seed) => drawn(seed).times)).size).toBeGreaterThan(1);
});

it('knows at least forty kinds, each by its own name', () => {
  expect(kinds.length).toBeGreaterThanOrEqual(40);
  expect(new Set(kinds.map(({ name }) => name)).size).toBe(kinds.length);
});
