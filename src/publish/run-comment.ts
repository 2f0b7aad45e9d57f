import type { GitHub } from '../github/github.ts';
import type { ResultsStore, SharedResults } from '../github/results-store.ts';
import { compareWithHistory } from '../report/comment/history.ts';
import type { RunProgress } from '../report/headline.ts';
import type { NoteOf } from '../report/markdown/failure.ts';
import { asOnlyJob, gateKey, hasOtherJobs, singleJobKey } from '../results/jobs.ts';
import type { Redacted } from '../results/redacted.ts';
import { artifactsIn } from '../results/run-artifacts.ts';
import type { RunResults } from '../results/run-results.ts';
import type { SavedComment } from '../runtime/saved-state.ts';
import { type CommentOutcome, CommentTarget, type CommentWriter, logOutcome } from './comment-target.ts';
import { ProgressSchedule } from './progress-schedule.ts';
import { noGitHub, type PublishContext } from './publish-context.ts';
import { ownResults, readEarlierSteps } from './share-results.ts';
import { maxJobRequests, needsComment, writeSharedComment } from './shared-comment.ts';

/** Opens the comment of a run; nothing is written yet. @returns undefined if there is none, which the log explains. */
export function openRunComment(context: PublishContext): RunComment | undefined {
  const { pullRequest, eventName, github, host } = context;
  if (pullRequest === undefined) {
    host.info(`No comment: the event${eventName === '' ? '' : ` ${eventName}`} has no pull request.`);
    return undefined;
  }
  if (github === undefined) {
    host.info(`No comment: ${noGitHub}`);
    return undefined;
  }
  return new RunComment(context, github, pullRequest);
}

/** The post step writes as often as there are new results, within reason. */
const maxPostRequests = 20;

/**
 * The comment of a run: that of a job alone, rendered from memory and from what earlier steps of the job have left, or that
 * of a matrix and its shards, whose jobs write it together. What GitHub refuses is a warning, except in the post step.
 */
export class RunComment {
  readonly #context: PublishContext;
  /** Undefined for a job alone. */
  readonly #resultsStore: ResultsStore | undefined;
  readonly #target: CommentTarget;
  readonly #issueNumber: number;
  readonly #schedule = new ProgressSchedule();
  #underWay: Promise<void> | undefined;
  #isAnnounced = false;
  #isConcluding = false;

