import { setTimeout as sleep } from 'node:timers/promises';
import type { CallOptions } from '../../client/client.ts';
import { clockToleranceMs, type ServiceTimes } from '../verdict/contradictions.ts';

/** This machine's time, as a run measures it. */
export interface Clock {
  /** Milliseconds of a clock that never goes back. */
  readonly now: () => number;
  /** Rejects when the signal is aborted. */
  readonly sleep: (ms: number, signal: AbortSignal) => Promise<void>;
}

export const systemClock: Clock = {
  now: () => performance.now(),
  sleep: (ms, signal) => sleep(ms, undefined, { signal }),
};

/** The Date header counts whole seconds, and so may the times of reports. */
const resolutionMs = 1000;

/** Converts moments of this machine to the service's clock, based on the Date header of its last response. */
export class ServiceClock {
  readonly #now: () => number;
  #aheadMs: number;
  #maxAheadMs: number | undefined;
  #requestedAt: number | undefined;

  /** @param now see {@link Clock}. Until the service has responded, this machine's time of day is used. */
  constructor(now: () => number) {
    this.#now = now;
    this.#aheadMs = Date.now() - now();
  }

  readonly onAnswer: NonNullable<CallOptions['onAnswer']> = ({ serviceTime }) => {
    if (serviceTime === undefined) return;
    this.#aheadMs = serviceTime.getTime() - this.#now();
    this.#maxAheadMs = Math.max(this.#aheadMs, this.#maxAheadMs ?? this.#aheadMs);
  };

  /**
   * Notes when a run was requested.
   * @param moment of `now`.
   * @returns the service's time then; up to a second early, never late.
   */
  requestedAt(moment: number): Date {
    this.#requestedAt = moment;
    return new Date(moment + this.#aheadMs - resolutionMs);
  }

  /** @returns times by the most advanced clock of the service: it may run on several machines. */
  times(): ServiceTimes {
    const now = this.#now();
    const aheadMs = this.#maxAheadMs ?? Date.now() - now;
    const requestedAt = this.#requestedAt ?? Number.NEGATIVE_INFINITY;
    return { now: new Date(now + aheadMs), earliest: requestedAt + aheadMs - clockToleranceMs };
  }
}

/** Time for cleaning up after a cancellation, in ms: the results must be published before the runner kills the job. */
const cancelGraceMs = 1500;

/**
 * Waits for work that ends by itself when the job is cancelled, but from then on only for a grace period of 1.5 s.
 * @throws what `work` throws, or the reason of `cancel` when the grace period is over.
 */
export async function withGracePeriod<T>(work: Promise<T>, cancel: AbortSignal): Promise<T> {
  const expired = Promise.withResolvers<never>();
  let timer: NodeJS.Timeout | undefined;
  const startGracePeriod = () => {
    timer = setTimeout(() => expired.reject(cancel.reason), cancelGraceMs);
  };
  cancel.addEventListener('abort', startGracePeriod, { once: true });
  if (cancel.aborted) startGracePeriod();
  try {
    return await Promise.race([work, expired.promise]);
  } finally {
    clearTimeout(timer);
    cancel.removeEventListener('abort', startGracePeriod);
  }
}
