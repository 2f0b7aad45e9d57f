import type { RunProgress } from '../report/headline.ts';
import type { Redacted, RunResults } from '../results/run-results.ts';
import type { CommentTarget, CommentWriter } from './comment-target.ts';

export interface NoticeOptions {
  readonly target: CommentTarget;
  /** The notice replaces the comment only if one of these wrote it. */
  readonly over: readonly CommentWriter[];
  /** Reads the results that the comment shows next to the notice. */
  readonly readResults: () => Promise<Redacted<RunResults>[]>;
  readonly showsProgress: boolean;
  readonly deadline: () => AbortSignal;
}

/**
 * The part of a comment that says that the tests are running. It does not delay them, and what goes wrong does not matter:
 * the results are written anyway.
 */
export class RunningNotice {
  readonly #options: NoticeOptions;
  readonly #schedule = new ProgressSchedule();
  #underWay: Promise<void> | undefined;
  #isShown = false;
  #isOver = false;

  constructor(options: NoticeOptions) {
    this.#options = options;
  }

  /** Shows the notice. */
  show(): void {
    this.#start(async () => {
      this.#isShown = await this.#write({ running: true }, this.#options.over);
    });
  }

  /** Says how far the tests are, as often as GitHub's limits allow, if the notice is shown. */
  update(progress: RunProgress): void {
    if (!this.#options.showsProgress || !this.#isShown || this.#isOver || this.#underWay !== undefined)
      return;
    if (!this.#schedule.isDue(progress)) return;
    this.#start(async () => {
      // A later run may have taken the comment over.
      await this.#write({ running: progress }, ['this-run']);
    });
  }

  /** Ends the notice. When this resolves, nothing of it is under way that could arrive after the results. */
  async end(): Promise<void> {
    this.#isOver = true;
    await this.#underWay;
  }

  #start(work: () => Promise<void>): void {
    this.#underWay = work()
      .catch(() => {})
      .finally(() => {
        this.#underWay = undefined;
      });
  }

  /** @returns whether the comment shows the notice. */
  async #write(notice: { running: true | RunProgress }, over: readonly CommentWriter[]): Promise<boolean> {
    const { target, readResults, deadline } = this.#options;
    const signal = deadline();
    const jobs = await readResults();
    const writer = await target.read(signal);
    if (this.#isOver || !over.includes(writer)) return false;
    const mayCreate = over.includes('missing');
    return 'url' in (await target.write({ jobs, ...notice }, { mayCreate, signal }));
  }
}

/** GitHub allows 80 writes a minute for all jobs of a repository: progress is written twice a minute at most. In ms. */
const firstPauseMs = 15_000;
const minPauseMs = 30_000;
/** In a long run, progress is written less often: each tenth of its age. */
const shareOfAge = 0.1;

/** Decides when progress is written to the comment of a run that starts now. */
class ProgressSchedule {
  readonly #startedAt = Date.now();
  #nextAt = this.#startedAt + firstPauseMs;
  #last = '';

  /** @returns true if it is time, and there is news; the next pause begins then. */
  isDue(progress: RunProgress): boolean {
    const text = JSON.stringify(progress);
    const now = Date.now();
    if (text === this.#last || now < this.#nextAt) return false;
    this.#last = text;
    this.#nextAt = now + Math.max(minPauseMs, (now - this.#startedAt) * shareOfAge);
    return true;
  }
}
