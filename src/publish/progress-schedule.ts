/** GitHub allows 80 writes a minute for all jobs of a repository: progress is written twice a minute at most. In ms. */
const firstPauseMs = 15_000;
const minPauseMs = 30_000;
/** In a long run, progress is written less often: each tenth of its age. */
const shareOfAge = 0.1;

/** Decides when progress is written to the comment of a run that starts now. */
export class ProgressSchedule {
  readonly #startedAt = Date.now();
  #nextAt = this.#startedAt + firstPauseMs;
  #last = '';

  /** @returns true if it is time, and there is news; the next pause begins then. */
  isDue(progress: object): boolean {
    const text = JSON.stringify(progress);
    const now = Date.now();
    if (text === this.#last || now < this.#nextAt) return false;
    this.#last = text;
    this.#nextAt = now + Math.max(minPauseMs, (now - this.#startedAt) * shareOfAge);
    return true;
  }
}
