import type { Redacted } from '../results/redacted.ts';
import type { RunResults } from '../results/run-results.ts';
import { type CommentWriter, concluding, type RunComment } from './run-comment.ts';
import { type ResultsExchange, type SharedResults, writeSharedComment } from './shared-comment.ts';

/** The comment that the jobs of a matrix and its shards write together. */
export class MatrixComment implements RunComment {
  readonly #writer: CommentWriter;
  readonly #exchange: ResultsExchange;
  #announced: Promise<void> = Promise.resolve();
  #isConcluding = false;

  constructor(writer: CommentWriter, exchange: ResultsExchange) {
    this.#writer = writer;
    this.#exchange = exchange;
  }

  /** Only over the comment of an earlier run: without one, the first job that reports creates it. */
  announce(): void {
    const { options } = this.#writer;
    options.onState({ isDone: false, rendered: [] });
    this.#announced = this.#announce(options.deadline()).catch(() => {});
  }

  async #announce(signal: AbortSignal): Promise<void> {
    const { target, render } = this.#writer;
    if ((await target.read(signal)) !== 'earlier-run' || this.#isConcluding) return;
    await target.write((history) => render({ jobs: [], running: true, history }), false, signal);
  }

  /** The comment of several jobs says how many have reported, not how far each is. */
  progress(): void {}

  async conclude(_: Redacted<RunResults>, shared: SharedResults | undefined): Promise<string | undefined> {
    const { target, render, options } = this.#writer;
    // The second time, a late artifact is linked.
    const more = this.#isConcluding ? { maxRequests: target.requests + 2 } : {};
    this.#isConcluding = true;
    await this.#announced;
    if (shared === undefined) return undefined;
    return concluding(options, async () => {
      const { comment, rendered } = await writeSharedComment({
        target,
        exchange: this.#exchange,
        own: shared,
        render: (jobs) => (history) => render({ jobs, history }),
        signal: options.deadline(),
        ...more,
      });
      options.onState({ isDone: true, rendered, uploaded: shared.id });
      return comment;
    });
  }
}
