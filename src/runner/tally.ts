import type { Attempt } from '../contract/attempt.ts';

/** So many failed attempts, and none that has passed, show that the app is broken. */
const minFailures = 5;

/** How the attempts of a run have ended so far. */
export class Tally {
  #passed = 0;
  #failed = 0;

  add({ status }: Attempt): void {
    if (status === 'PASSED') this.#passed += 1;
    else this.#failed += 1;
  }

  /** Whether it is of no use to wait long for something to appear. */
  get showsBrokenApp(): boolean {
    return this.#passed === 0 && this.#failed >= minFailures;
  }
}
