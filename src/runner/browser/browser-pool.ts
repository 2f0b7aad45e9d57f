import type { Browser as DrivenBrowser } from 'playwright-core';
import type { Browser } from '../../contract/values.ts';
import { unlessLate } from '../wait.ts';
import { closeLocal, killLocal, type LocalBrowser } from './launch.ts';

/** A browser for one attempt at a case. Disposing of the lease returns it without closing it, unless it is dedicated. */
export interface BrowserLease extends AsyncDisposable {
  readonly browser: DrivenBrowser;
  /** Kills a browser that does not respond any more. Other attempts in it are made again in another browser. */
  discard(): Promise<void>;
}

export interface LeaseOptions {
  /** Leases a browser for this attempt only, after a shared one has ended unexpectedly. */
  readonly dedicated: boolean;
}

export interface BrowserPool extends AsyncDisposable {
  /** Whether all cases run in one browser of this machine, so that a few more can be open than run. */
  readonly isShared: boolean;
  /**
   * Leases a connected browser. One that has ended is replaced.
   * @throws BrowserNotStarted, BrowserNotFound, EndpointUnreachable
   */
  lease(options: LeaseOptions): Promise<BrowserLease>;
}

/**
 * Starts a browser of a pool, so that a missing one is reported once and not by every case.
 * @throws what `lease` throws.
 */
export async function warmUp(pool: BrowserPool): Promise<void> {
  const lease = await pool.lease({ dedicated: false });
  await lease[Symbol.asyncDispose]();
}

interface SharedPool {
  readonly pool: BrowserPool;
  users: number;
}

/** The pools of a runner, one per browser, opened on first use. */
export class SharedPools implements AsyncDisposable {
  readonly #open: (browser: Browser) => BrowserPool;
  readonly #shared = new Map<Browser, SharedPool>();
  readonly #closing = new Set<Promise<void>>();

  /** @param open creates a pool without starting a browser. */
  constructor(open: (browser: Browser) => BrowserPool) {
    this.#open = open;
  }

  /** Works with the pool of a browser. The pool closes after the last work with it, before this resolves. */
  async use(browser: Browser, work: (pool: BrowserPool) => Promise<void>): Promise<void> {
    const shared = this.#acquire(browser);
    try {
      await work(shared.pool);
    } finally {
      await this.#release(browser, shared);
    }
  }

  /**
   * Starts a browser and keeps its pool open until everything is closed.
   * @throws what the pool's `lease` throws; nothing is kept then.
   */
  async keep(browser: Browser): Promise<void> {
    const shared = this.#acquire(browser);
    try {
      await warmUp(shared.pool);
    } catch (error) {
      await this.#release(browser, shared);
      throw error;
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all([...this.#shared.values()].map(({ pool }) => this.#close(pool)));
    this.#shared.clear();
    await Promise.all(this.#closing);
  }

  #acquire(browser: Browser): SharedPool {
    const shared = this.#shared.get(browser) ?? { pool: this.#open(browser), users: 0 };
    this.#shared.set(browser, shared);
    shared.users += 1;
    return shared;
  }

  async #release(browser: Browser, shared: SharedPool): Promise<void> {
    shared.users -= 1;
    if (shared.users > 0) return;
    if (this.#shared.get(browser) === shared) this.#shared.delete(browser);
    await this.#close(shared.pool);
  }

  async #close(pool: BrowserPool): Promise<void> {
    const closed = Promise.resolve(pool[Symbol.asyncDispose]());
    this.#closing.add(closed);
    await closed.finally(() => this.#closing.delete(closed));
  }
}

/** Timeout for closing all browsers, in ms: longer than it takes to kill one that does not close. */
const closeMs = 12_000;

/** Browsers that are started on this machine: a shared one for all cases, and dedicated ones for single cases. */
export class InstalledBrowsers implements BrowserPool {
  readonly isShared: boolean;
  readonly #launch: () => Promise<LocalBrowser>;
  readonly #running = new Set<Promise<LocalBrowser>>();
  #shared: Promise<LocalBrowser> | undefined;
  #idle: LocalBrowser[] = [];
  #isClosed = false;

  /**
   * @param launch rejects with BrowserNotFound or BrowserNotStarted.
   * @param exclusive whether a browser is used by one case at a time: as many are started as cases run in parallel.
   */
  constructor(launch: () => Promise<LocalBrowser>, { exclusive = false } = {}) {
    this.#launch = launch;
    this.isShared = !exclusive;
  }

  async lease({ dedicated }: LeaseOptions): Promise<BrowserLease> {
    if (dedicated) {
      const local = await this.#start();
      return lease(local, { onReturn: () => closeLocal(local) });
    }
    return this.isShared ? this.#leaseShared() : this.#leaseIdle();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isClosed = true;
    const closing = [...this.#running].map((starting) => starting.then(closeLocal, () => {}));
    // A browser that is still starting is closed as soon as it has started.
    await unlessLate(Promise.all(closing), closeMs);
  }

  #start(): Promise<LocalBrowser> {
    if (this.#isClosed) throw new Error('The runner was closed.');
    const starting = this.#launch();
    const remove = () => this.#running.delete(starting);
    this.#running.add(starting);
    starting.then(({ closed }) => closed).then(remove, remove);
    return starting;
  }

  async #leaseShared(): Promise<BrowserLease> {
    this.#shared ??= this.#start();
    const shared = this.#shared;
    const local = await shared.catch((error: unknown) => {
      this.#forget(shared);
      throw error;
    });
    if (local.browser.isConnected()) return lease(local, { onDiscard: () => this.#forget(shared) });
    this.#forget(shared);
    return this.#leaseShared();
  }

  #forget(starting: Promise<LocalBrowser>): void {
    if (this.#shared === starting) this.#shared = undefined;
  }

  async #leaseIdle(): Promise<BrowserLease> {
    this.#idle = this.#idle.filter(({ browser }) => browser.isConnected());
    const local = this.#idle.pop() ?? (await this.#start());
    return lease(local, { onReturn: async () => void this.#idle.push(local) });
  }
}

function lease(
  local: LocalBrowser,
  { onDiscard, onReturn }: { onDiscard?: () => void; onReturn?: () => Promise<void> },
): BrowserLease {
  return {
    browser: local.browser,
    discard() {
      onDiscard?.();
      return killLocal(local);
    },
    async [Symbol.asyncDispose]() {
      await onReturn?.();
    },
  };
}
