import { join } from 'node:path';
import type { Redact } from '../common/text.ts';
import { describeRefusal } from '../github/refusal.ts';
import { composeCheck } from '../report/check-output.ts';
import { composeSummary } from '../report/summary.ts';
import { notGreen, resultsOf } from '../results/cases.ts';
import { hasOtherJobs } from '../results/jobs.ts';
import { readResultsFile, resultsFileName } from '../results/results-file.ts';
import { type Redacted, type RunResults, redactDeep } from '../results/run-results.ts';
import type { SavedState } from '../runtime/saved-state.ts';
import { logFailures } from './log-failures.ts';
import { attempt, type PublishContext } from './publish-context.ts';
import { openRunComment } from './run-comment.ts';
import { shareResults } from './share-results.ts';

/** True if the step has published everything, and no other job shares its comment: GitHub need not be loaded then. */
export function isComplete({ isPublished, comment, check, facts }: SavedState): boolean {
  const needsComment = comment !== undefined && (!comment.isDone || hasOtherJobs(facts.job));
  return isPublished === true && check === undefined && !needsComment;
}

/**
 * Completes in the post step what the step has begun and not published.
 * @param warn gets why GitHub refuses a part, and what to do about it; the others are completed.
 */
export async function completeRun(
  state: SavedState,
  context: PublishContext,
  warn: (error: unknown) => void,
): Promise<void> {
  const { comment, check, isPublished, facts } = state;
  const results = await leftResults(state, context.redact);
  const refused = (what: 'comment' | 'check run') => (error: unknown) =>
    warn(new Error(describeRefusal(error, what)));
  // A last job with `mode: publish` must not miss them. Those of several jobs are uploaded with their comment.
  if (isPublished !== true && (comment === undefined || !hasOtherJobs(facts.job))) {
    // The step may have uploaded them already: the name is taken then.
    const silent = { ...context.host, info: () => {}, warning: () => {} };
    await shareResults(results, { ...context, host: silent });
  }
  if (state.hasSummary !== true) await writeToJob(results, context, check !== undefined);
  if (comment !== undefined) {
    const opened = openRunComment({ ...context, pullRequest: comment.issueNumber });
    await opened?.complete(results, comment).catch(refused('comment'));
  }
  if (check !== undefined) await completeCheck(check, results, context).catch(refused('check run'));
}

/** Writes the job summary and the annotations. */
async function writeToJob(results: Redacted<RunResults>, { host }: PublishContext, onCheck: boolean) {
  await attempt(host, 'the job summary', () => host.writeSummary(composeSummary([results])));
  await attempt(host, 'the failures', () => logFailures(results, onCheck, host));
}

async function completeCheck(
  identity: NonNullable<SavedState['check']>,
  results: Redacted<RunResults>,
  { github, deadline }: PublishContext,
): Promise<void> {
  if (github === undefined) return;
  const signal = deadline();
  const begun = await github.checks.find(identity, signal);
  if (begun === undefined || begun.completed) return;
  await github.checks.end(identity, begun, composeCheck([results]), signal);
}

/** The results of the step, if it has written them and they still hold; otherwise those so far, and what is known of its end. */
async function leftResults({ facts, verdict, evidenceFolder }: SavedState, redact: Redact) {
  const read = await readResultsFile(join(evidenceFolder, resultsFileName));
  // If it broke after that, its results are no longer its verdict.
  if (read !== undefined && read.status === verdict?.status) return redactDeep(read, redact);
  const reason =
    verdict === undefined
      ? 'The job ended before there was a verdict. If it was not cancelled, check whether the runner ran out of memory or time (`timeout-minutes`).'
      : 'The step ended before it had published its results. See its log.';
  // Results so far, as the step has kept them.
  if (read?.status === 'cancelled' && verdict === undefined) return redactDeep({ ...read, reason }, redact);
  const status = verdict?.status ?? 'cancelled';
  const now = Date.now();
  const durationMs = Math.max(0, now - (Date.parse(facts.startedAt ?? '') || now));
  const ended = notGreen(status === 'passed' ? 'error' : status, reason);
  return redactDeep(resultsOf(facts, ended, durationMs), redact);
}
