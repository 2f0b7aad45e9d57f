import type { GitHub } from '../github/github.ts';
import type { CommentContent } from '../report/comment/render-comment.ts';
import { gateKey, hasSiblings, keyOfJobAlone, withoutSiblings } from '../results/jobs.ts';
import { type Redacted, redactDeep } from '../results/redacted.ts';
import type { RunFacts, RunResults } from '../results/run-results.ts';
import type { SavedState } from '../runtime/saved-state.ts';
import {
  type CommentFrame,
  type CommentOutcome,
  CommentTarget,
  type CommentUpdate,
  logOutcome,
} from './comment-target.ts';
import type { ResultsExchange, SharedResults } from './job-exchange.ts';
import type { Publishing } from './publishing.ts';
import { readEarlierSteps } from './result-files.ts';
import { needsComment, writeSharedComment } from './shared-comment.ts';

/** How far a run is. */
export type RunProgress = Exclude<CommentContent['running'], true | undefined>;

/** How jobs of a matrix share their results; a reason if they cannot. */
export type Exchange = ResultsExchange | { readonly missing: string };

export interface RunCommentOptions extends Publishing {
  /** Whether a comment is written at all. */
  readonly isWanted: boolean;
  readonly exchange: Exchange;
  /** Called before and after each write, with what the post step needs to complete the comment. */
  readonly onState: (state: NonNullable<SavedState['comment']>) => void;
}

/** Opens the comment of a run; nothing is written yet. @returns undefined if there is none, which the log explains. */
export function openRunComment(options: RunCommentOptions): RunComment | undefined {
  const { isWanted, pullRequest, eventName, github, host } = options;
  if (!isWanted) return undefined;
  if (pullRequest === undefined) {
    host.info(`No comment: the event${eventName === '' ? '' : ` ${eventName}`} has no pull request.`);
    return undefined;
  }
  if (github === undefined) {
    host.info('No comment: `github-token` is empty, or GITHUB_REPOSITORY or GITHUB_API_URL is not set.');
    return undefined;
  }
  return new RunComment(options, github, pullRequest);
}

/** GitHub allows 80 writes a minute for all jobs of a repository: progress is written twice a minute at most. In ms. */
const firstProgressMs = 15_000;
const minProgressMs = 30_000;
/** In a long run, progress is written less often: each tenth of its age. */
const shareOfAge = 0.1;

/**
 * The comment of a run: that of a job alone, rendered from memory and from what earlier steps of the job have left, or that
 * of a matrix and its shards, whose jobs write it together. No operation rejects: what GitHub refuses is a warning.
 */
export class RunComment {
  readonly #options: RunCommentOptions;
  readonly #exchange: ResultsExchange | undefined;
  readonly #target: CommentTarget;
  readonly #issueNumber: number;
  readonly #frame: CommentFrame;
  readonly #openedAt = Date.now();
  #nextProgressAt = this.#openedAt + firstProgressMs;
  #lastProgress = '';
  #underWay: Promise<void> | undefined;
  #isAnnounced = false;
  #isConcluding = false;

