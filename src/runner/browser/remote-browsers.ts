import type { Browser } from '../../contract/values.ts';
import type { BrowserLease, BrowserPool } from './browser-pool.ts';
import { connectTo, type RemoteBrowser } from './connect-endpoint.ts';
import { type Endpoint, EndpointUnreachable, reasonOf } from './endpoint.ts';

/** How long an endpoint that failed is left alone while there are others, in ms. */
const restMs = 10_000;
/** So often in a row an endpoint may fail to connect before it is given up. */
const attempts = 3;

/** Browsers elsewhere: each endpoint has one connection, and each case goes to the one that has the fewest. */
export function remoteBrowsers(endpoints: readonly Endpoint[], browser: Browser): BrowserPool {
  const places = endpoints.map((endpoint) => new Place(endpoint, browser));
  return {
    // A case whose browser has died goes elsewhere by itself: the endpoint that it died at rests.
    async lease() {
      const untried = new Set(places.filter(({ isUsable }) => isUsable));
      while (untried.size > 0) {
        const place = leastBusy([...untried]);
        untried.delete(place);
        const lease = await place.lease();
        if (lease !== undefined) return lease;
      }
      throw new EndpointUnreachable(places.map(({ endpoint, reason }) => ({ name: endpoint.name, reason })));
    },
    async [Symbol.asyncDispose]() {
      await Promise.all(places.map((place) => place.close()));
    },
  };
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
  #connection: Promise<RemoteBrowser> | undefined;
  #failures = 0;
  #restsUntil = 0;
  #isClosed = false;

  constructor(endpoint: Endpoint, browser: Browser) {
    this.endpoint = endpoint;
    this.#browser = browser;
  }

  get isUsable(): boolean {
    return this.#failures < attempts && !this.#isClosed;
  }

  get isResting(): boolean {
    return performance.now() < this.#restsUntil;
  }

  /** @returns undefined where it can't be connected to: `reason` says why. */
  async lease(): Promise<BrowserLease | undefined> {
    this.leases += 1;
    const connection = this.#connected();
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
    const remote = await this.#connection?.catch(() => undefined);
    await remote?.close();
  }

  /** Those who ask at the same time share the attempt, and its failure. */
  #connected(): Promise<RemoteBrowser> {
    if (this.#connection !== undefined) return this.#connection;
    const connecting = connectTo(this.endpoint, this.#browser);
    this.#connection = connecting;
    connecting.then(
      ({ browser }) => {
        this.#failures = 0;
        browser.once('disconnected', () => this.#lost(connecting));
        if (!browser.isConnected()) this.#lost(connecting);
      },
      () => {
        this.#failures += 1;
        this.#lost(connecting);
      },
    );
    return connecting;
  }

  #lost(connection: Promise<RemoteBrowser>): void {
    if (this.#connection !== connection) return;
    this.#connection = undefined;
    this.#restsUntil = performance.now() + restMs;
    this.reason = 'the connection ended';
  }
}
