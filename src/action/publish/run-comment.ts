import { type CommentApi, type CommentOutcome, putComment } from '../../publish/comment/comment.ts';
import { failingBefore, holdsSection, mergeSection } from '../../publish/comment/merge-section.ts';
import { endedSection, runningSection } from '../../publish/comment/own-section.ts';
import type { FailingSince, RunProgress, Section } from '../../publish/comment/section.ts';
import type { PublishedRun } from '../../publish/verdict.ts';
import type { Host } from '../host.ts';
import { CommentPace } from './comment-pace.ts';
import { type CommentPlace, type PlaceOptions, placeOf } from './comment-place.ts';
import { commentRefused } from './comment-refused.ts';

/** The comment of this run: "running" at its start and on its way, the verdict at its end. */
export interface RunComment {
  /** Says that the tests are running. It does not keep them waiting, and what goes wrong is told at the end. */
  announce(): void;
  /** Says how far they are, where it was said that they are running, and as often as GitHub's limits allow. */
  progress(progress: RunProgress): void;
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

export interface RunCommentOptions extends PlaceOptions {
  /** `update`: what is there is written over; no comment is created, and no section added to one. */
  readonly when: 'always' | 'on-failure' | 'never' | 'update';
  /** `undefined` where there is no token or no repository. */
  readonly github: RunCommentApi | undefined;
  /** How long GitHub may keep the job from now on, in ms. */
  readonly patienceMs: () => number;
  readonly host: Host;
  /** The time, in ms since 1970. */
  readonly now: () => number;
  /** Resolves when what another run was just writing must have arrived. */
  readonly settle: (round: number) => Promise<void>;
  /** Told before anything is written, and once more with the comment's id. */
  readonly onPlace?: ((place: CommentPlace) => void) | undefined;
  /** Told when the comment says what it shall say at the end. */
  readonly onConcluded?: () => void;
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
    return noComment(host, '`github-token` is empty, or GITHUB_REPOSITORY or GITHUB_API_URL is not set.');
  }
  return new PlacedComment(placeOf(pullRequest, options), github, options);
}

/** What a state of the run that is not its end may keep GitHub busy for, in ms. */
const progressPatienceMs = 10_000;

class PlacedComment implements RunComment {
  #place: CommentPlace;
  readonly #github: RunCommentApi;
  readonly #options: RunCommentOptions;
  #announced: Promise<void> | undefined;
  #progress: { readonly pace: CommentPace; underWay: Promise<void> | undefined; told: string } | undefined;
  readonly #concluding = Promise.withResolvers<void>();
  #isConcluding = false;
  /** What failed before this run: in its own section it is written over. */
  #before: readonly FailingSince[] | undefined;

  constructor(place: CommentPlace, github: RunCommentApi, options: RunCommentOptions) {
    this.#place = place;
    this.#github = github;
    this.#options = options;
  }

  announce(): void {
    const { patienceMs, when, onPlace, now } = this.#options;
    this.#github.allow(patienceMs());
    onPlace?.(this.#place);
    this.#announced = this.#writeRunning(undefined, when === 'always').then(
      (outcome) => {
        if (!('id' in outcome)) return;
        this.#place = { ...this.#place, known: outcome.id };
        onPlace?.(this.#place);
        this.#progress = { pace: new CommentPace(now()), underWay: undefined, told: '' };
      },
      () => {},
    );
  }

  progress(state: RunProgress): void {
    const progress = this.#progress;
    if (progress === undefined || progress.underWay !== undefined || this.#isConcluding) return;
    const told = JSON.stringify(state);
    if (told === progress.told || !progress.pace.take(this.#options.now())) return;
    this.#github.allow(progressPatienceMs);
    progress.told = told;
    const over = () => {
      progress.underWay = undefined;
    };
    progress.underWay = this.#writeRunning(state, false).then(over, over);
  }

  async conclude(published: PublishedRun): Promise<string | undefined> {
    const { patienceMs, when, host, settle, onConcluded } = this.#options;
    this.#isConcluding = true;
    this.#concluding.resolve();
    // What is on its way must not arrive behind the verdict.
    await this.#progress?.underWay;
    // Only from here on does the job wait for GitHub.
    this.#github.allow(patienceMs());
    await this.#announced;
    const create = when === 'always' || (when !== 'update' && !published.verdict.green);
    try {
      const outcome = await putComment(this.#github, {
        ...this.#place,
        merge: (earlier) => this.#merge(earlier, (former) => this.#ended(published, former)),
        holds: (body) => holdsSection(body, this.#place.key, this.#place.writer, true),
        create,
        settle,
      });
      host.info(commentLine(outcome));
      onConcluded?.();
      return 'url' in outcome ? outcome.url : undefined;
    } catch (error) {
      host.warning(commentRefused(error));
      return undefined;
    }
  }

  #writeRunning(state: RunProgress | undefined, create: boolean): Promise<CommentOutcome> {
    const { key, writer } = this.#place;
    const { now, settle } = this.#options;
    const isOver = () => this.#isConcluding;
    const merge = (earlier: string | undefined) =>
      this.#merge(earlier, (former) => runningSection(writer, state, former, now()));
    return putComment(this.#github, {
      ...this.#place,
      // The verdict is about to be written.
      merge: (earlier) => (isOver() && earlier !== undefined ? { kind: 'not-needed' } : merge(earlier)),
      holds: (body) => holdsSection(body, key, writer, false),
      create,
      settle: (round) => Promise.race([settle(round), this.#concluding.promise]),
      // Where this state is written over, the next one is written anyway.
      isOver: () => isOver() || state !== undefined,
    });
  }

  #merge(earlier: string | undefined, make: (former: Section | undefined) => Section) {
    return mergeSection(earlier, {
      ...this.#place,
      onlyThere: this.#options.when === 'update',
      make: (former) => {
        this.#before = failingBefore(former, this.#place.writer) ?? this.#before;
        return make(former);
      },
    });
  }

  #ended(published: PublishedRun, former: Section | undefined): Section {
    const before = failingBefore(former, this.#place.writer) ?? this.#before;
    return endedSection(this.#place.writer, published, before, this.#options.now());
  }
}

/** A comment without a place: why, in a line of the log. */
function noComment(host: Host, reason: string | undefined): RunComment {
  return {
    announce() {},
    progress() {},
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
      return 'No comment: there is none to be updated, and none is needed.';
    case 'newer-there':
      return 'No comment: a later run has written it already.';
  }
}
