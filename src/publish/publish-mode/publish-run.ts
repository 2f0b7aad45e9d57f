import { messageOf, UserError } from '../../common/errors.ts';
import { describeRefusal } from '../../github/refusal.ts';
import { redactDeep } from '../../results/run-results.ts';
import { oneLine } from '../../runtime/log-text.ts';
import type { PublishContext } from '../publish-context.ts';
import { downloadResults } from './download-results.ts';
import {
  type FinishedRun,
  factsOfRun,
  problemsOfCommit,
  pullRequestsOfRun,
  readFinishedRun,
} from './finished-run.ts';
import { type JobConclusions, needsMissing, problemsOfNeeds } from './needed-jobs.ts';
import { type GatesOptions, publishGates, replaceOutdatedComments } from './publish-gates.ts';

export interface PublishRunOptions extends Pick<GatesOptions, 'when' | 'check' | 'sha' | 'repositoryUrl'> {
  readonly event: unknown;
  /** `owner/name` of this repository. */
  readonly repository: string;
  /** The jobs that this job waits for, as the workflow passes them. */
  readonly needs: JobConclusions | undefined;
}

/**
 * `mode: publish`. On `workflow_run`, publishes the results of the run that is over: its own workflow may write nothing if
 * the pull request comes from a fork. As a later job of the workflow that tests, publishes the results of its jobs, and is
 * green only if all of them are.
 * @returns whether the job is green; it is as a workflow of its own, whatever the results.
 * @throws UserError if results are missing or cannot be read.
 */
export async function publishRun(context: PublishContext, options: PublishRunOptions): Promise<boolean> {
  if (context.eventName !== 'workflow_run') return publishThisRun(context, options);
  await publishFinishedRun(context, options);
  return true;
}

const noResults =
  'No job of this workflow run has uploaded results. `mode: publish` needs the jobs of a matrix, or jobs with `shard`, before it: list them in `needs`, and run this job with `if: always()`. A job with neither uploads its results only if it is not green: require that job itself. For pull requests from forks, run `mode: publish` on `workflow_run` instead.';

async function publishThisRun(context: PublishContext, options: PublishRunOptions): Promise<boolean> {
  const { resultsStore, pullRequest, redact, host } = context;
  const { needs } = options;
  if ('missing' in resultsStore)
    throw new UserError(`Cannot read the results of this workflow run: ${resultsStore.missing}`);
  const shared = await resultsStore.list().catch((error: unknown) => {
    throw new UserError(describeRefusal(new Error(redact(messageOf(error))), 'artifact list'));
  });
  if (needs === undefined) host.warning(needsMissing);
  const ofNeeds = needs === undefined ? [] : problemsOfNeeds(needs);
  if (shared.length === 0) throw new UserError([...ofNeeds, noResults].join('\n'));
  const pullRequests = pullRequest === undefined ? [] : [pullRequest];
  const all = shared.map(({ results }) => results);
  const ofRun = [...ofNeeds, ...problemsOfCommit(all, options.sha)];
  // The job waits for all others: results that are missing now will never come.
  const runConclusion = ofRun.length === 0 ? 'success' : 'failure';
  const ofGates = await publishGates(shared, context, { ...options, pullRequests, runConclusion });
  const problems = [...ofRun, ...ofGates];
  if (problems.length === 0) return true;
  // Green results of which some are missing are an error, unlike failed tests.
  if (all.every(({ green }) => green)) throw new UserError(problems.join('\n'));
  host.fail(problems.join('\n'));
  return false;
}

async function publishFinishedRun(context: PublishContext, options: PublishRunOptions): Promise<void> {
  const { github, host, redact } = context;
  const run = readFinishedRun(options.event);
  if (github === undefined) {
    throw new UserError(
      '`mode: publish` reads artifacts from GitHub, but `github-token` is empty or GITHUB_API_URL is not set or not valid. Leave `github-token` at its default, and give the job `permissions: { actions: read, pull-requests: write }`.',
    );
  }
  host.info(
    `Run ${run.runId} of ${oneLine(run.workflow)} for ${oneLine(run.event)}, commit ${run.headSha.slice(0, 7)}: ${oneLine(run.conclusion)}`,
  );
  const facts = redactDeep(factsOfRun(run, context.facts, options.repositoryUrl), redact);
  const ofRun = { ...context, facts };
  const { found, problems } = await downloadResults(github, ofRun);
  const pullRequests =
    options.when === 'never'
      ? []
      : await pullRequestsOfRun(run, github.pullRequests, options.repository, context).catch(
          (error: unknown) => {
            host.warning(describeRefusal(error, 'comment'));
            return [];
          },
        );
  const gates = { ...options, sha: run.headSha, pullRequests, runConclusion: run.conclusion };
  await publishGates(found, ofRun, gates);
  if (found.length === 0) await reportNoResults(run, ofRun, gates);
  if (problems.length > 0) throw new UserError(problems.join('\n'));
}

async function reportNoResults(run: FinishedRun, context: PublishContext, options: GatesOptions) {
  const { host } = context;
  const line = `Run ${run.runId} has no results artifact. Jobs upload one for pull requests from forks, in a matrix, with shards, and if they are not green.`;
  if (run.conclusion === 'success') host.warning(line);
  else host.info(line);
  const reason = `No results for ${run.headSha.slice(0, 7)}: the workflow run ended as ${oneLine(run.conclusion)} and uploaded no results.`;
  await replaceOutdatedComments(reason, context, options);
}
