import type { ResultsStore, SharedResults } from '../github/results-store.ts';
import { notesOnRun } from '../report/comment/comparison.ts';
import type { RunProgress } from '../report/headline.ts';
import type { NoteOf } from '../report/markdown/failure.ts';
import { asOnlyJob, gateKey, hasOtherJobs, singleJobKey } from '../results/jobs.ts';
import { artifactsIn, type Redacted, type RunResults } from '../results/run-results.ts';
import type { SavedComment } from '../runtime/saved-state.ts';
import { type CommentOutcome, CommentTarget, type CommentWriter, logOutcome } from './comment-target.ts';
import { needsComment, noGitHub, type PublishContext } from './publish-context.ts';
import { ownResults, readEarlierSteps, sharedAs } from './share-results.ts';
import { maxJobRequests, maxPostRequests, writeSharedComment } from './shared-comment.ts';

/**
 * Opens the comment of a run, without writing it. A job alone has its own comment; the jobs of a matrix and its shards share
 * one.
 * @returns undefined if no comment can be posted. The log says why.
 */
export function openRunComment(context: PublishContext): RunComment | undefined {
  const { pullRequest, eventName, github, host, facts, resultsStore, commentFooter: footer } = context;
  if (pullRequest === undefined) {
    host.info(`No comment: the event${eventName === '' ? '' : ` ${eventName}`} has no pull request.`);
    return undefined;
  }
  if (github === undefined) {
    host.info(`No comment: ${noGitHub}`);
    return undefined;
  }
  const openTarget = (frame: { key: string; note?: string; facts: typeof facts }) =>
    new CommentTarget(github.comments, pullRequest, { footer, ...frame });
  const ownFacts = asOnlyJob(facts);
  if (!hasOtherJobs(facts.job)) {
    return new JobComment(context, openTarget({ key: gateKey(facts.job), facts: ownFacts }));
  }
  if (!('missing' in resultsStore)) {
    return new SharedComment(context, openTarget({ key: gateKey(facts.job), facts }), resultsStore);
  }
  const note = `Each job posts its own comment, because this machine has no artifact service to share results: ${resultsStore.missing}.`;
  host.info(note);
  return new JobComment(context, openTarget({ key: singleJobKey(facts.job), note, facts: ownFacts }));
}

/**
 * The comment of a run. What GitHub refuses is a warning, except in the post step. While the tests run, a notice says so: it
 * does not delay them, and what goes wrong with it does not matter, since the results are written anyway.
 */
export abstract class RunComment {
  protected readonly context: PublishContext;
  protected readonly target: CommentTarget;
  readonly #schedule = new ProgressSchedule();
  #noticeUnderWay: Promise<void> | undefined;
  #showsNotice = false;
  #isConcluded = false;

  constructor(context: PublishContext, target: CommentTarget) {
    this.context = context;
    this.target = target;
  }

