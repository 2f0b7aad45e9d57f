import { asOnlyJob, gateKey, hasOtherJobs, singleJobKey } from '../results/jobs.ts';
import { CommentTarget } from './comment-target.ts';
import { JobComment } from './job-comment.ts';
import { noGitHub, type PublishContext } from './publish-context.ts';
import { SharedComment } from './shared-comment.ts';

/** The comment of a run. What GitHub refuses is a warning, except in the post step. */
export type RunComment = JobComment | SharedComment;

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
