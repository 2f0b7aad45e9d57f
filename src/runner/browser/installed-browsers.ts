import { unlessLate } from '../wait.ts';
import type { BrowserLease, BrowserPool, LeaseOptions } from './browser-pool.ts';
import { closeLocal, killLocal, type LocalBrowser } from './launch.ts';

/** Timeout for closing all browsers, in ms: longer than it takes to kill one that does not close. */
const closeMs = 12_000;

/** Browsers that are started on this machine: a shared one for all cases, and dedicated ones for single cases. */
export class InstalledBrowsers implements BrowserPool {
  readonly isShared: boolean;
  readonly #launch: () => Promise<LocalBrowser>;
  /** All browsers that are starting or running. */
  readonly #running = new Set<Promise<LocalBrowser>>();
  #shared: Promise<LocalBrowser> | undefined;
  #idle: LocalBrowser[] = [];
  #isClosed = false;

  /**
   * @param launch rejects with BrowserNotFound or BrowserNotStarted.
   * @param exclusive whether a browser is used by one case at a time: as many are started as cases play in parallel.
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
