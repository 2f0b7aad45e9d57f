import { setTimeout as sleep } from 'node:timers/promises';

/** GitHub never keeps a job waiting longer, in ms. */
export const mostPatienceMs = 60_000;

/** So much it always has, in ms: an action that ends within 10 s of its deadline has some more to write. */
const leastPatienceMs = 8000;

/** What is left for GitHub once the job is cancelled, in ms: the runner kills soon after. */
const cancelledMs = 2500;

/** Limits of the time for one attempt, in ms, its body included. */
const shortestAttemptMs = 2000;
const longestAttemptMs = 15_000;

/** How long GitHub may keep a job that has `leftMs` until its deadline; in ms. */
export function patienceFor(leftMs: number): number {
  return Math.max(leastPatienceMs, Math.min(mostPatienceMs, leftMs));
}

/** The time that all requests to GitHub have together, with their pauses. */
export class Patience {
  readonly #cancel: AbortSignal;
  #over = new AbortController();
  #timer: NodeJS.Timeout | undefined;
  #endsAt = 0;
  #lastMoment = Number.POSITIVE_INFINITY;
  #attemptMs = longestAttemptMs;

  /** @param cancel when it is aborted, 2.5 s are left, whatever was allowed. */
  constructor(ms: number, cancel: AbortSignal) {
    this.#cancel = cancel;
    const hurry = () => {
      this.#lastMoment = performance.now() + cancelledMs;
      this.#endAt(this.#endsAt);
    };
    this.allow(ms);
    if (cancel.aborted) hurry();
    else cancel.addEventListener('abort', hurry, { once: true });
  }

  /** From now on there are `ms`, also for what is under way. */
  allow(ms: number): void {
    // A quarter, so that one attempt that hangs leaves time for others.
    this.#attemptMs = Math.min(longestAttemptMs, Math.max(shortestAttemptMs, Math.ceil(ms / 4)));
    if (this.#over.signal.aborted) this.#over = new AbortController();
    this.#endAt(performance.now() + ms);
  }

  /** Aborted when the time is over. */
  get signal(): AbortSignal {
    return this.#over.signal;
  }

  /** Time for one attempt, in ms. */
  get attemptMs(): number {
    return this.#attemptMs;
  }

  leftMs(): number {
    return Math.max(0, this.#endsAt - performance.now());
  }

  /**
   * Waits for `ms`, where there is time for that.
   * @returns false where there is not, at once, or as soon as that is known.
   */
  async pause(ms: number): Promise<boolean> {
    if (ms >= this.leftMs()) return false;
    return sleep(ms, true, { signal: this.signal }).catch(() => false);
  }

  #endAt(moment: number): void {
    this.#endsAt = Math.min(moment, this.#lastMoment);
    const over = this.#over;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => over.abort(this.#reason()), this.leftMs()).unref();
  }

  #reason(): Error {
    return new Error(
      this.#cancel.aborted ? 'the job was cancelled' : 'the time that was left for GitHub is over',
    );
  }
}
