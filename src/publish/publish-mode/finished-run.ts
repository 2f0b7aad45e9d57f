import { z } from 'zod';
import { UserError } from '../../common/errors.ts';
import { defined } from '../../common/object-fields.ts';
import { isSameName, queuedPullRequest } from '../../common/repository.ts';
import type { ListedPull, PullRequestStore } from '../../github/github.ts';
import type { RunFacts, RunResults } from '../../results/run-results.ts';
import type { Host } from '../../runtime/host.ts';
import type { PublishContext } from '../publish-context.ts';

const payload = z.object({
  action: z.string(),
  workflow_run: z.object({
    id: z.int().positive(),
    run_attempt: z.int().positive().default(1),
    name: z.string().nullish(),
    event: z.string(),
    conclusion: z.string().nullish(),
    head_sha: z.string().regex(/^[0-9a-f]{40,64}$/i),
    head_branch: z.string().nullish(),
    head_repository: z.object({ full_name: z.string().regex(/^[^/]+\/[^/]+$/) }).nullish(),
  }),
});

const howTo =
  'Write `on: { workflow_run: { workflows: [the name of the workflow with the tests], types: [completed] } }`; docs/forks.md has both workflow files.';

/** A workflow run that is over. All of it comes from GitHub; the names in it are chosen by people. */
export type FinishedRun = ReturnType<typeof readFinishedRun>;

/** Reads the workflow run of a `workflow_run` event. @throws UserError if the event has no run, or the run has not completed. */
export function readFinishedRun(event: unknown) {
  const parsed = payload.safeParse(event);
  if (!parsed.success) throw new UserError(`The event file has no readable workflow run. ${howTo}`);
  const { action, workflow_run: run } = parsed.data;
  if (action !== 'completed') {
    const state = `is not completed (${action}), so it has no results yet`;
    throw new UserError(`The workflow run ${run.id} ${state}. ${howTo}`);
  }
  return {
    runId: run.id,
    attempt: run.run_attempt,
    workflow: run.name ?? '',
    event: run.event,
    /** `success`, `failure`, `cancelled` and others. */
    conclusion: run.conclusion ?? 'unknown',
    headSha: run.head_sha.toLowerCase(),
    headBranch: run.head_branch ?? undefined,
    /** `owner/name`, a fork's for a pull request from it; undefined if that was deleted. */
    headRepository: run.head_repository?.full_name,
  };
}

/**
 * What GitHub says of a run, as the facts of its results.
 * @param publisher facts of the run that publishes: it belongs to the same repository.
 * @param repositoryUrl without a slash at the end.
 */
export function factsOfRun(
  { runId, attempt, workflow, headSha }: FinishedRun,
  publisher: RunFacts,
  repositoryUrl: string | undefined,
): RunFacts {
  const { ref: _, issueNumber: __, ...context } = publisher.context;
  const facts: RunFacts = {
    title: workflow,
    startedAt: null,
    workflowRunUrl: repositoryUrl === undefined ? null : `${repositoryUrl}/actions/runs/${runId}`,
    sourceUrl: null,
    url: null,
    context,
    job: {
      ...{ workflow, job: '', step: '', runId, attempt },
      ...{ matrix: [], shard: null, jobTotal: null, comment: 'always' },
    },
  };
  return withCommit(facts, headSha, repositoryUrl);
}

/** Pull requests with the same head differ in their base only; more than these get no comment. */
const maxPullRequests = 5;

/**
 * Finds the open pull requests whose head is that of the run: commit, branch and repository. The event does not name
 * them for forks, and what the run itself says proves nothing. Without any, the log says why.
 * @param repository `owner/name` of this repository.
 * @throws what GitHub answers.
 */
export async function pullRequestsOfRun(
  { event, headRepository, headBranch, headSha }: FinishedRun,
  store: Pick<PullRequestStore, 'openPulls'>,
  repository: string,
  { host, deadline }: Pick<PublishContext, 'deadline'> & { readonly host: Pick<Host, 'info'> },
): Promise<readonly number[]> {
  const none = (reason: string) => {
    host.info(`No comment: ${reason}`);
    return [];
  };
  if (headRepository === undefined || headBranch === undefined) {
    return none('the tested branch or its repository was deleted.');
  }
  if (event === 'merge_group' && isSameName(headRepository, repository)) {
    const number = queuedPullRequest(headBranch);
    if (number !== undefined) return [number];
  }
  const fromHere = ({ head }: ListedPull) =>
    head.ref === headBranch && isSameName(head.repo?.full_name, headRepository);
  const [owner = ''] = headRepository.split('/');
  const pages = await Array.fromAsync(store.openPulls(`${owner}:${headBranch}`, deadline()));
  const pulls = pages.flat().filter(fromHere);
  const numbers = pulls.filter(({ head }) => head.sha.toLowerCase() === headSha).map(({ number }) => number);
  if (numbers.length > 0) return numbers.slice(0, maxPullRequests);
  const commit = headSha.slice(0, 7);
  const [moved] = pulls;
  if (moved === undefined) {
    return none(`no open pull request has the commit ${commit} of ${headRepository} as its head.`);
  }
  const newCommit = moved.head.sha.slice(0, 7);
  return none(
    `pull request ${moved.number} has moved on from ${commit} to ${newCommit}, which has its own run.`,
  );
}

type WithCommit = Pick<RunResults, 'context'>;

/**
 * The commit that all of these results are for. Undefined if they are for several commits, or if a job does not know its
 * commit, for example because there is no `.git` folder.
 */
export function commitOf(results: readonly WithCommit[]): string | undefined {
  const sha = results[0]?.context.sha;
  return results.every(({ context }) => context.sha === sha) ? sha : undefined;
}

/** Why results are not those of the commit of the event, as a sentence; empty if none is for another one. */
export function problemsOfCommit(results: readonly WithCommit[], ofEvent: string | undefined): string[] {
  const other = results.find(({ context: { sha = ofEvent } }) => sha !== ofEvent)?.context.sha;
  if (ofEvent === undefined || other === undefined) return [];
  return [
    `A job has results for commit ${other.slice(0, 7)}, but this workflow run is for ${ofEvent.slice(0, 7)}. Check out the same commit in all jobs.`,
  ];
}

/** @param repositoryUrl without a slash at the end. @returns facts that name this commit, or none. */
export function withCommit(
  { context: { sha: _, ...context }, ...facts }: RunFacts,
  sha: string | undefined,
  repositoryUrl: string | undefined,
): RunFacts {
  const hasSource = repositoryUrl !== undefined && sha !== undefined;
  return {
    ...facts,
    sourceUrl: hasSource ? `${repositoryUrl}/blob/${sha}` : null,
    context: { ...context, ...defined({ sha }) },
  };
}
