import type { ResultsStore, SharedResults } from '../github/results-store.ts';
import { notesOnRun } from '../report/comment/comparison.ts';
import type { RunProgress } from '../report/headline.ts';
import type { NoteOf } from '../report/markdown/failure.ts';
import { asOnlyJob, gateKey, hasOtherJobs, singleJobKey } from '../results/jobs.ts';
import type { Redacted, RunResults } from '../results/run-results.ts';
import type { SavedComment } from '../runtime/saved-state.ts';
import {
  type CommentFrame,
  type CommentJobs,
  CommentTarget,
  type CommentWriter,
  logOutcome,
} from './comment-target.ts';
import { jobComment } from './job-comment.ts';
import { noGitHub, type PublishContext } from './publish-context.ts';
import { sharedComment } from './shared-comment.ts';

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
  const open = (frame: Pick<CommentFrame, 'key' | 'facts' | 'note'>, store?: ResultsStore) => {
    const target = new CommentTarget(github.comments, pullRequest, { footer, ...frame });
    const jobs = store === undefined ? jobComment(context, target) : sharedComment(context, target, store);
    return new RunComment(context, target, jobs);
  };
  const ownFacts = asOnlyJob(facts);
  if (!hasOtherJobs(facts.job)) return open({ key: gateKey(facts.job), facts: ownFacts });
  if (!('missing' in resultsStore)) return open({ key: gateKey(facts.job), facts }, resultsStore);
  const note = `Each job posts its own comment, because this machine has no artifact service to share results: ${resultsStore.missing}.`;
  host.info(note);
  return open({ key: singleJobKey(facts.job), note, facts: ownFacts });
}

/**
 * The comment of a run. What GitHub refuses is a warning, except in the post step. While the tests run, a notice says so: it
 * does not delay them, and what goes wrong with it does not matter, since the results are written anyway.
 */
export class RunComment {
  readonly #context: PublishContext;
  readonly #target: CommentTarget;
  readonly #jobs: CommentJobs;
  readonly #schedule = new ProgressSchedule();
  #noticeUnderWay: Promise<void> | undefined;
  #showsNotice = false;
  #isConcluded = false;

  constructor(context: PublishContext, target: CommentTarget, jobs: CommentJobs) {
    this.#context = context;
    this.#target = target;
    this.#jobs = jobs;
  }

  /** Says that the tests are running. */
  announce(): void {
    this.#save({ isDone: false, rendered: [] });
    this.#startNotice(async () => {
      this.#showsNotice = await this.#writeNotice(true, this.#jobs.replacedByNotice);
    });
  }

  /** Says how far the tests are, as often as GitHub's limits allow. */
  progress(progress: RunProgress): void {
    if (!this.#showsNotice || this.#isConcluded || this.#noticeUnderWay !== undefined) return;
    if (!this.#jobs.showsProgress || !this.#schedule.isDue(progress)) return;
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
    const signal = this.#context.deadline();
    const jobs = await this.#jobs.earlierResults();
    const writer = await this.#target.read(signal);
    if (this.#isConcluded || !over.includes(writer)) return false;
    const mayCreate = over.includes('missing');
    return 'url' in (await this.#target.write({ jobs, running }, { mayCreate, signal }));
  }

  /** Since when cases fail, as Markdown, as far as the comment has been read. */
  notesOn(results: Redacted<RunResults>): NoteOf {
    return notesOnRun(results, this.#target.history);
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
    return logOutcome(this.#context.host, async () => {
      const { comment, ...shown } = await this.#jobs.write(results, shared);
      this.#save({ isDone: true, ...shown });
      return comment;
    });
  }

  /** Completes the comment in the post step. @throws what GitHub answers. */
  async complete(results: Redacted<RunResults>, saved: SavedComment): Promise<void> {
    await this.#jobs.complete(results, saved);
  }

  /** Saves what the post step needs to complete the comment. */
  #save(comment: Omit<SavedComment, 'issueNumber'>): void {
    const { pullRequest, saveState } = this.#context;
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
