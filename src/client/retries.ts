import { setTimeout as delay } from 'node:timers/promises';
import { ClientError, ContractBroken } from './errors.ts';

/** What retries need of the world; each has a default. */
export interface RetryOptions {
  /** Milliseconds since the epoch. */
  readonly now?: () => number;
  /** Rejects when the signal is aborted. */
  readonly sleep?: (ms: number, signal?: AbortSignal) => Promise<void>;
  /** From 0 to 1, without 1. */
  readonly random?: () => number;
  /** How long the caller can still wait, in ms: a longer pause is not begun. Ten minutes by default. */
  readonly timeLeftMs?: () => number;
}

const baseMs = 250;
const capMs = 10_000;
const perCall = 5;
/** An error page in place of JSON passes seldom: so many retries, and it is told. */
const perGarbledCall = 2;
/** All calls of a client share so many retries in a minute: a service that is down is not flooded. */
const perMinute = 20;
const minuteMs = 60_000;

/** Repeats calls that may succeed a moment later, and that the service has surely not done already. */
export class Retries {
  readonly #now: () => number;
  readonly #sleep: NonNullable<RetryOptions['sleep']>;
  readonly #random: () => number;
  readonly #timeLeftMs: () => number;
  #recent: number[] = [];

  constructor(options: RetryOptions) {
    this.#now = options.now ?? Date.now;
    this.#sleep =
      options.sleep ?? ((ms, signal) => delay(ms, undefined, signal === undefined ? {} : { signal }));
    this.#random = options.random ?? Math.random;
    this.#timeLeftMs = options.timeLeftMs ?? (() => 10 * minuteMs);
  }

  /**
   * Makes a call, at most six times.
   * @throws what the last attempt threw, or the reason of `signal`.
   */
  async run<T>(attempt: () => Promise<T>, signal: AbortSignal | undefined): Promise<T> {
    let garbled = 0;
    for (let retries = 0; ; retries += 1) {
      try {
        return await attempt();
      } catch (error) {
        if (!(error instanceof ClientError)) throw error;
        if (error instanceof ContractBroken) garbled += 1;
        const pauseMs = this.#pauseMs(error, retries);
        const enough = retries === perCall || garbled > perGarbledCall;
        if (enough || !mayRepeat(error) || !this.#isInTime(error, pauseMs) || !this.#spend()) {
          if (retries > 0) error.message += ` It was tried ${retries + 1} times.`;
          throw error;
        }
        await this.#pause(pauseMs, signal);
      }
    }
  }

  /** Exponential backoff with full jitter, on top of what the service asks for. */
  #pauseMs({ retryAfterMs }: ClientError, retries: number): number {
    return (retryAfterMs ?? 0) + this.#random() * Math.min(capMs, baseMs * 2 ** retries);
  }

  #isInTime(error: ClientError, pauseMs: number): boolean {
    const leftMs = this.#timeLeftMs();
    if (pauseMs <= leftMs) return true;
    if (error.retryAfterMs !== undefined) {
      const [asked, left] = [error.retryAfterMs, Math.max(0, leftMs)].map((ms) => Math.round(ms / 1000));
      error.message += ` The service asks for a pause of ${asked} s (Retry-After), and only ${left} s are left.`;
    }
    return false;
  }

  #spend(): boolean {
    const now = this.#now();
    this.#recent = this.#recent.filter((at) => now - at < minuteMs);
    if (this.#recent.length >= perMinute) return false;
    this.#recent.push(now);
    return true;
  }

  async #pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
    try {
      await this.#sleep(ms, signal);
    } catch (error) {
      // The timer has an error of its own for this.
      signal?.throwIfAborted();
      throw error;
    }
  }
}

/** A request that may have been acted on is for the caller to look after. */
function mayRepeat(error: ClientError): boolean {
  return error.transient && !error.ambiguous;
}
