import { describeRefusal } from '../github/refusal.ts';
import { type CommentContent, renderComment } from '../report/comment/render-comment.ts';
import { gateKey, hasSiblings, keyOfJobAlone, withoutSiblings } from '../results/jobs.ts';
import { type Redacted, redactDeep } from '../results/redacted.ts';
import type { RunResults } from '../results/run-results.ts';
import { type CommentOutcome, CommentTarget } from './comment-target.ts';
import { JobComment } from './job-comment.ts';
import { MatrixComment } from './matrix-comment.ts';
import type { Publishing } from './publishing.ts';
import type { ResultsExchange, SharedResults } from './shared-comment.ts';

/** How far a run is. */
export type RunProgress = Exclude<CommentContent['running'], true | undefined>;

/** The comment of a run. No operation rejects: what GitHub refuses is a warning. */
export interface RunComment {
  /** Says that the tests are running. It does not delay them. */
  announce(): void;
  /** Says how far they are, as often as GitHub's limits allow. */
  progress(progress: RunProgress): void;
  /**
   * Writes the results.
   * @param shared the results as this job has uploaded them; undefined if it has not.
   * @returns the URL of the comment.
   */
  conclude(results: Redacted<RunResults>, shared: SharedResults | undefined): Promise<string | undefined>;
}

/** What the post step needs to complete a comment. */
export interface CommentState {
  readonly issueNumber: number;
  readonly key: string;
  /** True once it says what it has to say. */
  readonly isDone: boolean;
  /** Ids of the results that it shows, if several jobs share it. */
  readonly rendered: readonly number[];
  /** Id of this job's results, once they are uploaded. */
  readonly uploaded?: number;
}

export interface RunCommentOptions extends Publishing {
  /** When a comment is written. `update`: only if there is one already. */
  readonly when: 'always' | 'on-failure' | 'never' | 'update';
  /** How jobs of a matrix share their results; a reason if they cannot. */
  readonly exchange: ResultsExchange | { readonly missing: string };
  /** Called before and after each write. */
  readonly onState: (state: Omit<CommentState, 'issueNumber' | 'key'>) => void;
}

/** A comment with its place on the pull request. */
export interface CommentWriter {
  readonly options: RunCommentOptions;
  readonly target: CommentTarget;
  readonly render: (content: Pick<CommentContent, 'jobs' | 'running' | 'history'>) => string;
}

/** Opens the comment of a run; nothing is written yet. */
export function openRunComment(options: RunCommentOptions): RunComment {
  const { when, pullRequest, eventName, github, host, exchange } = options;
  if (when === 'never') return noComment(options, undefined);
  if (pullRequest === undefined) {
    return noComment(options, `the event${eventName === '' ? '' : ` ${eventName}`} has no pull request.`);
  }
  if (github === undefined) {
    return noComment(options, '`github-token` is empty, or GITHUB_REPOSITORY or GITHUB_API_URL is not set.');
  }
  const key = commentKey(options);
  const isShared = hasSiblings(options.facts.job) && !('missing' in exchange);
  const ofGate = redactDeep(options.facts, options.redact);
  const facts = isShared ? ofGate : withoutSiblings(ofGate);
  const note = isAlone(options) && 'missing' in exchange ? aloneNote(exchange.missing) : undefined;
  if (note !== undefined) host.info(note);
  const writer: CommentWriter = {
    options,
    target: new CommentTarget(github.comments, { issueNumber: pullRequest, key, run: facts.job }),
    render: (content) =>
      renderComment({
        key,
        facts,
        at: Math.floor(Date.now() / 1000),
        ...(note === undefined ? {} : { note }),
        ...content,
        jobs: isShared ? content.jobs : content.jobs.map(withoutSiblings),
      }),
  };
  return isShared ? new MatrixComment(writer, exchange) : new JobComment(writer);
}

/** The key of a run's comment: that of its gate, or of this job alone. */
export function commentKey(options: Pick<RunCommentOptions, 'facts' | 'exchange'>): string {
  const { job } = options.facts;
  return isAlone(options) ? keyOfJobAlone(job) : gateKey(job);
}

function isAlone({ facts, exchange }: Pick<RunCommentOptions, 'facts' | 'exchange'>): boolean {
  return hasSiblings(facts.job) && 'missing' in exchange;
}

function aloneNote(missing: string): string {
  return `Each job posts its own comment, because this machine has no artifact service to share results: ${missing}.`;
}

/** Runs a write, logs its outcome, and makes a warning of what GitHub refuses. @returns the URL of the comment. */
export async function concluding(
  { host }: Pick<RunCommentOptions, 'host'>,
  write: () => Promise<CommentOutcome>,
): Promise<string | undefined> {
  try {
    const outcome = await write();
    host.info(describeOutcome(outcome));
    return 'url' in outcome ? outcome.url : undefined;
  } catch (error) {
    host.warning(describeRefusal(error, 'comment'));
    return undefined;
  }
}

function noComment({ host }: RunCommentOptions, reason: string | undefined): RunComment {
  return {
    announce() {},
    progress() {},
    async conclude() {
      if (reason !== undefined) host.info(`No comment: ${reason}`);
      return undefined;
    },
  };
}

function describeOutcome(outcome: CommentOutcome): string {
  switch (outcome.kind) {
    case 'created':
      return `Comment: ${outcome.url}`;
    case 'updated':
      return `Comment updated: ${outcome.url}`;
    case 'not-needed':
      return 'No comment: none exists, and this job does not need one.';
    case 'newer-run':
      return 'No comment: a later run has written it already.';
  }
}
