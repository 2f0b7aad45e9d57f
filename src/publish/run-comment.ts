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
  type CommentTarget,
  type CommentWriter,
  logOutcome,
  openCommentTarget,
} from './comment-target.ts';
import { needsComment, noGitHub, type PublishContext } from './publish-context.ts';
import { readEarlierSteps } from './share-results.ts';
import { sharedComment } from './shared-comment.ts';

/** The comment of a run that can be posted. */
export type RunComment = NonNullable<ReturnType<typeof openRunComment>>;

/**
 * Opens the comment of a run, without writing it. A job alone has its own comment; the jobs of a matrix and its shards share
 * one.
 * @returns undefined if no comment can be posted. The log says why.
 */
export function openRunComment(context: PublishContext) {
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
    const target = openCommentTarget(github.comments, pullRequest, { footer, ...frame });
    const jobs = store === undefined ? jobComment(context, target) : sharedComment(context, target, store);
    const save = (comment: Omit<SavedComment, 'issueNumber'>) =>
      context.saveState({ comment: { issueNumber: pullRequest, ...comment } });
    return runComment(context, target, jobs, save);
  };
  const ownFacts = asOnlyJob(facts);
  if (!hasOtherJobs(facts.job)) return open({ key: gateKey(facts.job), facts: ownFacts });
  if (!('missing' in resultsStore)) return open({ key: gateKey(facts.job), facts }, resultsStore);
  const note = `Each job posts its own comment, because this machine has no artifact service to share results: ${resultsStore.missing}.`;
  host.info(note);
  return open({ key: singleJobKey(facts.job), note, facts: ownFacts });
}

/** The comment of a job alone, rendered from memory and from what earlier steps of the job have left. */
function jobComment(context: PublishContext, target: CommentTarget): CommentJobs {
  const { facts, evidenceFolder, redact, deadline } = context;
  const earlierResults = async () =>
    (await readEarlierSteps(evidenceFolder, facts.job, redact)).map(asOnlyJob);
  const jobsWith = async (results: Redacted<RunResults>) => [...(await earlierResults()), asOnlyJob(results)];
  return {
    replacedByNotice:
      facts.job.comment === 'always' ? ['earlier-run', 'this-run', 'missing'] : ['earlier-run', 'this-run'],
    showsProgress: true,
    earlierResults,
    async write(results) {
      const signal = deadline();
      const jobs = await jobsWith(results);
      await target.read(signal);
      const comment = await target.write({ jobs }, { mayCreate: jobs.some(needsComment), signal });
      return { comment, rendered: [] };
    },
    /** A comment of a step that was killed says so. */
    async complete(results, { isDone }) {
      const signal = deadline();
      if (isDone || (await target.read(signal)) !== 'this-run') return;
      await target.write({ jobs: await jobsWith(results) }, { mayCreate: false, signal });
    },
  };
}

/**
 * The comment of a run. What GitHub refuses is a warning, except in the post step. While the tests run, a notice says so: it
 * does not delay them, and what goes wrong with it does not matter, since the results are written anyway.
 * @param save saves what the post step needs to complete the comment.
 */
function runComment(
  context: PublishContext,
  target: CommentTarget,
  jobs: CommentJobs,
  save: (comment: Omit<SavedComment, 'issueNumber'>) => void,
) {
  const isDue = progressSchedule();
  let noticeUnderWay: Promise<unknown> | undefined;
  let showsNotice = false;
  let isConcluded = false;

  /** @param over whose comment it replaces. @returns whether the comment shows the notice. */
  async function writeNotice(running: true | RunProgress, over: readonly CommentWriter[]): Promise<boolean> {
    const signal = context.deadline();
    const earlier = await jobs.earlierResults();
    const writer = await target.read(signal);
    if (isConcluded || !over.includes(writer)) return false;
    const update = { jobs: earlier, running };
    return 'url' in (await target.write(update, { mayCreate: over.includes('missing'), signal }));
  }

  function startNotice(running: true | RunProgress, over: readonly CommentWriter[]): void {
    noticeUnderWay = writeNotice(running, over)
      .then((isShown) => {
        showsNotice ||= isShown;
      })
      .catch(() => {})
      .finally(() => {
        noticeUnderWay = undefined;
      });
  }

  return {
    /** Says that the tests are running. */
    announce(): void {
      save({ isDone: false, rendered: [] });
      startNotice(true, jobs.replacedByNotice);
    },

    /** Says how far the tests are, as often as GitHub's limits allow. */
    progress(progress: RunProgress): void {
      if (!showsNotice || isConcluded || noticeUnderWay !== undefined) return;
      // A later run may have taken the comment over.
      if (jobs.showsProgress && isDue(progress)) startNotice(progress, ['this-run']);
    },

    /** Since when cases fail, as Markdown, as far as the comment has been read. */
    notesOn: (results: Redacted<RunResults>): NoteOf => notesOnRun(results, target.history()),

    /**
     * Writes the results. May be called once more, when an artifact is to be linked.
     * @param shared the results as this job has uploaded them; undefined if it has not, or could not.
     * @returns the URL of the comment.
     */
    async conclude(results: Redacted<RunResults>, shared: SharedResults | undefined) {
      isConcluded = true;
      // It must not arrive after the results.
      await noticeUnderWay;
      return logOutcome(context, async () => {
        const { comment, ...shown } = await jobs.write(results, shared);
        save({ isDone: true, ...shown });
        return comment;
      });
    },

    /** Completes the comment in the post step. @throws what GitHub answers. */
    complete: jobs.complete,
  };
}

/** GitHub allows 80 writes a minute for all jobs of a repository: progress is written twice a minute at most. In ms. */
const firstPauseMs = 15_000;
const minPauseMs = 30_000;
/** In a long run, progress is written less often: each tenth of its age. */
const shareOfAge = 0.1;

/** @returns whether the progress of a run that starts now is written: if it is time, and there is news. */
function progressSchedule(): (progress: RunProgress) => boolean {
  const startedAt = Date.now();
  let nextAt = startedAt + firstPauseMs;
  let last = '';
  return (progress) => {
    const text = JSON.stringify(progress);
    const now = Date.now();
    if (text === last || now < nextAt) return false;
    last = text;
    nextAt = now + Math.max(minPauseMs, (now - startedAt) * shareOfAge);
    return true;
  };
}
