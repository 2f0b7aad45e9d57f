import type { ResultsStore, SharedResults } from '../github/results-store.ts';
import { notesOnRun } from '../report/comment/hidden-lines.ts';
import type { RunProgress } from '../report/headline.ts';
import type { NoteOf } from '../report/markdown/failure.ts';
import { asOnlyJob, gateKey, hasOtherJobs, singleJobKey } from '../results/jobs.ts';
import { artifactsIn, type Redacted, type RunResults } from '../results/run-results.ts';
import type { SavedComment } from '../runtime/saved-state.ts';
import { type CommentOutcome, CommentTarget, logOutcome } from './comment-target.ts';
import { needsComment, noGitHub, type PublishContext } from './publish-context.ts';
import { ownResults, readEarlierSteps, sharedAs } from './share-results.ts';
import {
  maxJobRequests,
  maxPostRequests,
  type NoticeOptions,
  RunningNotice,
  writeSharedComment,
} from './shared-comment.ts';

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
    new CommentTarget(github.comments, pullRequest, { footer, note: undefined, ...frame });
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

/** The comment of a run. What GitHub refuses is a warning, except in the post step. */
export abstract class RunComment {
  protected readonly context: PublishContext;
  protected readonly target: CommentTarget;
  readonly #notice: RunningNotice;

  /** @param notice how it says that the tests are running. */
  constructor(
    context: PublishContext,
    target: CommentTarget,
    notice: Pick<NoticeOptions, 'over' | 'readResults' | 'showsProgress'>,
  ) {
    this.context = context;
    this.target = target;
    this.#notice = new RunningNotice({ ...notice, target, deadline: context.deadline });
  }

  /** Says that the tests are running, without delaying them. */
  announce(): void {
    this.save({ isDone: false, rendered: [] });
    this.#notice.show();
  }

  /** Says how far the tests are, without delaying them. */
  progress(progress: RunProgress): void {
    this.#notice.update(progress);
  }

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
    await this.#notice.end();
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

/** The comment of a job alone, rendered from memory and from what earlier steps of the job have left. */
class JobComment extends RunComment {
  constructor(context: PublishContext, target: CommentTarget) {
    const mayCreate = context.facts.job.comment === 'always';
    super(context, target, {
      over: ['earlier-run', 'this-run', ...(mayCreate ? ['missing' as const] : [])],
      readResults: () => earlierStepsOf(context),
      showsProgress: true,
    });
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
    return [...(await earlierStepsOf(this.context)), asOnlyJob(results)];
  }
}

async function earlierStepsOf({
  evidenceFolder,
  facts,
  redact,
}: PublishContext): Promise<Redacted<RunResults>[]> {
  return (await readEarlierSteps(evidenceFolder, facts.job, redact)).map(asOnlyJob);
}

/**
 * The comment of a matrix and its shards, as one of its jobs writes it. That the tests are running is only said over the
 * comment of an earlier run: without one, the first job that reports creates it. Instead of progress, it shows how many jobs
 * have reported.
 */
class SharedComment extends RunComment {
  readonly #resultsStore: ResultsStore;

  constructor(context: PublishContext, target: CommentTarget, resultsStore: ResultsStore) {
    super(context, target, { over: ['earlier-run'], readResults: async () => [], showsProgress: false });
    this.#resultsStore = resultsStore;
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
