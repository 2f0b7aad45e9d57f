import type { CallOptions } from '../../client/client.ts';

/** The Date header counts whole seconds, and so may the times of reports. */
const resolutionMs = 1000;

/** Tells moments of this machine by the service's own clock: from the Date of its last answer. */
export class TriggerClock {
  readonly #now: () => number;
  #aheadMs: number;

  /** @param now milliseconds of a clock that never goes back. Until the service has answered, this machine's clock counts. */
  constructor(now: () => number) {
    this.#now = now;
    this.#aheadMs = Date.now() - now();
  }

  readonly onAnswer: NonNullable<CallOptions['onAnswer']> = ({ serviceTime }) => {
    if (serviceTime !== undefined) this.#aheadMs = serviceTime.getTime() - this.#now();
  };

  /** The service's time at a moment of `now`; rather a little too early than too late. */
  at(moment: number): Date {
    return new Date(moment + this.#aheadMs - resolutionMs);
  }
}
