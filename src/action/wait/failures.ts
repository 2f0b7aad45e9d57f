import { ClientError, ContractBroken } from '../../client/errors.ts';

/** So long nothing but failure may come before the wait is given up, in ms. */
const failureMs = 120_000;
/** A refusal that asking again does not change (gone, not allowed), so many times in a row. */
const refusalLimit = 3;

/** Counts failed calls in a row, and throws when they are enough. */
export class Failures {
  readonly #now: () => number;
  #since: number | undefined;
  #refused = 0;
  #last: string | undefined;

  constructor(now: () => number) {
    this.#now = now;
  }

  /** What the last call failed with; undefined where it succeeded. */
  get last(): string | undefined {
    return this.#last;
  }

  clear(): void {
    this.#since = undefined;
    this.#refused = 0;
    this.#last = undefined;
  }

  /** @throws the error where it is no client error, or final; an Error that names it where nothing else has come for too long. */
  add(error: unknown): void {
    if (!(error instanceof ClientError)) throw error;
    this.#last = error.message;
    // A proxy's redirect or endless page passes, too: only what the service itself says no to is final so soon.
    const isRefusal = !error.transient && !(error instanceof ContractBroken);
    this.#refused = isRefusal ? this.#refused + 1 : 0;
    if (this.#refused >= refusalLimit) throw error;
    this.#since ??= this.#now();
    if (this.#now() - this.#since < failureMs) return;
    throw new Error(
      `For ${failureMs / 1000} s the service gave nothing but failures, so the wait was given up. The last one: ${error.message}`,
      { cause: error },
    );
  }
}
