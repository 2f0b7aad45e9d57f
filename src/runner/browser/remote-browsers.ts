import { setTimeout as sleep } from 'node:timers/promises';
import type { Browser } from '../../contract/values.ts';
import type { BrowserLease, BrowserPool } from './browser-pool.ts';
import { connectTo, type RemoteBrowser } from './connect-endpoint.ts';
import { type Endpoint, EndpointUnreachable, reasonOf } from './endpoint.ts';

/** How long an endpoint that failed is left alone while there are others, in ms. */
const restMs = 10_000;
/** So often in a row an endpoint may fail to connect before it is given up. */
const attempts = 3;
/** One that could be used before may be starting again: it is asked for so long at least, in ms. */
const patienceMs = 20_000;
/** The pauses between that, in ms: each is twice the last one. */
const firstPauseMs = 250;
const longestPauseMs = 2000;

/**
 * Browsers elsewhere: each endpoint has one connection that its cases share, and each case goes to the one that has the
 * fewest. A case that is to play apart has a connection of its own, at another endpoint than the one that failed where
 * there is one.
 */
export function remoteBrowsers(endpoints: readonly Endpoint[], browser: Browser): BrowserPool {
  const places = endpoints.map((endpoint) => new Place(endpoint, browser));
  const closing = new AbortController();
  return {
    async lease({ apart }) {
      for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(2 * pauseMs, longestPauseMs)) {
        // An endpoint may have no second browser to give.
        const lease = (await leaseAny(places, apart)) ?? (apart ? await leaseAny(places, false) : undefined);
        if (lease !== undefined) return lease;
        if (!places.some(({ mayComeBack }) => mayComeBack)) break;
        await sleep(pauseMs, undefined, { signal: closing.signal }).catch(() => {});
      }
      throw new EndpointUnreachable(places.map(({ endpoint, reason }) => ({ name: endpoint.name, reason })));
    },
    async [Symbol.asyncDispose]() {
      closing.abort();
      await Promise.all(places.map((place) => place.close()));
    },
  };
}

/** @returns undefined where none can be connected to. */
async function leaseAny(places: readonly Place[], apart: boolean): Promise<BrowserLease | undefined> {
  const untried = new Set(places.filter(({ isUsable }) => isUsable));
  while (untried.size > 0) {
    const place = leastBusy([...untried]);
    untried.delete(place);
    const lease = await place.lease(apart);
    if (lease !== undefined) return lease;
  }
  return undefined;
}

/** Those that rest come last: they are there for when no other can be had. */
function leastBusy(places: readonly Place[]): Place {
  return places.reduce((best, each) => {
    if (best.isResting !== each.isResting) return best.isResting ? each : best;
    return each.leases < best.leases ? each : best;
  });
}

/** An endpoint with its connection. */
class Place {
  readonly endpoint: Endpoint;
  /** Why it could not be used last. */
  reason = 'it was not asked';
  leases = 0;
  readonly #browser: Browser;
  #shared: Promise<RemoteBrowser> | undefined;
  /** All that were asked for and have not gone. */
  readonly #connections = new Set<Promise<RemoteBrowser>>();
  #wasUsable = false;
  #failures = 0;
  #failingSince = 0;
  #restsUntil = 0;
  #isClosed = false;

  constructor(endpoint: Endpoint, browser: Browser) {
    this.endpoint = endpoint;
    this.#browser = browser;
  }

  get isUsable(): boolean {
    return !this.#isClosed && (this.#failures < attempts || this.#isAwaited);
  }

  /** Whether it is worth waiting for: one that has never answered is not. */
  get mayComeBack(): boolean {
    return !this.#isClosed && this.#isAwaited;
  }

  get #isAwaited(): boolean {
    return this.#wasUsable && (this.#failures === 0 || performance.now() - this.#failingSince < patienceMs);
  }

  get isResting(): boolean {
    return performance.now() < this.#restsUntil;
  }

  /**
   * @param apart in a connection of its own, which is closed behind the case.
   * @returns undefined where it can't be connected to: `reason` says why.
   */
  async lease(apart: boolean): Promise<BrowserLease | undefined> {
    this.leases += 1;
    if (!apart) this.#shared ??= this.#connect();
    const connection = (apart ? undefined : this.#shared) ?? this.#connect();
    try {
      const remote = await connection;
      return {
        browser: remote.browser,
        discard: () => {
          this.#lost(connection);
          return remote.close();
        },
        [Symbol.asyncDispose]: async () => {
          this.leases -= 1;
          if (!apart) return;
          this.#forget(connection);
          await remote.close();
        },
      };
    } catch (error) {
      this.leases -= 1;
      this.reason = reasonOf(error, this.endpoint);
      return undefined;
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await Promise.all(
      [...this.#connections].map((each) =>
        each.then(
          (remote) => remote.close(),
          () => {},
        ),
      ),
    );
  }

  #connect(): Promise<RemoteBrowser> {
    const connecting = connectTo(this.endpoint, this.#browser);
    this.#connections.add(connecting);
    connecting.then(
      ({ browser }) => {
        this.#wasUsable = true;
        this.#failures = 0;
        browser.once('disconnected', () => this.#lost(connecting));
        if (!browser.isConnected()) this.#lost(connecting);
      },
      () => {
        if (this.#failures === 0) this.#failingSince = performance.now();
        this.#failures += 1;
        this.#lost(connecting);
      },
    );
    return connecting;
  }

  /** A connection ended, or never came: others may come to the same end. */
  #lost(connection: Promise<RemoteBrowser>): void {
    if (!this.#forget(connection)) return;
    this.#restsUntil = performance.now() + restMs;
    this.reason = 'the connection ended';
  }

  /** @returns false where it was not known any more. */
  #forget(connection: Promise<RemoteBrowser>): boolean {
    if (this.#shared === connection) this.#shared = undefined;
    return this.#connections.delete(connection);
  }
}
