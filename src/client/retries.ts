import { setTimeout as delay } from 'node:timers/promises';
import { ClientError, ContractBroken } from './client-errors.ts';

/** Clock, timer and limits of retries. Each has a default. */
export interface RetryOptions {
  /** Milliseconds since the epoch. */
  readonly now?: () => number;
  /** Rejects when the signal is aborted. */
  readonly sleep?: (ms: number, signal?: AbortSignal) => Promise<void>;
  /** From 0 to 1, excluding 1. */
  readonly random?: () => number;
  /** Time that the caller has left, in ms: no longer pause is started. Default: 10 minutes. */
  readonly timeLeftMs?: () => number;
}

const baseMs = 250;
const capMs = 10_000;
const perCall = 5;
/** A retry seldom helps against an error page in place of JSON. */
const perUnreadableAnswer = 2;
/** For all calls of a client together, so that a service that is down is not flooded. */
const perMinute = 20;
const minuteMs = 60_000;

const defaults: Required<RetryOptions> = {
  now: () => Date.now(),
  sleep: (ms, signal) => delay(ms, undefined, signal === undefined ? {} : { signal }),
  random: () => Math.random(),
  timeLeftMs: () => 10 * minuteMs,
};

/** Repeats calls that may succeed later and that the service has certainly not processed. */
export class Retries {
  readonly #options: Required<RetryOptions>;
  #recent: number[] = [];

  constructor(options: RetryOptions) {
    this.#options = { ...defaults, ...options };
  }

  /**
   * Makes a call, at most six times.
   * @throws what the last attempt threw, or the reason of `signal`.
   */
  async run<T>(attempt: () => Promise<T>, signal: AbortSignal | undefined): Promise<T> {
    let unreadable = 0;
    for (let retries = 0; ; retries += 1) {
      try {
        return await attempt();
      } catch (error) {
        if (!(error instanceof ClientError)) throw error;
        if (error instanceof ContractBroken) unreadable += 1;
        const pauseMs = this.#pauseMs(error, retries);
        const exhausted = retries === perCall || unreadable > perUnreadableAnswer;
        if (exhausted || !mayRepeat(error) || !this.#isInTime(error, pauseMs) || !this.#takeFromBudget()) {
          if (retries > 0) error.message += ` Attempts: ${retries + 1}.`;
          throw error;
        }
        await this.#pause(pauseMs, signal);
      }
    }
  }

  /** Exponential backoff with full jitter, added to the pause that the service requests. */
  #pauseMs({ retryAfterMs }: ClientError, retries: number): number {
    return (retryAfterMs ?? 0) + this.#options.random() * Math.min(capMs, baseMs * 2 ** retries);
  }

  #isInTime(error: ClientError, pauseMs: number): boolean {
    const leftMs = this.#options.timeLeftMs();
    if (pauseMs <= leftMs) return true;
    if (error.retryAfterMs !== undefined) {
      const [requested, left] = [error.retryAfterMs, Math.max(0, leftMs)].map((ms) => Math.round(ms / 1000));
      error.message += ` The service requests a pause of ${requested} s (Retry-After), but only ${left} s are left.`;
    }
    return false;
  }

  #takeFromBudget(): boolean {
    const now = this.#options.now();
    this.#recent = this.#recent.filter((at) => now - at < minuteMs);
    if (this.#recent.length >= perMinute) return false;
    this.#recent.push(now);
    return true;
  }

  async #pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
    try {
      await this.#options.sleep(ms, signal);
    } catch (error) {
      // The timer rejects with its own error when the signal is aborted.
      signal?.throwIfAborted();
      throw error;
    }
  }
}

/** The caller decides about requests that the service may have acted on. */
function mayRepeat(error: ClientError): boolean {
  return error.transient && !error.ambiguous;
}
