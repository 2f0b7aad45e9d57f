import { setTimeout as sleep } from 'node:timers/promises';
import type { Browser } from '../../contract/values.ts';
import type { BrowserLease, BrowserPool, LeaseOptions } from './browser-pool.ts';
import {
  connectTo,
  type Endpoint,
  EndpointUnreachable,
  type RemoteBrowser,
  reasonOf,
} from './connect-remote.ts';

/** How long an endpoint that failed is avoided while there are others, in ms. */
const cooldownMs = 10_000;
/** After so many failed connections in a row, an endpoint is not used any more. */
const maxFailures = 3;
/** How long connecting is retried at least if the endpoint worked before, in ms: it may be restarting. */
const reconnectMs = 20_000;
/** The pauses between retries, in ms: each is twice as long as the one before. */
const firstPauseMs = 250;
const maxPauseMs = 2000;

/**
 * Remote browsers: each endpoint has one shared connection, and each case uses the endpoint with the fewest cases. A
 * dedicated lease has its own connection, if possible at another endpoint than the one that failed.
 */
export function remoteBrowsers(endpoints: readonly Endpoint[], browser: Browser): BrowserPool {
  const remotes = endpoints.map((endpoint) => new RemoteEndpoint(endpoint, browser));
  const closing = new AbortController();
  return {
    isShared: false,
    async lease(options) {
      for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(2 * pauseMs, maxPauseMs)) {
        // An endpoint may not provide a second browser.
        const lease =
          (await leaseAny(remotes, options)) ??
          (options.dedicated ? await leaseAny(remotes, { dedicated: false }) : undefined);
        if (lease !== undefined) return lease;
        if (!remotes.some(({ mayReconnect }) => mayReconnect)) break;
        await sleep(pauseMs, undefined, { signal: closing.signal }).catch(() => {});
      }
      throw new EndpointUnreachable(remotes.map(({ endpoint, reason }) => ({ name: endpoint.name, reason })));
    },
    async [Symbol.asyncDispose]() {
      closing.abort();
      await Promise.all(remotes.map((remote) => remote.close()));
    },
  };
}

/** @returns undefined if no endpoint can be connected to. */
async function leaseAny(
  remotes: readonly RemoteEndpoint[],
  options: LeaseOptions,
): Promise<BrowserLease | undefined> {
  const untried = new Set(remotes.filter(({ isUsable }) => isUsable));
  while (untried.size > 0) {
    const remote = leastBusy([...untried]);
    untried.delete(remote);
    const lease = await remote.lease(options);
    if (lease !== undefined) return lease;
  }
  return undefined;
}

/** Endpoints that failed recently are used only if there is no other. */
function leastBusy(remotes: readonly RemoteEndpoint[]): RemoteEndpoint {
  return remotes.reduce((best, each) => {
    if (best.isCoolingDown !== each.isCoolingDown) return best.isCoolingDown ? each : best;
    return each.leases < best.leases ? each : best;
  });
}

class RemoteEndpoint {
  readonly endpoint: Endpoint;
  reason = 'no connection was attempted';
  leases = 0;
  readonly #browser: Browser;
  #shared: Promise<RemoteBrowser> | undefined;
  /** All connections that are being opened or are open. */
  readonly #connections = new Set<Promise<RemoteBrowser>>();
  #hasConnected = false;
  #failures = 0;
  #failingSince = 0;
  #avoidedUntil = 0;
  #isClosed = false;

  constructor(endpoint: Endpoint, browser: Browser) {
    this.endpoint = endpoint;
    this.#browser = browser;
  }

  get isUsable(): boolean {
    return !this.#isClosed && (this.#failures < maxFailures || this.#isRetried);
  }

  /** Whether to wait for it: not if it has never connected. */
  get mayReconnect(): boolean {
    return !this.#isClosed && this.#isRetried;
  }

  get #isRetried(): boolean {
    return (
      this.#hasConnected && (this.#failures === 0 || performance.now() - this.#failingSince < reconnectMs)
    );
  }

  get isCoolingDown(): boolean {
    return performance.now() < this.#avoidedUntil;
  }

  /** @returns undefined if the connection fails; `reason` says why. */
  async lease({ dedicated }: LeaseOptions): Promise<BrowserLease | undefined> {
    this.leases += 1;
    if (!dedicated) this.#shared ??= this.#connect();
    const connection = (dedicated ? undefined : this.#shared) ?? this.#connect();
    try {
      const remote = await connection;
      return {
        browser: remote.browser,
        discard: () => {
          this.#disconnected(connection);
          return remote.close();
        },
        [Symbol.asyncDispose]: async () => {
          this.leases -= 1;
          if (!dedicated) return;
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
    await Promise.allSettled([...this.#connections].map(async (connection) => (await connection).close()));
  }

  #connect(): Promise<RemoteBrowser> {
    const connecting = connectTo(this.endpoint, this.#browser);
    this.#connections.add(connecting);
    connecting.then(
      ({ browser }) => {
        this.#hasConnected = true;
        this.#failures = 0;
        browser.once('disconnected', () => this.#disconnected(connecting));
        if (!browser.isConnected()) this.#disconnected(connecting);
      },
      () => {
        if (this.#failures === 0) this.#failingSince = performance.now();
        this.#failures += 1;
        this.#disconnected(connecting);
      },
    );
    return connecting;
  }

  /** A connection has ended or failed: others may fail as well. */
  #disconnected(connection: Promise<RemoteBrowser>): void {
    if (!this.#forget(connection)) return;
    this.#avoidedUntil = performance.now() + cooldownMs;
    this.reason = 'the connection ended';
  }

  /** @returns false if it was already forgotten. */
  #forget(connection: Promise<RemoteBrowser>): boolean {
    if (this.#shared === connection) this.#shared = undefined;
    return this.#connections.delete(connection);
  }
}
