/** How many steps of passed attempts, and how many failed attempts, are reported in detail. */
const maxPassedSteps = 100_000;
const maxFailures = 300;

/**
 * Limits the evidence of one run, because a report holds all of it in memory: with 10,000 test cases of a broken app,
 * nobody looks at the page of each failure.
 */
export class EvidenceBudget {
  #passedSteps = maxPassedSteps;
  #failures = maxFailures;

  /** Whether the steps of another attempt that passed are reported. */
  takeSteps(count: number): boolean {
    this.#passedSteps -= count;
    return this.#passedSteps >= 0;
  }

  /** Whether another failed attempt is reported with its steps and its page. */
  takeFailure(): boolean {
    this.#failures -= 1;
    return this.#failures >= 0;
  }
}
