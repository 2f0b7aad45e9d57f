import { expect, test } from 'vitest';
import { type BrowserPool, SharedPools } from '../../src/runner/browser/browser-pool.ts';

/** Pools that record when they are opened and closed; their leases reject with `fails`. */
function watched(fails = new Error('no browser')) {
  const log: string[] = [];
  const pools = new SharedPools((browser): BrowserPool => {
    log.push(`${browser} opened`);
    return {
      isShared: true,
      lease: () => Promise.reject(fails),
      async [Symbol.asyncDispose]() {
        log.push(`${browser} closed`);
      },
    };
  });
  return { log, pools };
}

/** Work that a test ends by hand. */
function work() {
  const { promise, resolve } = Promise.withResolvers<void>();
  return { promise, end: resolve };
}

test('nothing is opened before the first use, and each use closes its pool', async () => {
  const { log, pools } = watched();
  expect(log).toEqual([]);
  for (let round = 0; round < 2; round += 1) await pools.use('CHROMIUM', async () => {});
  expect(log).toEqual(['CHROMIUM opened', 'CHROMIUM closed', 'CHROMIUM opened', 'CHROMIUM closed']);
});

test('simultaneous uses share a pool, which closes after the last one', async () => {
  const { log, pools } = watched();
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
  expect(log).toEqual(['CHROMIUM opened']);
  expect(seen[0]).toBe(seen[1]);
  second.end();
  await uses[1];
  expect(log).toEqual(['CHROMIUM opened', 'CHROMIUM closed']);
});

test('each browser has its own pool', async () => {
  const { log, pools } = watched();
  await pools.use('FIREFOX', () => pools.use('CHROMIUM', async () => {}));
  expect(log).toEqual(['FIREFOX opened', 'CHROMIUM opened', 'CHROMIUM closed', 'FIREFOX closed']);
});

test('a pool also closes after work that fails', async () => {
  const { log, pools } = watched();
  const use = pools.use('CHROMIUM', () => Promise.reject(new Error('it broke')));
  await expect(use).rejects.toThrow('it broke');
  expect(log).toEqual(['CHROMIUM opened', 'CHROMIUM closed']);
});

test('a pool that cannot be kept open reports the error and closes', async () => {
  const { log, pools } = watched(new Error('no such browser'));
  await expect(pools.keep('SAFARI')).rejects.toThrow('no such browser');
  expect(log).toEqual(['SAFARI opened', 'SAFARI closed']);
});

test('disposing closes pools in use, and a use that ends later does not close a later pool', async () => {
  const { log, pools } = watched();
  const [before, after] = [work(), work()];
  const first = pools.use('CHROMIUM', () => before.promise);
  await pools[Symbol.asyncDispose]();
  expect(log).toEqual(['CHROMIUM opened', 'CHROMIUM closed']);
  const second = pools.use('CHROMIUM', () => after.promise);
  before.end();
  await first;
  expect(log.filter((each) => each === 'CHROMIUM opened')).toHaveLength(2);
  const shared = pools.use('CHROMIUM', async () => {});
  await shared;
  expect(log.filter((each) => each === 'CHROMIUM opened')).toHaveLength(2);
  after.end();
  await second;
});
