import { type CommentApi, type CommentOutcome, putComment } from '../publish/comment/comment.ts';
import { commentKey, writeMarker } from '../publish/comment/comment-marker.ts';
import { composeRunning } from '../publish/comment/running.ts';
import { composeMarkdown, maxCommentCharacters } from '../publish/markdown/compose.ts';
import type { Redact } from '../publish/redact/redact.ts';
import type { PublishedRun } from '../publish/verdict.ts';
import { commentRefused } from './comment-refused.ts';
import type { RunContext } from './context.ts';
import type { Host } from './host.ts';
import type { Inputs } from './inputs/read-inputs.ts';
import { type RunFacts, runFacts } from './run-facts.ts';

/** The comment of this run: "running" at its start, the verdict at its end. */
export interface RunComment {
  /** Says that the tests are running. It does not keep them waiting, and what goes wrong is told at the end. */
  announce(): void;
  /**
   * Writes the verdict. Never rejects: what GitHub refuses is a warning.
   * @returns the comment's URL.
   */
  conclude(run: PublishedRun): Promise<string | undefined>;
}

/** GitHub, with a limit of time. */
interface RunCommentApi extends CommentApi {
  /** From now on, all requests together have so long, in ms. */
  allow(ms: number): void;
}

export interface RunCommentOptions {
  /** `update`: none is created, whatever comes. */
  readonly when: Inputs['comment'] | 'update';
  readonly context: RunContext;
  /** `undefined` where there is no token or no repository. */
  readonly github: RunCommentApi | undefined;
  /** How long GitHub may keep the job from now on, in ms. */
  readonly patienceMs: () => number;
  readonly host: Host;
  readonly redact: Redact;
  readonly settle: () => Promise<void>;
  /** Told before anything is written, and once more with the comment's id. */
  readonly onPlace?: ((place: CommentPlace) => void) | undefined;
  /** Told when the comment says what it shall say at the end. */
  readonly onConcluded?: () => void;
}

/** Where the comment of a run stands. */
export interface CommentPlace {
  readonly issueNumber: number;
  readonly key: string;
  readonly run: RunContext['run'];
  readonly known?: number | undefined;
}

/** Makes the comment of a run; nothing is written yet. */
export function openRunComment(options: RunCommentOptions): RunComment {
  const { when, context, github, host } = options;
  const { pullRequest, eventName } = context;
  if (when === 'never') return noComment(host, undefined);
  if (pullRequest === undefined) {
    return noComment(host, `the event${eventName === '' ? '' : ` ${eventName}`} has no pull request.`);
  }
  if (github === undefined) {
    return noComment(host, '`github-token` is empty, or GITHUB_REPOSITORY is not set.');
  }
  const key = commentKey(context.workflow, `${context.job} ${context.part}`.trim());
  return commentAt({ issueNumber: pullRequest, key, run: context.run }, github, options);
}

function commentAt(place: CommentPlace, github: RunCommentApi, options: RunCommentOptions): RunComment {
  const { when, context, host, redact, settle, patienceMs, onPlace, onConcluded } = options;
  let announced: Promise<CommentPlace> = Promise.resolve(place);

  async function writeRunning(): Promise<CommentPlace> {
    onPlace?.(place);
    const outcome = await putComment(github, {
      ...place,
      write: redactedRunning,
      create: when === 'always',
      settle,
    });
    if (!('id' in outcome)) return place;
    const known = { ...place, known: outcome.id };
    onPlace?.(known);
    return known;
  }

  /** Redacted before it is composed, as the results are. */
  function redactedRunning(earlier: string | undefined): string {
    const facts = runFacts(context);
    return runningBody(place, { ...facts, title: redact(facts.title) }, earlier);
  }

  return {
    announce() {
      github.allow(patienceMs());
      announced = writeRunning().catch(() => place);
    },
    async conclude(published) {
      // Only from here on does the job wait for GitHub.
      github.allow(patienceMs());
      const known = await announced;
      const write = () => verdictBody(known, published);
      const create = when === 'always' || (when !== 'update' && !published.verdict.green);
      try {
        const outcome = await putComment(github, { ...known, write, create, settle });
        host.info(commentLine(outcome));
        onConcluded?.();
        return 'url' in outcome ? outcome.url : undefined;
      } catch (error) {
        host.warning(commentRefused(error));
        return undefined;
      }
    },
  };
}

/**
 * Writes a comment that still says that this very run is running; any other is left alone.
 * @throws what GitHub answers.
 */
export async function endRunning(
  github: CommentApi,
  place: CommentPlace,
  published: PublishedRun,
): Promise<CommentOutcome> {
  const write = () => verdictBody(place, published);
  return putComment(github, { ...place, write, create: false, onlyRunning: true, settle: async () => {} });
}

function runningBody({ key, run }: CommentPlace, facts: RunFacts, earlier: string | undefined): string {
  return `${writeMarker(key, run, true)}\n${composeRunning(facts, earlier)}`;
}

function verdictBody({ key, run }: CommentPlace, published: PublishedRun): string {
  return `${writeMarker(key, run)}\n${composeMarkdown(published, maxCommentCharacters)}`;
}

/** A comment without a place: why, in a line of the log. */
function noComment(host: Host, reason: string | undefined): RunComment {
  return {
    announce() {},
    async conclude() {
      if (reason !== undefined) host.info(`No comment: ${reason}`);
      return undefined;
    },
  };
}

function commentLine(outcome: CommentOutcome): string {
  switch (outcome.kind) {
    case 'created':
      return `Comment: ${outcome.url}`;
    case 'updated':
      return `Comment updated: ${outcome.url}`;
    case 'not-needed':
      return 'No comment: nothing failed, and none is there to be updated.';
    case 'newer-there':
      return 'No comment: a later run has written it already.';
  }
}