  /** Says that the tests are running. */
  announce(): void {
    this.save({ isDone: false, rendered: [] });
    this.#startNotice(async () => {
      this.#showsNotice = await this.#writeNotice(true, this.replacedByNotice);
    });
  }

  /** Says how far the tests are, as often as GitHub's limits allow. */
  progress(progress: RunProgress): void {
    if (!this.#showsNotice || this.#isConcluded || this.#noticeUnderWay !== undefined) return;
    if (!this.#schedule.isDue(progress)) return;
    this.#startNotice(async () => {
      // A later run may have taken the comment over.
      await this.#writeNotice(progress, ['this-run']);
    });
  }

  #startNotice(write: () => Promise<void>): void {
    this.#noticeUnderWay = write()
      .catch(() => {})
      .finally(() => {
        this.#noticeUnderWay = undefined;
      });
  }

  /** @param over whose comment it replaces. @returns whether the comment shows the notice. */
  async #writeNotice(running: true | RunProgress, over: readonly CommentWriter[]): Promise<boolean> {
    const signal = this.context.deadline();
    const jobs = await this.earlierResults();
    const writer = await this.target.read(signal);
    if (this.#isConcluded || !over.includes(writer)) return false;
    const mayCreate = over.includes('missing');
    return 'url' in (await this.target.write({ jobs, running }, { mayCreate, signal }));
  }

  /** Whose comment the notice replaces. */
  protected abstract get replacedByNotice(): readonly CommentWriter[];

  /** The results that the notice leaves in the comment. */
  protected abstract earlierResults(): Promise<Redacted<RunResults>[]>;

  /** Since when cases fail, as Markdown, as far as the comment has been read. */
  notesOn(results: Redacted<RunResults>): NoteOf {
    return notesOnRun(results, this.target.history);
  }

  /**
   * Writes the results. May be called once more, when an artifact is to be linked.
   * @param shared the results as this job has uploaded them; undefined if it has not, or could not.
   * @returns the URL of the comment.
   */
  async conclude(
    results: Redacted<RunResults>,
    shared: SharedResults | undefined,
  ): Promise<string | undefined> {
    this.#isConcluded = true;
    // It must not arrive after the results.
    await this.#noticeUnderWay;
    return logOutcome(this.context.host, () => this.write(results, shared));
  }

  /** @throws what GitHub answers. */
  protected abstract write(
    results: Redacted<RunResults>,
    shared: SharedResults | undefined,
  ): Promise<CommentOutcome>;

  /** Completes the comment in the post step. @throws what GitHub answers. */
  abstract complete(results: Redacted<RunResults>, saved: SavedComment): Promise<void>;

  /** Saves what the post step needs to complete the comment. */
  protected save(comment: Omit<SavedComment, 'issueNumber'>): void {
    const { pullRequest, saveState } = this.context;
    if (pullRequest !== undefined) saveState({ comment: { issueNumber: pullRequest, ...comment } });
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

/** The comment of a job alone, rendered from memory and from what earlier steps of the job have left. */
class JobComment extends RunComment {
  protected get replacedByNotice(): readonly CommentWriter[] {
    const mayCreate = this.context.facts.job.comment === 'always';
    return ['earlier-run', 'this-run', ...(mayCreate ? ['missing' as const] : [])];
  }

  protected async earlierResults(): Promise<Redacted<RunResults>[]> {
    const { evidenceFolder, facts, redact } = this.context;
    return (await readEarlierSteps(evidenceFolder, facts.job, redact)).map(asOnlyJob);
  }

  protected async write(results: Redacted<RunResults>): Promise<CommentOutcome> {
    const signal = this.context.deadline();
    const jobs = await this.#jobsWith(results);
    await this.target.read(signal);
    const outcome = await this.target.write({ jobs }, { mayCreate: jobs.some(needsComment), signal });
    this.save({ isDone: true, rendered: [] });
    return outcome;
  }

  /** A comment of a step that was killed says so. */
  async complete(results: Redacted<RunResults>, { isDone }: SavedComment): Promise<void> {
    const signal = this.context.deadline();
    if (isDone || (await this.target.read(signal)) !== 'this-run') return;
    await this.target.write({ jobs: await this.#jobsWith(results) }, { mayCreate: false, signal });
  }

  async #jobsWith(results: Redacted<RunResults>): Promise<Redacted<RunResults>[]> {
    return [...(await this.earlierResults()), asOnlyJob(results)];
  }
}

/**
 * The comment of a matrix and its shards, as one of its jobs writes it. That the tests are running is only said over the
 * comment of an earlier run: without one, the first job that reports creates it. Instead of progress, it shows how many jobs
 * have reported.
 */
class SharedComment extends RunComment {
  readonly #resultsStore: ResultsStore;

  constructor(context: PublishContext, target: CommentTarget, resultsStore: ResultsStore) {
    super(context, target);
    this.#resultsStore = resultsStore;
  }

  override progress(): void {}

  protected get replacedByNotice(): readonly CommentWriter[] {
    return ['earlier-run'];
  }

  protected async earlierResults(): Promise<Redacted<RunResults>[]> {
    return [];
  }

  protected async write(
    results: Redacted<RunResults>,
    shared: SharedResults | undefined,
  ): Promise<CommentOutcome> {
    const { target } = this;
    // An artifact that is to be linked needs another write.
    const isLinked = Object.keys(artifactsIn(results)).length > 0;
    // What cannot be uploaded can often not be listed either: the job then shows its own results.
    const list = (gate?: string) => this.#resultsStore.list(gate).catch(() => []);
    const { comment, rendered } = await writeSharedComment({
      target,
      resultsStore: shared === undefined ? { list } : this.#resultsStore,
      own: shared === undefined ? sharedAs(undefined, results) : { ...shared, results },
      maxRequests: Math.max(maxJobRequests, isLinked ? target.requests + 2 : 0),
      signal: this.context.deadline(),
    });
    this.save({ isDone: true, rendered, ...(shared && { uploaded: shared.id }) });
    return comment;
  }

  /** Adds results that the list of artifacts did not have before. */
  async complete(results: Redacted<RunResults>, { rendered, uploaded }: SavedComment): Promise<void> {
    const signal = this.context.deadline();
    await writeSharedComment({
      target: this.target,
      resultsStore: this.#resultsStore,
      own: await ownResults(this.#resultsStore, results, uploaded),
      rendered,
      maxRequests: maxPostRequests,
      signal,
    });
  }
}
