import { joinFilled } from '../../common/text.ts';
import { describeRefusal } from '../../github/refusal.ts';
import type { GateResults } from '../../github/results-store.ts';
import { commentKeyIn, isNewerRun, readCommentMarker } from '../../report/comment/comment-marker.ts';
import { formatHeadline, statusWithoutResults } from '../../report/headline.ts';
import { composeSummary } from '../../report/summary.ts';
import { newestAttempts, reportedJobs, workflowKey } from '../../results/jobs.ts';
import { type Redacted, redactDeep } from '../../results/redacted.ts';
import { notGreen, resultsOf } from '../../results/results-of.ts';
import type { RunFacts, RunResults } from '../../results/run-results.ts';
import { oneLine } from '../../runtime/log-text.ts';
import { CommentTarget, logOutcome } from '../comment-target.ts';
import { setVerdictOutputs } from '../outputs.ts';
import { attempt, type PublishContext } from '../publish-context.ts';
import { openRunCheck } from '../run-check.ts';
import { commitOf, withCommit } from './claimed-commit.ts';

export interface GatesOptions {
  readonly when: 'always' | 'on-failure' | 'never';
  /** The check run; by default it is named after the gate. `undefined`: none is wanted. */
  readonly check: { readonly name?: string } | undefined;
  /** The commit of the run; undefined if only the results say it. */
  readonly sha: string | undefined;
  /** URL of this repository, without a slash at the end. */
  readonly repositoryUrl: string | undefined;
  readonly pullRequests: readonly number[];
  readonly runConclusion: string;
}

/** A gate with the newest results of each of its jobs. */
interface Gate {
  readonly key: string;
  readonly jobs: readonly Redacted<RunResults>[];
  /** One of the jobs, to name the gate: results that cannot be read do not say which job they are of. */
  readonly first: Redacted<RunResults>;
}

function gatesOf(found: readonly GateResults[]): Gate[] {
  return [...Map.groupBy(found, ({ gate }) => gate)].flatMap(([key, some]) => {
    const jobs = newestAttempts(some.map(({ results }) => results));
    const first = jobs.find(({ job }) => job.job !== '') ?? jobs[0];
    return first === undefined ? [] : [{ key, jobs, first }];
  });
}

/** Anyone can upload results under any name, and GitHub limits how many comments a token creates. */
const maxGates = 20;

/** Publishes the results of all gates of a workflow run: outputs, job summary, and for each gate comment and check run. */
export async function publishGates(
  found: readonly GateResults[],
  context: PublishContext,
  options: GatesOptions,
): Promise<void> {
  const { host } = context;
  const results = found.map((each) => each.results);
  for (const each of results) host.info(`${oneLine(each.title)}: ${formatHeadline(each)}`);
  setVerdictOutputs(host, results);
  await attempt(host, 'the job summary', () => host.writeSummary(composeSummary(results)));
  const isGreen = ({ jobs }: Gate) => jobs.every(({ green }) => green);
  const gates = gatesOf(found).sort((a, b) => Number(isGreen(a)) - Number(isGreen(b)));
  if (gates.length > maxGates) {
    host.warning(
      `The workflow run has results of ${gates.length} jobs. Only ${maxGates} of them get a comment and a check run, starting with those that are not green.`,
    );
  }
  for (const gate of gates.slice(0, maxGates)) {
    await publishGate(gate, context, options);
  }
}

async function publishGate(gate: Gate, given: PublishContext, options: GatesOptions): Promise<void> {
  const { check, repositoryUrl, runConclusion } = options;
  const tested = commitOf(gate.jobs);
  const ofGate = withCommit(withJob(given.facts, gate.first), tested, repositoryUrl);
  const context = { ...given, facts: redactDeep(ofGate, given.redact) };
  const { sha = tested } = options;
  if (check !== undefined) {
    const { workflow, job } = gate.first.job;
    const title = joinFilled([workflow, job], ' / ') || 'Browser tests';
    const name = check.name ?? title;
    await openRunCheck(context, { name, sha, runConclusion })?.conclude(gate.jobs);
  }
  for (const issueNumber of options.when === 'never' ? [] : options.pullRequests) {
    await writeComment(gate, issueNumber, context, options);
  }
}

function withJob(facts: RunFacts, { job }: RunResults): RunFacts {
  return { ...facts, job: { ...job, runId: facts.job.runId, attempt: facts.job.attempt } };
}

async function writeComment(
  { key, jobs }: Pick<Gate, 'key' | 'jobs'>,
  issueNumber: number,
  { github, facts, host, deadline, commentFooter: footer }: PublishContext,
  { when, runConclusion }: GatesOptions,
): Promise<void> {
  if (github === undefined) return;
  const target = new CommentTarget(github.comments, issueNumber, { key, facts, runConclusion, footer });
  const mayCreate = when === 'always' || jobs.some(({ green }) => !green);
  const url = await logOutcome(host, async () => {
    const signal = deadline();
    await target.read(signal);
    return target.write({ jobs }, { mayCreate, signal });
  });
  if (url === undefined) return;
  host.setOutput('comment-url', url);
  host.info(`Comment: ${url}`);
}

/** What keeps the gates from being green, one line for each; empty if all are. */
export function problemsOf(found: readonly GateResults[]): string[] {
  return gatesOf(found).flatMap(({ jobs, first }) => {
    const bad = jobs.filter(({ green }) => !green).map(({ title, reason }) => `${oneLine(title)}: ${reason}`);
    const { reported, total } = reportedJobs(
      jobs.map(({ job }) => job),
      first.job,
    );
    const missing = `${first.job.workflow} / ${first.job.job}: only ${reported} of ${total} jobs reported results.`;
    return reported < total ? [...bad, missing] : bad;
  });
}

/**
 * Replaces what earlier runs of the workflow have commented, perhaps that all is well: this run has no results. No comment
 * is created for that.
 * @param reason why there are none, as a sentence.
 */
export async function replaceOutdatedComments(
  reason: string,
  context: PublishContext,
  options: GatesOptions,
): Promise<void> {
  const { github, facts, redact, deadline, host } = context;
  if (github === undefined) return;
  const status = statusWithoutResults(options.runConclusion);
  const jobs = [redactDeep(resultsOf(facts, notGreen(status, reason), 0), redact)];
  const isOld = (body: string) => isOutdated(body, facts.job);
  for (const issueNumber of options.pullRequests) {
    try {
      const found = await github.comments.find(issueNumber, isOld, deadline(), Number.POSITIVE_INFINITY);
      for (const key of new Set(found.map(({ body }) => commentKeyIn(body) ?? ''))) {
        await writeComment({ key, jobs }, issueNumber, context, options);
      }
    } catch (error) {
      host.warning(describeRefusal(error, 'comment'));
    }
  }
}

/** Whether a comment is of this workflow, and says nothing that the run itself has ended with. */
function isOutdated(body: string, run: RunFacts['job']): boolean {
  const key = commentKeyIn(body);
  if (key?.startsWith(workflowKey(run.workflow)) !== true) return false;
  const marker = readCommentMarker(body, key);
  return marker !== undefined && (marker.running || isNewerRun(run, marker));
}
