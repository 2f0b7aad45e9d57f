import { joinFilled } from '../../common/text.ts';
import { describeRefusal } from '../../github/refusal.ts';
import type { GateResults } from '../../github/results-store.ts';
import { isNewerRun, readCommentMarker } from '../../report/comment/hidden-lines.ts';
import { formatHeadline } from '../../report/headline.ts';
import { Budget } from '../../report/markdown/fitting.ts';
import { plainLine } from '../../report/markdown/markdown.ts';
import { listTitles } from '../../report/markdown/shown-once.ts';
import { overviewOf, type RunEnd, statusWithoutResults } from '../../report/overview.ts';
import { composeSummary } from '../../report/summary.ts';
import { notGreen, resultsOf } from '../../results/cases.ts';
import { workflowKey } from '../../results/jobs.ts';
import { type RunFacts, type RunResults, redactDeep } from '../../results/run-results.ts';
import { oneLine } from '../../runtime/log-text.ts';
import { logOutcome, openCommentTarget } from '../comment-target.ts';
import { setVerdictOutputs } from '../outputs.ts';
import { attempt, type PublishContext } from '../publish-context.ts';
import { openRunCheck } from '../run-check.ts';
import { commitOf, withCommit } from './finished-run.ts';

export interface GatesOptions extends RunEnd {
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

/** A gate with the newest results of each of its jobs, and what they say together. */
type Gate = ReturnType<typeof gatesOf>[number];

function gatesOf(found: readonly GateResults[], ended: RunEnd) {
  return [...Map.groupBy(found, ({ gate }) => gate)].flatMap(([key, some]) => {
    const jobs = some.map(({ results }) => results);
    // Names the gate: results that cannot be read do not say which job they are of.
    const first = jobs.find(({ job }) => job.job !== '') ?? jobs[0];
    if (first === undefined) return [];
    // Green results may not be all that there should be.
    const hasGreenJobs = jobs.every(({ green }) => green);
    return [{ key, jobs, first, hasGreenJobs, ...overviewOf(jobs, first.job, ended) }];
  });
}

/** Anyone can upload results under any name, and GitHub limits how many comments a token creates. */
const maxGates = 20;
/** What the job summary says before the results of the jobs: both together are less than 1 MiB, in bytes. */
const maxUnprovenBytes = 100_000;

/**
 * Publishes the results of all gates of a workflow run: outputs, job summary, and for each gate comment and check run.
 * @returns what keeps the gates from being green besides the end of the run: each reason of jobs that are not green, with the
 *   jobs that have it, and a line for each gate with missing jobs.
 */
export async function publishGates(
  found: readonly GateResults[],
  context: PublishContext,
  given: GatesOptions,
): Promise<string[]> {
  const { host } = context;
  const results = found.map((each) => each.results);
  for (const each of results) host.info(`${oneLine(each.title)}: ${formatHeadline(each)}`);
  const unsuccessfulJobs = await listUnsuccessfulJobs(gatesOf(found, given), context);
  const options = { ...given, unsuccessfulJobs };
  const gates = gatesOf(found, options);
  // Green results do not say that others are missing, or that their run has failed.
  const unproven = gates.filter(({ isGreen, hasGreenJobs }) => !isGreen && hasGreenJobs).map(describeGate);
  for (const line of unproven) host.info(line);
  const errors = unproven.map((reason) => resultsOf(context.facts, notGreen('error', reason), 0));
  setVerdictOutputs(host, [...results, ...errors]);
  const lines = new Budget(maxUnprovenBytes).pick(...unproven.map(plainLine));
  const summary = joinFilled([...lines, composeSummary(results)], '\n\n');
  await attempt(host, 'the job summary', () => host.writeSummary(summary));
  if (gates.length > maxGates) {
    host.warning(
      `The workflow run has results of ${gates.length} jobs. Only ${maxGates} of them get a comment and a check run, starting with those that are not green.`,
    );
  }
  const rank = ({ hasGreenJobs, isGreen }: Gate) => Number(hasGreenJobs) + Number(isGreen);
  const worstFirst = gates.toSorted((a, b) => rank(a) - rank(b));
  for (const gate of worstFirst.slice(0, maxGates)) {
    await publishGate(gate, context, options);
  }
  return gates.flatMap(problemsOf);
}

/** Asked for only where a job is missing; the comment does without them if GitHub refuses. */
async function listUnsuccessfulJobs(
  gates: readonly Gate[],
  { github, facts, redact, deadline }: PublishContext,
): Promise<string[]> {
  if (github === undefined || gates.every(({ missing }) => missing === '')) return [];
  const names = await github.unsuccessfulJobs(facts.job, deadline()).catch(() => []);
  return names.map(redact);
}

/** The headline of a gate whose run has ended, and which jobs are missing, in one line for the log. */
function describeGate({ first, headline, missing }: Gate): string {
  return oneLine(joinFilled([`${gateName(first)}: ${headline}.`, missing], ' '));
}

function problemsOf(gate: Gate): string[] {
  const bad = gate.jobs.filter(({ green }) => !green);
  const lines = [...Map.groupBy(bad, ({ reason }) => reason)].map(
    ([reason, some]) => `${listTitles(some.map(({ title }) => oneLine(title)))}: ${reason}`,
  );
  return gate.missing === '' ? lines : [...lines, describeGate(gate)];
}

function gateName({ job: { workflow, job } }: RunResults): string {
  return joinFilled([workflow, job], ' / ') || 'Browser tests';
}

async function publishGate(gate: Gate, given: PublishContext, options: GatesOptions): Promise<void> {
  const { check, repositoryUrl, runConclusion, unsuccessfulJobs, when } = options;
  const { jobs, first, key, isGreen } = gate;
  const { runId, attempt: number } = given.facts.job;
  const tested = commitOf(jobs);
  const ofJob = { ...given.facts, job: { ...first.job, runId, attempt: number } };
  const facts = redactDeep(withCommit(ofJob, tested, repositoryUrl), given.redact);
  const context = { ...given, facts };
  if (check !== undefined) {
    const { sha = tested } = options;
    const name = check.name ?? gateName(first);
    await openRunCheck(context, { name, sha, runConclusion, unsuccessfulJobs })?.conclude(jobs);
  }
  if (when === 'never') return;
  for (const issueNumber of options.pullRequests) {
    const mayCreate = when === 'always' || !isGreen;
    await writeComment({ key, jobs, mayCreate }, issueNumber, context, options);
  }
}

async function writeComment(
  { key, jobs, mayCreate }: Pick<Gate, 'key' | 'jobs'> & { readonly mayCreate: boolean },
  issueNumber: number,
  { github, facts, host, isFork, deadline, commentFooter: footer }: PublishContext,
  { runConclusion, unsuccessfulJobs }: RunEnd,
): Promise<void> {
  if (github === undefined) return;
  const frame = { key, facts, runConclusion, unsuccessfulJobs, footer };
  const target = openCommentTarget(github.comments, issueNumber, frame);
  const url = await logOutcome({ host, isFork }, async () => {
    const signal = deadline();
    await target.read(signal);
    return target.write({ jobs }, { mayCreate, signal });
  });
  if (url === undefined) return;
  host.setOutput('comment-url', url);
  host.info(`Comment: ${url}`);
}

/**
 * Replaces what earlier runs of the workflow have commented, perhaps that all is well: this run has no results. No comment
 * is created for that.
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
      for (const key of new Set(found.flatMap(({ body }) => readCommentMarker(body)?.key ?? []))) {
        await writeComment({ key, jobs, mayCreate: false }, issueNumber, context, options);
      }
    } catch (error) {
      host.warning(describeRefusal(error, 'comment'));
    }
  }
}

/** Whether a comment is of this workflow, and says nothing that the run itself has ended with. */
function isOutdated(body: string, run: RunFacts['job']): boolean {
  const marker = readCommentMarker(body);
  if (marker?.key.startsWith(workflowKey(run.workflow)) !== true) return false;
  return marker.running || isNewerRun(run, marker);
}
