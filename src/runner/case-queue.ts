import type { ExchangeTestCase } from '../contract/exchange/test-case.ts';

/** The cases that are still to be played, in order. */
export class CaseQueue {
  readonly #waiting: ExchangeTestCase[];

  constructor(cases: readonly ExchangeTestCase[]) {
    this.#waiting = [...cases];
  }

  /** How many are left. */
  get size(): number {
    return this.#waiting.length;
  }

  /**
   * Takes the next case: the first that need not wait, or else the first.
   * @returns undefined when none is left.
   */
  next(mustWait: (testCase: ExchangeTestCase) => boolean): ExchangeTestCase | undefined {
    const free = this.#waiting.findIndex((each) => !mustWait(each));
    const [next] = this.#waiting.splice(Math.max(free, 0), 1);
    return next;
  }
}
