import { expect, test } from 'vitest';
import { onDemandRunner } from '../../src/runner/on-demand-runner.ts';
import type { Runner, RunPlan } from '../../src/runner/runner.ts';

const plan: RunPlan = {
  cases: [],
  library: new Map(),
  executionUrl: 'http://app.test',
  breakpoint: 'DESKTOP',
  variables: {},
  timeoutPerStepMs: 30_000,
};
const events = { onStart: () => {}, onOutcome: () => {} };
const never = new AbortController().signal;

/** Runners that tell when they are opened and closed; a run goes on until it is ended. */
function watched() {
  const told: string[] = [];
  const ends: (() => void)[] = [];
  const open = async (): Promise<Runner> => {
    told.push('opened');
    return {
      browsers: ['CHROMIUM'],
      run: () => new Promise((resolve) => ends.push(() => resolve())),
      async [Symbol.asyncDispose]() {
        told.push('closed');
      },
    };
  };
  return { told, ends, runner: onDemandRunner(open) };
}

test('nothing is opened before the first run, and each run closes behind itself', async () => {
  const { told, ends, runner } = watched();
  expect(told).toEqual([]);
  for (const expected of [2, 4]) {
    const run = runner.run(plan, events, never);
    await expect.poll(() => ends.length).toBe(expected / 2);
    ends.at(-1)?.();
    await run;
    expect(told).toHaveLength(expected);
  }
  expect(told).toEqual(['opened', 'closed', 'opened', 'closed']);
});

test('runs at the same time share one, which is closed behind the last', async () => {
  const { told, ends, runner } = watched();
  const runs = [runner.run(plan, events, never), runner.run(plan, events, never)];
  await expect.poll(() => ends.length).toBe(2);
  ends[0]?.();
  await runs[0];
  expect(told).toEqual(['opened']);
  ends[1]?.();
  await runs[1];
  expect(told).toEqual(['opened', 'closed']);
});

test('what does not open ends the runs that asked for it, and the next run tries again', async () => {
  let tries = 0;
  const runner = onDemandRunner(async () => {
    tries += 1;
    throw new Error(`no browser, ${tries}`);
  });
  const runs = [runner.run(plan, events, never), runner.run(plan, events, never)];
  expect(await Promise.allSettled(runs)).toMatchObject([
    { reason: { message: 'no browser, 1' } },
    { reason: { message: 'no browser, 1' } },
  ]);
  await expect(runner.run(plan, events, never)).rejects.toThrow('no browser, 2');
});

test('a run that is stopped does not wait for what is still opening, which is closed when it comes', async () => {
  const { promise, resolve } = Promise.withResolvers<Runner>();
  const closed = Promise.withResolvers<void>();
  const runner = onDemandRunner(() => promise);
  const stop = new AbortController();
  const run = runner.run(plan, events, stop.signal);
  stop.abort();
  await run;
  resolve({
    browsers: ['CHROMIUM'],
    run: () => Promise.reject(new Error('it was stopped')),
    async [Symbol.asyncDispose]() {
      closed.resolve();
    },
  });
  await closed.promise;
});

test('a run that was stopped before it began opens nothing', async () => {
  const { told, runner } = watched();
  await runner.run(plan, events, AbortSignal.abort());
  expect(told).toEqual([]);
});
