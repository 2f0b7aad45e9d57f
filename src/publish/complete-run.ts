import { dirname, join } from 'node:path';
import type { GitHub } from '../github/github.ts';
import { annotationsOf } from '../report/annotations.ts';
import { composeCheck } from '../report/check-output.ts';
import { hasSiblings, partKey, withoutSiblings } from '../results/jobs.ts';
import { type Redacted, redactDeep } from '../results/redacted.ts';
import { resultsOf } from '../results/results-of.ts';
import type { RunResults } from '../results/run-results.ts';
import type { SavedState } from '../runtime/saved-state.ts';
import { CommentTarget } from './comment-target.ts';
import type { ResultsExchange, SharedResults } from './job-exchange.ts';
import type { Publishing } from './publishing.ts';
import { readEarlierSteps } from './result-files.ts';
import { readResultsFile } from './results-artifacts.ts';
import type { Exchange } from './run-comment.ts';
import { writeSharedComment } from './shared-comment.ts';

/** What the post step publishes with. */
export interface CompleteOptions extends Pick<Publishing, 'redact' | 'deadline'> {
  readonly github: GitHub;
  readonly exchange: Exchange;
  readonly state: SavedState;
}

/** True if the step has published everything, and no other job shares its comment: GitHub need not be loaded then. */
export function isComplete({ comment, check, facts }: SavedState): boolean {
  return check === undefined && (comment === undefined || (comment.isDone && !hasSiblings(facts.job)));
}

/** The post step writes as often as there are new results, within reason. */
const maxRequests = 20;

/**
 * Completes the comment in the post step: that of a step that was killed says so, and that of several jobs shows results
 * that the list of artifacts did not have before.
 * @throws what GitHub answers.
 */
export async function completeComment(options: CompleteOptions): Promise<void> {
  const { state, github, exchange, deadline, redact } = options;
  if (state.comment === undefined) return;
  const { issueNumber, key, isDone, rendered } = state.comment;
  const ofGate = redactDeep(state.facts, redact);
  const signal = deadline();
  if (hasSiblings(state.facts.job) && !('missing' in exchange)) {
    const target = new CommentTarget(github.comments, issueNumber, { key, facts: ofGate });
    const own = await sharedResults(exchange, options);
    await writeSharedComment({ target, exchange, own, rendered, signal, maxRequests });
    return;
  }
  if (isDone) return;
  const facts = withoutSiblings(ofGate);
  const target = new CommentTarget(github.comments, issueNumber, { key, facts });
  const earlier = await readEarlierSteps(dirname(state.evidenceFolder), facts.job, redact);
  const jobs = [...earlier, await leftResults(options)].map(withoutSiblings);
  const isWanted = (writer: string) => writer === 'this-run';
  await target.write({ jobs }, { mayCreate: false, isWanted, signal });
}

/** The results of this job as the others see them; they are uploaded if the step has not done it. */
async function sharedResults(exchange: ResultsExchange, options: CompleteOptions): Promise<SharedResults> {
  const { comment, facts } = options.state;
  const results = await leftResults(options);
  const id = comment?.uploaded ?? (await exchange.upload(results).catch(() => undefined));
  if (id !== undefined) return { id, gate: comment?.key ?? '', createdAt: Date.now(), results };
  // The name is taken: the step has uploaded them, and was killed before it could say so.
  const listed = (await exchange.list()).find(
    ({ results: { job } }) => partKey(job) === partKey(facts.job) && job.attempt === facts.job.attempt,
  );
  if (listed === undefined) throw new Error('Cannot share the results of this job with the other jobs');
  return listed;
}

/** Ends the check run of a step that was killed. @throws what GitHub answers. */
export async function completeCheck(options: CompleteOptions): Promise<void> {
  const { state, github, deadline } = options;
  const identity = state.check;
  if (identity === undefined) return;
  const signal = deadline();
  const begun = await github.checks.find(identity, signal);
  if (begun === undefined || begun.completed) return;
  const results = [await leftResults(options)];
  const { conclusion, ...output } = composeCheck(results);
  const end = { conclusion, output, annotations: annotationsOf(results) };
  await github.checks.end(identity, begun, end, signal);
}

/** The results of the step, if it has written them and they still hold; otherwise what is known of its end. */
async function leftResults({ state, redact }: CompleteOptions): Promise<Redacted<RunResults>> {
  const { facts, verdict, evidenceFolder } = state;
  const read = await readResultsFile(join(evidenceFolder, 'results.json'));
  // If it broke after that, its results are no longer its verdict.
  if (read.kind === 'results' && read.results.status === verdict?.status)
    return redactDeep(read.results, redact);
  const reason =
    verdict === undefined
      ? 'The job ended before there was a verdict.'
      : 'The step ended before it had published its results. See its log.';
  const status = verdict?.status ?? 'cancelled';
  const known = { status: status === 'passed' ? 'error' : status, green: false, reason } as const;
  const startedAt = Date.parse(facts.startedAt ?? '');
  const durationMs = Number.isNaN(startedAt) ? 0 : Math.max(0, Date.now() - startedAt);
  return redactDeep(resultsOf(facts, { ...known, proof: [], results: [] }, durationMs), redact);
}
