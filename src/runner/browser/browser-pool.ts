import type { Browser } from 'playwright-core';

/** A browser for one attempt at a case. Disposing of the lease gives it back; it does not close the browser. */
export interface BrowserLease extends AsyncDisposable {
  readonly browser: Browser;
  /** Ends a browser that does not answer any more; what else plays in it is played again elsewhere. */
  discard(): Promise<void>;
}

/** Where the attempts of a run get their browsers. */
export interface BrowserPool extends AsyncDisposable {
  /**
   * A browser that is connected; one that has died is replaced.
   * @param apart one that no other case is played in: for a case that a browser has died under.
   * @throws BrowserNotStarted or BrowserNotFound, or EndpointUnreachable.
   */
  lease(options: { readonly apart: boolean }): Promise<BrowserLease>;
}

/**
 * Has a browser of a pool started: what is missing is told once, and not by every case.
 * @throws what `lease` throws.
 */
export async function warmUp(pool: BrowserPool): Promise<void> {
  const lease = await pool.lease({ apart: false });
  await lease[Symbol.asyncDispose]();
}
