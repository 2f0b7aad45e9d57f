import { expect, test } from 'vitest';
import type { BrowserPool } from '../../src/runner/browser/browser-pool.ts';
import { sharedPools } from '../../src/runner/browser/shared-pools.ts';

/** Pools that tell when they are opened and closed; `fails` is what their leases reject with. */
function watched(fails = new Error('no browser')) {
  const told: string[] = [];
  const pools = sharedPools((browser): BrowserPool => {
    told.push(`${browser} opened`);
    return {
      lease: () => Promise.reject(fails),
      async [Symbol.asyncDispose]() {
        told.push(`${browser} closed`);
      },
    };
  });
  return { told, pools };
}

/** Work that a test ends by hand. */
function work() {
  const { promise, resolve } = Promise.withResolvers<void>();
  return { promise, end: resolve };
}

test('nothing is opened before the first use, and each use closes behind itself', async () => {
  const { told, pools } = watched();
  expect(told).toEqual([]);
  for (let round = 0; round < 2; round += 1) await pools.use('CHROMIUM', async () => {});
  expect(told).toEqual(['CHROMIUM opened', 'CHROMIUM closed', 'CHROMIUM opened', 'CHROMIUM closed']);
});

test('uses at the same time share a pool, which is closed behind the last', async () => {
  const { told, pools } = watched();
  const [first, second] = [work(), work()];
  const seen: BrowserPool[] = [];
  const uses = [first, second].map(({ promise }) =>
    pools.use('CHROMIUM', (pool) => {
      seen.push(pool);
      return promise;
    }),
  );
  first.end();
  await uses[0];
  expect(told).toEqual(['CHROMIUM opened']);
  expect(seen[0]).toBe(seen[1]);
  second.end();
  await uses[1];
  expect(told).toEqual(['CHROMIUM opened', 'CHROMIUM closed']);
});

test('each browser has a pool of its own', async () => {
  const { told, pools } = watched();
  await pools.use('FIREFOX', () => pools.use('CHROMIUM', async () => {}));
  expect(told).toEqual(['FIREFOX opened', 'CHROMIUM opened', 'CHROMIUM closed', 'FIREFOX closed']);
});

test('work that fails closes behind itself too', async () => {
  const { told, pools } = watched();
  const use = pools.use('CHROMIUM', () => Promise.reject(new Error('it broke')));
  await expect(use).rejects.toThrow('it broke');
  expect(told).toEqual(['CHROMIUM opened', 'CHROMIUM closed']);
});

test('what can not be kept is told, and closed', async () => {
  const { told, pools } = watched(new Error('no such browser'));
  await expect(pools.keep('SAFARI')).rejects.toThrow('no such browser');
  expect(told).toEqual(['SAFARI opened', 'SAFARI closed']);
});

test('disposing of them closes what is in use, and a use that ends later closes nothing of a later one', async () => {
  const { told, pools } = watched();
  const [before, after] = [work(), work()];
  const first = pools.use('CHROMIUM', () => before.promise);
  await pools[Symbol.asyncDispose]();
  expect(told).toEqual(['CHROMIUM opened', 'CHROMIUM closed']);
  const second = pools.use('CHROMIUM', () => after.promise);
  before.end();
  await first;
  expect(told.filter((each) => each === 'CHROMIUM opened')).toHaveLength(2);
  const shared = pools.use('CHROMIUM', async () => {});
  await shared;
  expect(told.filter((each) => each === 'CHROMIUM opened')).toHaveLength(2);
  after.end();
  await second;
});
