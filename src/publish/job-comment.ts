import { notesOnRun } from '../report/comment/history.ts';
import type { RunProgress } from '../report/headline.ts';
import type { NoteOf } from '../report/markdown/failure.ts';
import { asOnlyJob } from '../results/jobs.ts';
import type { Redacted, RunResults } from '../results/run-results.ts';
import type { SavedComment } from '../runtime/saved-state.ts';
import { type CommentOutcome, type CommentTarget, logOutcome } from './comment-target.ts';
import { needsComment, type PublishContext, saveComment } from './publish-context.ts';
import { RunningNotice } from './running-notice.ts';
import { readEarlierSteps } from './share-results.ts';

/** The comment of a job alone, rendered from memory and from what earlier steps of the job have left. */
export class JobComment {
  readonly #context: PublishContext;
  readonly #target: CommentTarget;
  readonly #notice: RunningNotice;

  constructor(context: PublishContext, target: CommentTarget) {
    this.#context = context;
    this.#target = target;
    const readResults = () => this.#earlierSteps();
    this.#notice = new RunningNotice({ target, readResults, deadline: context.deadline });
  }

  /** Says that the tests are running, without delaying them. */
  announce(): void {
    saveComment(this.#context, { isDone: false, rendered: [] });
    const mayCreate = this.#context.facts.job.comment === 'always';
    this.#notice.show(['earlier-run', 'this-run', ...(mayCreate ? ['missing' as const] : [])]);
  }

  /** Says how far the tests are, without delaying them. */
  progress(progress: RunProgress): void {
    this.#notice.update(progress);
  }

  /** Since when cases fail, as Markdown, as far as the comment has been read. */
  notesOn(results: Redacted<RunResults>): NoteOf {
    return notesOnRun(results, this.#target.history);
  }

  /** Writes the results. May be called once more, when an artifact is to be linked. @returns the URL of the comment. */
  async conclude(results: Redacted<RunResults>): Promise<string | undefined> {
    await this.#notice.end();
    return logOutcome(this.#context.host, () => this.#write(results));
  }

  async #write(results: Redacted<RunResults>): Promise<CommentOutcome> {
    const signal = this.#context.deadline();
    const jobs = await this.#jobsWith(results);
    await this.#target.read(signal);
    const outcome = await this.#target.write({ jobs }, { mayCreate: jobs.some(needsComment), signal });
    saveComment(this.#context, { isDone: true, rendered: [] });
    return outcome;
  }

  /** Completes the comment in the post step: that of a step that was killed says so. @throws what GitHub answers. */
  async complete(results: Redacted<RunResults>, { isDone }: SavedComment): Promise<void> {
    const signal = this.#context.deadline();
    if (isDone || (await this.#target.read(signal)) !== 'this-run') return;
    await this.#target.write({ jobs: await this.#jobsWith(results) }, { mayCreate: false, signal });
  }

  async #jobsWith(results: Redacted<RunResults>): Promise<Redacted<RunResults>[]> {
    return [...(await this.#earlierSteps()), asOnlyJob(results)];
  }

  async #earlierSteps(): Promise<Redacted<RunResults>[]> {
    const { evidenceFolder, facts, redact } = this.#context;
    return (await readEarlierSteps(evidenceFolder, facts.job, redact)).map(asOnlyJob);
  }
}
