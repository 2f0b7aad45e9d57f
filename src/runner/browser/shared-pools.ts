import type { Browser } from '../../contract/values.ts';
import { type BrowserPool, warmUp } from './browser-pool.ts';

/** The pools of a runner: one for each browser, opened when it is first needed. */
interface SharedPools extends AsyncDisposable {
  /** Works with the pool of a browser. The pool is closed when the last work with it has ended, before this resolves. */
  use(browser: Browser, work: (pool: BrowserPool) => Promise<void>): Promise<void>;
  /**
   * Starts a browser, and keeps its pool until everything is closed.
   * @throws what the pool's lease throws; nothing is kept then.
   */
  keep(browser: Browser): Promise<void>;
}

/** @param open makes a pool, and starts nothing yet. */
export function sharedPools(open: (browser: Browser) => BrowserPool): SharedPools {
  const shared = new Map<Browser, { readonly pool: BrowserPool; users: number }>();
  const closing = new Set<Promise<void>>();
  const close = async (pool: BrowserPool) => {
    const closed = Promise.resolve(pool[Symbol.asyncDispose]());
    closing.add(closed);
    await closed.finally(() => closing.delete(closed));
  };
  /** @returns the pool, and what is to be called when it is not needed any more. */
  const enter = (browser: Browser) => {
    const entry = shared.get(browser) ?? { pool: open(browser), users: 0 };
    shared.set(browser, entry);
    entry.users += 1;
    const leave = async () => {
      entry.users -= 1;
      if (entry.users > 0) return;
      if (shared.get(browser) === entry) shared.delete(browser);
      await close(entry.pool);
    };
    return { pool: entry.pool, leave };
  };
  return {
    async use(browser, work) {
      const { pool, leave } = enter(browser);
      try {
        await work(pool);
      } finally {
        await leave();
      }
    },
    async keep(browser) {
      const { pool, leave } = enter(browser);
      try {
        await warmUp(pool);
      } catch (error) {
        await leave();
        throw error;
      }
    },
    async [Symbol.asyncDispose]() {
      await Promise.all([...shared.values()].map(({ pool }) => close(pool)));
      shared.clear();
      await Promise.all(closing);
    },
  };
}
