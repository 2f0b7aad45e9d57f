import { newestAttempts } from '../results/jobs.ts';
import { type Redacted, redactDeep } from '../results/redacted.ts';
import type { RunResults } from '../results/run-results.ts';
import type { CommentOutcome, RenderBody } from './comment-target.ts';
import { readEarlierSteps } from './result-files.ts';
import { type CommentWriter, concluding, type RunComment, type RunProgress } from './run-comment.ts';

/** The comment of a job that no other job writes: rendered from memory, and from what earlier steps of the job left. */
export class JobComment implements RunComment {
  readonly #writer: CommentWriter;
  readonly #pace = new ProgressPace(Date.now());
  #underWay: Promise<void> | undefined;
  #isAnnounced = false;
  #isConcluding = false;
  #lastProgress = '';

  constructor(writer: CommentWriter) {
    this.#writer = writer;
  }

  announce(): void {
    const { target, options } = this.#writer;
    const signal = options.deadline();
    options.onState({ isDone: false, rendered: [] });
    this.#start(async () => {
      const body = await this.#renderRunning(true);
      if ((await target.read(signal)) === 'newer-run' || this.#isConcluding) return;
      const outcome = await target.write(body, options.when === 'always', signal);
      this.#isAnnounced = 'url' in outcome;
    });
  }

  progress(running: RunProgress): void {
    const text = JSON.stringify(running);
    if (this.#underWay !== undefined || !this.#isAnnounced || this.#isConcluding) return;
    if (text === this.#lastProgress || !this.#pace.take(Date.now())) return;
    this.#lastProgress = text;
    const { target, options } = this.#writer;
    const signal = options.deadline();
    this.#start(async () => {
      const body = await this.#renderRunning(running);
      // A later run may have taken the comment over.
      if ((await target.read(signal)) !== 'this-run' || this.#isConcluding) return;
      await target.write(body, false, signal);
    });
  }

  async conclude(results: Redacted<RunResults>): Promise<string | undefined> {
    const { target, render, options } = this.#writer;
    this.#isConcluding = true;
    // What is under way must not arrive after the results.
    await this.#underWay;
    const signal = options.deadline();
    return concluding(options, async (): Promise<CommentOutcome> => {
      const jobs = newestAttempts([...(await this.#earlierSteps()), results]);
      const isNeeded = options.when === 'on-failure' && jobs.some(({ green }) => !green);
      if ((await target.read(signal)) === 'newer-run') return { kind: 'newer-run' };
      const mayCreate = options.when === 'always' || isNeeded;
      const outcome = await target.write((history) => render({ jobs, history }), mayCreate, signal);
      options.onState({ isDone: true, rendered: [] });
      return outcome;
    });
  }

  /** What goes wrong before the end does not matter: the results are written anyway. */
  #start(work: () => Promise<void>): void {
    this.#underWay = work()
      .catch(() => {})
      .finally(() => {
        this.#underWay = undefined;
      });
  }

  async #renderRunning(running: true | RunProgress): Promise<RenderBody> {
    const jobs = await this.#earlierSteps();
    return (history) => this.#writer.render({ jobs, running, history });
  }

  #earlierSteps(): Promise<Redacted<RunResults>[]> {
    const { evidenceRoot, facts, redact } = this.#writer.options;
    return readEarlierSteps(evidenceRoot, redactDeep(facts.job, redact), redact);
  }
}

/** GitHub allows 80 writes a minute for all jobs of a repository: progress is written twice a minute at most. In ms. */
const firstMs = 15_000;
const minMs = 30_000;
/** In a long run, progress is written less often: each tenth of its age. */
const shareOfAge = 0.1;

/** When the progress of a run may be written again. */
class ProgressPace {
  readonly #startedAt: number;
  #next: number;

  constructor(nowMs: number) {
    this.#startedAt = nowMs;
    this.#next = nowMs + firstMs;
  }

  /** @returns true if it is time; the next interval begins then. */
  take(nowMs: number): boolean {
    if (nowMs < this.#next) return false;
    this.#next = nowMs + Math.max(minMs, (nowMs - this.#startedAt) * shareOfAge);
    return true;
  }
}
