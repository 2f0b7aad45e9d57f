import { describe, expect, it } from 'vitest';
import { workInParallel } from '../../src/runner/run-cases.ts';
import type { SetState } from '../../src/runner/run-scope.ts';

/** Starts work on numbered items; each ends when the test says so. */
function startWork(count: number, limits: { running: number; open: number }) {
  const items = Array.from({ length: count }, (_, index) => index);
  const started: {
    readonly setState: SetState;
    readonly end: () => void;
    readonly fail: (error: Error) => void;
  }[] = [];
  const all = workInParallel(
    limits,
    () => items.shift(),
    (_, setState) => {
      const { promise, resolve, reject } = Promise.withResolvers<void>();
      started.push({ setState, end: resolve, fail: reject });
      return promise;
    },
  );
  /** The number of items that have started, once nothing more starts by itself. */
  const startedCount = async () => {
    for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
    return started.length;
  };
  return { started, all, startedCount };
}

describe('work in parallel', () => {
  it('has as many items as may run, and starts the next when one ends', async () => {
    const { started, all, startedCount } = startWork(3, { running: 2, open: 8 });
    expect(await startedCount()).toBe(2);
    started[0]?.end();
    expect(await startedCount()).toBe(3);
    for (const each of started) each.end();
    await all;
  });

  it('starts another item while one is idle, up to the open ones', async () => {
    const { started, all, startedCount } = startWork(9, { running: 1, open: 3 });
    for (const [index, count] of [2, 3, 3].entries()) {
      started[index]?.setState('idle');
      expect(await startedCount()).toBe(count);
    }
    started[0]?.end();
    expect(await startedCount()).toBe(4);
    // All of them go on, so the next starts when only that one is left that may run.
    for (const each of started) each.setState('running');
    started[1]?.end();
    started[2]?.end();
    expect(await startedCount()).toBe(4);
    started[3]?.end();
    expect(await startedCount()).toBe(5);
    for (let index = 0; index < 9; index += 1) {
      await startedCount();
      started[index]?.end();
    }
    await all;
  });

  it('ignores what an item reports after its end', async () => {
    const { started, all, startedCount } = startWork(2, { running: 1, open: 4 });
    started[0]?.end();
    expect(await startedCount()).toBe(2);
    started[0]?.setState('running');
    started[1]?.end();
    await all;
  });

  it('throws what an item throws', async () => {
    const { started, all } = startWork(2, { running: 2, open: 4 });
    started[1]?.fail(new Error('no disk'));
    await expect(all).rejects.toThrow('no disk');
  });
});