  constructor(options: RunCommentOptions, github: GitHub, issueNumber: number) {
    const { facts, redact, host, exchange } = options;
    const hasOthers = hasSiblings(facts.job);
    const note = hasOthers && 'missing' in exchange ? aloneNote(exchange.missing) : undefined;
    if (note !== undefined) host.info(note);
    this.#options = options;
    this.#exchange = hasOthers && !('missing' in exchange) ? exchange : undefined;
    const ofGate = redactDeep(facts, redact);
    this.#frame = {
      key: commentKey(options),
      note,
      facts: this.#exchange === undefined ? withoutSiblings(ofGate) : ofGate,
    };
    this.#issueNumber = issueNumber;
    this.#target = new CommentTarget(github.comments, issueNumber, this.#frame);
  }

  /**
   * Says that the tests are running, without delaying them. Jobs of a matrix do so only over the comment of an earlier run:
   * without one, the first job that reports creates it.
   */
  announce(): void {
    const { facts, deadline } = this.#options;
    this.#saveState({ isDone: false, rendered: [] });
    this.#start(async () => {
      const signal = deadline();
      const isAlone = this.#exchange === undefined;
      const outcome = await this.#target.write(await this.#running(true), {
        mayCreate: isAlone && facts.job.comment === 'always',
        isWanted: (writer) => !this.#isConcluding && (isAlone || writer === 'earlier-run'),
        signal,
      });
      this.#isAnnounced = 'url' in outcome;
    });
  }

  /**
   * Says how far the tests are, as often as GitHub's limits allow. The comment of several jobs says how many of them have
   * reported instead.
   */
  progress(progress: RunProgress): void {
    if (this.#exchange !== undefined || !this.#isAnnounced) return;
    if (this.#underWay !== undefined || this.#isConcluding || !this.#isProgressDue(progress)) return;
    this.#start(async () => {
      const signal = this.#options.deadline();
      // A later run may have taken the comment over.
      const isWanted = (writer: string) => writer === 'this-run' && !this.#isConcluding;
      await this.#target.write(await this.#running(progress), { mayCreate: false, isWanted, signal });
    });
  }

  /** @returns true if it is time for news; the next interval begins then. */
  #isProgressDue(progress: RunProgress): boolean {
    const text = JSON.stringify(progress);
    const now = Date.now();
    if (text === this.#lastProgress || now < this.#nextProgressAt) return false;
    this.#lastProgress = text;
    this.#nextProgressAt = now + Math.max(minProgressMs, (now - this.#openedAt) * shareOfAge);
    return true;
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
    const { host, deadline } = this.#options;
    this.#isConcluding = true;
    // What is under way must not arrive after the results.
    await this.#underWay;
    const exchange = this.#exchange;
    const signal = deadline();
    if (exchange === undefined) return logOutcome(host, () => this.#writeResults(results, signal));
    if (shared === undefined) return undefined;
    return logOutcome(host, () => this.#writeShared(exchange, shared, signal));
  }

  async #writeResults(results: Redacted<RunResults>, signal: AbortSignal): Promise<CommentOutcome> {
    const jobs = [...(await this.#earlierSteps()), results].map(withoutSiblings);
    const outcome = await this.#target.write({ jobs }, { mayCreate: jobs.some(needsComment), signal });
    this.#saveState({ isDone: true, rendered: [] });
    return outcome;
  }

  async #writeShared(exchange: ResultsExchange, own: SharedResults, signal: AbortSignal) {
    const target = this.#target;
    // An artifact that is to be linked needs another write.
    const more = own.results.artifact === null ? {} : { maxRequests: Math.max(4, target.requests + 2) };
    const { comment, rendered } = await writeSharedComment({ target, exchange, own, signal, ...more });
    this.#saveState({ isDone: true, rendered, uploaded: own.id });
    return comment;
  }

  #saveState(state: Omit<NonNullable<SavedState['comment']>, 'issueNumber' | 'key'>): void {
    this.#options.onState({ issueNumber: this.#issueNumber, key: this.#frame.key, ...state });
  }

  /** What goes wrong before the end does not matter: the results are written anyway. */
  #start(work: () => Promise<void>): void {
    this.#underWay = work()
      .catch(() => {})
      .finally(() => {
        this.#underWay = undefined;
      });
  }

  async #running(running: true | RunProgress): Promise<CommentUpdate> {
    const jobs = this.#exchange === undefined ? await this.#earlierSteps() : [];
    return { jobs: jobs.map(withoutSiblings), running };
  }

  #earlierSteps(): Promise<Redacted<RunResults>[]> {
    const { evidenceRoot, facts, redact } = this.#options;
    return readEarlierSteps(evidenceRoot, redactDeep(facts.job, redact), redact);
  }
}

/** The key of a run's comment: that of its gate, or of this job alone. */
export function commentKey({ facts: { job }, exchange }: { facts: RunFacts; exchange: Exchange }): string {
  return hasSiblings(job) && 'missing' in exchange ? keyOfJobAlone(job) : gateKey(job);
}

function aloneNote(missing: string): string {
  return `Each job posts its own comment, because this machine has no artifact service to share results: ${missing}.`;
}