  constructor(context: PublishContext, github: GitHub, issueNumber: number) {
    const { facts, host, resultsStore, commentFooter } = context;
    const isShared = hasOtherJobs(facts.job);
    const note =
      isShared && 'missing' in resultsStore
        ? `Each job posts its own comment, because this machine has no artifact service to share results: ${resultsStore.missing}.`
        : undefined;
    if (note !== undefined) host.info(note);
    this.#context = context;
    this.#resultsStore = isShared && !('missing' in resultsStore) ? resultsStore : undefined;
    this.#issueNumber = issueNumber;
    this.#target = new CommentTarget(github.comments, issueNumber, {
      key: note === undefined ? gateKey(facts.job) : singleJobKey(facts.job),
      note,
      footer: commentFooter,
      facts: this.#resultsStore === undefined ? asOnlyJob(facts) : facts,
    });
  }

  /**
   * Says that the tests are running, without delaying them. Jobs of a matrix do so only over the comment of an earlier run:
   * without one, the first job that reports creates it.
   */
  announce(): void {
    this.#saveState({ isDone: false, rendered: [] });
    const isAlone = this.#resultsStore === undefined;
    const mayCreate = isAlone && this.#context.facts.job.comment === 'always';
    this.#start(async () => {
      this.#isAnnounced = await this.#writeRunning(true, [
        'earlier-run',
        ...(isAlone ? ['this-run' as const] : []),
        ...(mayCreate ? ['missing' as const] : []),
      ]);
    });
  }

  /**
   * Says how far the tests are, as often as GitHub's limits allow. The comment of several jobs says how many of them have
   * reported instead.
   */
  progress(progress: RunProgress): void {
    if (this.#resultsStore !== undefined || !this.#isAnnounced) return;
    if (this.#underWay !== undefined || this.#isConcluding || !this.#schedule.isDue(progress)) return;
    this.#start(async () => {
      // A later run may have taken the comment over.
      await this.#writeRunning(progress, ['this-run']);
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

  /** @param over the comment is replaced only if one of these wrote it. @returns whether the comment says it. */
  async #writeRunning(running: true | RunProgress, over: readonly CommentWriter[]): Promise<boolean> {
    const signal = this.#context.deadline();
    const jobs = this.#resultsStore === undefined ? await this.#earlierSteps() : [];
    const writer = await this.#target.read(signal);
    if (this.#isConcluding || !over.includes(writer)) return false;
    const mayCreate = over.includes('missing');
    return 'url' in (await this.#target.write({ jobs, running }, { mayCreate, signal }));
  }

  /** Since when cases fail, as Markdown, as far as the comment has been read. */
  notesOn(results: Redacted<RunResults>): NoteOf {
    const { job: run, context } = results;
    const current = { run, sha: context.sha ?? '', at: 0, jobs: [results], isComplete: false };
    return compareWithHistory(this.#target.history, current).noteOf;
  }

  /**
   * Writes the results. May be called once more, when an artifact is to be linked.
   * @param shared the results as this job has uploaded them; undefined if it has not.
   * @returns the URL of the comment.
   */
  async conclude(
    results: Redacted<RunResults>,
    shared: SharedResults | undefined,
  ): Promise<string | undefined> {
    const { host } = this.#context;
    this.#isConcluding = true;
    // What is under way must not arrive after the results.
    await this.#underWay;
    const resultsStore = this.#resultsStore;
    if (resultsStore === undefined) return logOutcome(host, () => this.#writeAlone(results));
    return shared && logOutcome(host, () => this.#writeShared(resultsStore, { ...shared, results }));
  }

  async #writeAlone(results: Redacted<RunResults>): Promise<CommentOutcome> {
    const signal = this.#context.deadline();
    const jobs = await this.#jobsWith(results);
    await this.#target.read(signal);
    const outcome = await this.#target.write({ jobs }, { mayCreate: jobs.some(needsComment), signal });
    this.#saveState({ isDone: true, rendered: [] });
    return outcome;
  }

  async #writeShared(resultsStore: ResultsStore, own: SharedResults): Promise<CommentOutcome> {
    const target = this.#target;
    const signal = this.#context.deadline();
    // An artifact that is to be linked needs another write.
    const isLinked = Object.keys(artifactsIn(own.results)).length > 0;
    const maxRequests = Math.max(maxJobRequests, isLinked ? target.requests + 2 : 0);
    const write = { target, resultsStore, own, maxRequests, signal };
    const { comment, rendered } = await writeSharedComment(write);
    this.#saveState({ isDone: true, rendered, uploaded: own.id });
    return comment;
  }

  /**
   * Completes the comment in the post step: that of a step that was killed says so, and that of several jobs shows results
   * that the list of artifacts did not have before.
   * @throws what GitHub answers.
   */
  async complete(results: Redacted<RunResults>, saved: SavedComment): Promise<void> {
    const resultsStore = this.#resultsStore;
    const target = this.#target;
    const signal = this.#context.deadline();
    if (resultsStore !== undefined) {
      const { rendered, uploaded } = saved;
      const own = await ownResults(resultsStore, results, uploaded);
      const write = { target, resultsStore, own, rendered, signal };
      await writeSharedComment({ ...write, maxRequests: maxPostRequests });
    } else if (!saved.isDone && (await target.read(signal)) === 'this-run') {
      await target.write({ jobs: await this.#jobsWith(results) }, { mayCreate: false, signal });
    }
  }

  async #jobsWith(results: Redacted<RunResults>): Promise<Redacted<RunResults>[]> {
    return [...(await this.#earlierSteps()), asOnlyJob(results)];
  }

  async #earlierSteps(): Promise<Redacted<RunResults>[]> {
    const { evidenceFolder, facts, redact } = this.#context;
    return (await readEarlierSteps(evidenceFolder, facts.job, redact)).map(asOnlyJob);
  }

  #saveState(comment: Omit<SavedComment, 'issueNumber'>): void {
    this.#context.saveState({ comment: { issueNumber: this.#issueNumber, ...comment } });
  }
}
