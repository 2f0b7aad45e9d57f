import type { ResultsStore, SharedResults } from '../github/results-store.ts';
import type { RunProgress } from '../report/headline.ts';
import { artifactsIn, type Redacted, type RunResults } from '../results/run-results.ts';
import type { CommentOutcome, CommentTarget, CommentWriter } from './comment-target.ts';
import { needsComment } from './publish-context.ts';

export interface NoticeOptions {
  readonly target: CommentTarget;
  /** The notice replaces the comment only if one of these wrote it. */
  readonly over: readonly CommentWriter[];
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

/** Requests that a job may make for its comment before its post step, which writes what is left. */
export const maxJobRequests = 4;
/** The post step writes as often as there are new results, within reason. */
export const maxPostRequests = 20;

/** A job that has not commented for so long after its upload never will, in ms. */
const electionMs = 60_000;

interface SharedWrite {
  readonly target: CommentTarget;
  readonly resultsStore: Pick<ResultsStore, 'list'>;
  /** The results of this job, as uploaded. */
  readonly own: SharedResults;
  /** Ids of results that the comment is known to show: without others, nothing is written. */
  readonly rendered?: readonly number[];
  /** Including those that the target has made already. */
  readonly maxRequests: number;
  readonly signal: AbortSignal;
}

/**
 * Writes the comment of all jobs until it shows everything that is listed. Nothing is merged and nothing waits: each job uploads
 * its results, lists the results of the run, renders all of them, writes, and lists again; if there are more, it renders and
 * writes again. Whoever writes last has seen everything, see docs/architecture.md.
 * @returns also the ids of the results that the comment shows.
 * @throws what GitHub answers.
 */
export async function writeSharedComment(
  write: SharedWrite,
): Promise<{ readonly comment: CommentOutcome; readonly rendered: readonly number[] }> {
  const { target, resultsStore, own, signal, maxRequests } = write;
  let { rendered = [] } = write;
  let comment: CommentOutcome = { kind: 'not-needed' };
  while (comment.kind !== 'newer-run') {
    const isRead = comment.kind === 'created';
    if (target.requests + (isRead ? 1 : 2) > maxRequests) break;
    const jobs = withOwn(await resultsStore.list(own.gate), own);
    if (jobs.every(({ id }) => rendered.includes(id))) break;
    if (!isRead) await target.read(signal);
    const update = { jobs: jobs.map(({ results }) => results) };
    comment = await target.write(update, { mayCreate: createsComment(jobs, own), signal });
    rendered = jobs.map(({ id }) => id);
  }
  return { comment, rendered };
}

/** The list may lag behind an upload, and does not know of an artifact that was uploaded later. */
function withOwn(listed: readonly SharedResults[], own: SharedResults): readonly SharedResults[] {
  if (!listed.some(({ id }) => id === own.id)) return [...listed, own];
  const links = artifactsIn(own.results);
  return listed.map((each) =>
    each.id === own.id ? { ...each, results: { ...each.results, ...links } } : each,
  );
}

/**
 * Whether this job creates the comment if there is none: of the jobs that need one, the first that uploaded its results.
 * The others leave it to that job, which lists after it has written, and so sees what they have uploaded. A job that
 * uploaded long before this one had the time to do it, and did not.
 */
function createsComment(jobs: readonly SharedResults[], own: SharedResults): boolean {
  const needing = jobs.filter(({ results }) => needsComment(results));
  const { createdAt: uploadedAt } = jobs.find(({ id }) => id === own.id) ?? own;
  const recent = needing.filter(({ createdAt }) => uploadedAt - createdAt < electionMs);
  return recent[0]?.id === own.id || (recent.length === 0 && needing.length > 0);
}
