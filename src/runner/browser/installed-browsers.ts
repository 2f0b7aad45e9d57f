import { within } from '../within.ts';
import type { BrowserLease, BrowserPool } from './browser-pool.ts';
import { closeLocal, killLocal, type LocalBrowser } from './local-browser.ts';

/** How long closing waits, in ms: longer than it takes to kill a browser that does not close. */
const closeMs = 12_000;

/**
 * Browsers that are started on this machine: one that all cases share, and one of its own for each case that needs
 * one. A shared one that has died is replaced with the next lease.
 * @param launch rejects with BrowserNotFound or BrowserNotStarted.
 * @param inTurn cases share browsers only one after the other: as many are started as play at a time.
 */
export function installedBrowsers(
  launch: () => Promise<LocalBrowser>,
  { inTurn = false }: { readonly inTurn?: boolean } = {},
): BrowserPool {
  /** All that were started and have not gone, also those that are not up yet. */
  const running = new Set<Promise<LocalBrowser>>();
  let shared: Promise<LocalBrowser> | undefined;
  /** Those that wait for their turn. */
  let idle: LocalBrowser[] = [];
  let isClosed = false;

  const start = () => {
    if (isClosed) throw new Error('The runner was closed.');
    const starting = launch();
    const gone = () => running.delete(starting);
    running.add(starting);
    starting.then(({ tidied }) => tidied).then(gone, gone);
    return starting;
  };
  const forget = (starting: Promise<LocalBrowser>) => {
    if (shared === starting) shared = undefined;
  };
  const leaseShared = async (): Promise<BrowserLease> => {
    shared ??= start();
    const mine = shared;
    const local = await mine.catch((error: unknown) => {
      forget(mine);
      throw error;
    });
    if (local.browser.isConnected()) {
      return {
        browser: local.browser,
        discard() {
          forget(mine);
          return killLocal(local);
        },
        async [Symbol.asyncDispose]() {},
      };
    }
    forget(mine);
    return leaseShared();
  };
  const leaseIdle = async (): Promise<BrowserLease> => {
    idle = idle.filter(({ browser }) => browser.isConnected());
    const local = idle.pop() ?? (await start());
    return {
      browser: local.browser,
      discard: () => killLocal(local),
      async [Symbol.asyncDispose]() {
        idle.push(local);
      },
    };
  };
  return {
    async lease({ apart }) {
      if (!apart) return inTurn ? leaseIdle() : leaseShared();
      const own = await start();
      return {
        browser: own.browser,
        discard: () => killLocal(own),
        [Symbol.asyncDispose]: () => closeLocal(own),
      };
    },
    async [Symbol.asyncDispose]() {
      isClosed = true;
      const closing = [...running].map((starting) => starting.then(closeLocal, () => {}));
      // One that is still starting is closed when it comes.
      await within(closeMs, 'late', () => Promise.all(closing)).catch(() => {});
    },
  };
}
