/** GitHub allows 80 writes a minute for all jobs of a repository together: one job takes two at most. In ms. */
const firstMs = 15_000;
const leastMs = 30_000;
/** Of a long run, the next state is awaited longer: a tenth of its age. */
const partOfAge = 0.1;

/** When the comment of a run that goes on may be written again. */
export class CommentPace {
  readonly #startedAt: number;
  #next: number;

  /** @param nowMs a clock in ms. */
  constructor(nowMs: number) {
    this.#startedAt = nowMs;
    this.#next = nowMs + firstMs;
  }

  /** @returns true where it is time; the next time begins then. */
  take(nowMs: number): boolean {
    if (nowMs < this.#next) return false;
    this.#next = nowMs + Math.max(leastMs, (nowMs - this.#startedAt) * partOfAge);
    return true;
  }
}
