import { ClientError, ContractBroken } from '../../client/client-errors.ts';

/** If every request fails for this long, the wait is given up, in ms. */
const failureLimitMs = 120_000;
/** After this many refusals in a row that a retry does not change (not found, not allowed), the wait is given up. */
const refusalLimit = 3;

/** Tracks requests that failed in a row. */
export class RequestFailures {
  readonly #now: () => number;
  readonly #onChange: (last: string | undefined) => void;
  #since: number | undefined;
  #refusals = 0;
  #last: string | undefined;

  /** @param onChange called with the message of each failure, and with `undefined` when a request succeeds. */
  constructor(now: () => number, onChange: (last: string | undefined) => void = () => {}) {
    this.#now = now;
    this.#onChange = onChange;
  }

  /** Message of the last request's error; undefined if it succeeded. */
  get last(): string | undefined {
    return this.#last;
  }

  /**
   * Sends a request. A failure is counted, unless `signal` was aborted.
   * @returns its answer, unless it failed; and the shortest pause before the next one, in ms.
   * @throws as `add`; what `send` throws if the signal was aborted.
   */
  async attempt<Answer>(
    send: () => Promise<Answer>,
    signal: AbortSignal,
  ): Promise<{ readonly answer?: Answer; readonly minPauseMs: number }> {
    try {
      const answer = await send();
      this.clear();
      return { answer, minPauseMs: 0 };
    } catch (error) {
      if (signal.aborted) throw error;
      this.add(error);
      return { minPauseMs: retryAfter(error) };
    }
  }

  /**
   * Sends a request until it has an answer.
   * @param pause waits before the next attempt, at least the given time in ms.
   * @throws as `attempt`; what `pause` throws.
   */
  async untilAnswered<Answer>(
    send: () => Promise<Answer>,
    pause: (minMs: number) => Promise<void>,
    signal: AbortSignal,
  ): Promise<Answer> {
    for (;;) {
      const { answer, minPauseMs } = await this.attempt(send, signal);
      if (answer !== undefined) return answer;
      await pause(minPauseMs);
    }
  }

  clear(): void {
    this.#since = undefined;
    this.#refusals = 0;
    this.#last = undefined;
    this.#onChange(undefined);
  }

  /** @throws the error if it is no ClientError or final; an Error that quotes it after 120 s of nothing but failures. */
  add(error: unknown): void {
    if (!(error instanceof ClientError)) throw error;
    this.#last = error.message;
    this.#onChange(error.message);
    // A proxy's redirect or endless page is temporary, too: only a refusal by the service itself is final this soon.
    const isRefusal = !error.transient && !(error instanceof ContractBroken);
    this.#refusals = isRefusal ? this.#refusals + 1 : 0;
    if (this.#refusals >= refusalLimit) throw error;
    this.#since ??= this.#now();
    if (this.#now() - this.#since < failureLimitMs) return;
    throw new Error(
      `Every request to the service failed for ${failureLimitMs / 1000} s; giving up. Last error: ${error.message}`,
      { cause: error },
    );
  }
}

export const minIntervalMs = 1000;
const maxIntervalMs = 15_000;
/** The end of a run is noticed this late at most, as a share of its age. */
const shareOfAge = 0.03;

/** The time between two requests, in ms: 3 % of the run's age, at least 1 s and at most 15 s. */
export function pollInterval(ageMs: number): number {
  return Math.min(maxIntervalMs, Math.max(minIntervalMs, ageMs * shareOfAge));
}

/** `Retry-After` is honoured up to this long, in ms: the service may recover earlier. */
const maxRetryAfterMs = 60_000;

/** The pause that a failed request's response asks for, in ms; 0 if none. */
function retryAfter(error: unknown): number {
  return error instanceof ClientError ? Math.min(error.retryAfterMs ?? 0, maxRetryAfterMs) : 0;
}
