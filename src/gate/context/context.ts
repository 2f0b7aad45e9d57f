import { z } from 'zod';
import { defined } from '../../common/defined.ts';
import type { ReportContext } from '../../contract/report-context.ts';
import { queuedPullRequest } from '../../github/merge-queue.ts';
import type { JobIdentity } from '../../results/run-results.ts';
import { UserError } from '../../runtime/user-error.ts';

/** Where and for what the action runs. */
export interface RunContext {
  /** The report context (section 2.8). */
  readonly report: ReportContext;
  readonly repository: { readonly owner: string; readonly repo: string } | undefined;
  /** The pull request that gets the comment. */
  readonly pullRequest: number | undefined;
  /** Title and description of the pull request: untrusted text. */
  readonly pullRequestTexts?: readonly string[];
  /** True if the payload has the number of the pull request but not its head. */
  readonly isHeadUnknown: boolean;
  /** Whether the event is about a certain commit. If not, the workflow's commit is that of its branch. */
  readonly isAboutCommit: boolean;
  /** The commit that GitHub names as the merge of the head with its base. It may be that of an earlier head. */
  readonly mergeSha: string | undefined;
  /** True if it is not known which commit is checked out. */
  readonly isCommitUnknown: boolean;
  readonly eventName: string;
  /** This job and step, as its results carry it. */
  readonly job: JobIdentity;
  /** True if the head of the pull request is in another repository: GitHub gives this job a read-only token. */
  readonly isFork: boolean;
  readonly workflowRunUrl: string | undefined;
  readonly repositoryUrl: string | undefined;
  /** Root of GitHub's API; undefined outside GitHub Actions. */
  readonly apiUrl: string | undefined;
  readonly workspace: string;
  readonly tempFolder: string;
}

type Env = Readonly<Record<string, string | undefined>>;

const head = z.object({
  sha: z.string(),
  ref: z.string(),
  repo: z.object({ full_name: z.string() }).nullish(),
});

/** A part of the payload; if it has an unexpected form, it counts as missing, without affecting other parts. */
const part = <T extends z.ZodType>(schema: T) => schema.optional().catch(undefined);
const number = z.int().positive();

/** The parts of an event's payload that are used. */
const payload = z.object({
  pull_request: part(z.object({ number, head, title: part(z.string()), body: part(z.string()) })),
  issue: part(z.object({ number, pull_request: z.looseObject({}).nullish() })),
  merge_group: part(z.object({ head_sha: z.string(), head_ref: z.string() })),
  deployment: part(z.object({ sha: z.string(), ref: z.string() })),
  workflow_run: part(
    z.object({
      head_sha: z.string(),
      head_branch: z.string().nullish(),
      head_repository: head.shape.repo,
      pull_requests: part(z.array(z.object({ number, head: z.object({ sha: z.string() }) }))),
    }),
  ),
});
type Payload = z.infer<typeof payload>;

/**
 * Builds the report context from the runner's variables and the event's payload. On pull requests it holds the head's
 * commit and ref, not those of the merge commit that the runner checks out.
 * @param event the parsed event file; `undefined` without one.
 * @param runsTests false if nothing of the head is tested: its code is not checked out.
 * @throws UserError for `pull_request_target` and `workflow_run` with a head that is not this repository's: its code must not run with this repository's rights.
 */
export function buildContext(given: Env, event: unknown, runsTests = true): RunContext {
  const env: Env = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== ''));
  const eventName = env.GITHUB_EVENT_NAME ?? '';
  const parsed = payload.safeParse(event ?? {});
  const data: Payload = parsed.success ? parsed.data : {};
  if (runsTests) refuseForeignHead(eventName, data, env);
  const repository = readRepository(env.GITHUB_REPOSITORY);
  const pullRequest = pullRequestOf(data);
  const commit = commitOf(data, env);
  return {
    report: {
      source: 'github',
      ...repository,
      ...defined({ ref: commit.ref, sha: commit.sha, issueNumber: pullRequest }),
    },
    repository,
    pullRequest,
    pullRequestTexts: [data.pull_request?.title, data.pull_request?.body].filter(
      (each) => each !== undefined,
    ),
    isHeadUnknown: pullRequest !== undefined && data.issue !== undefined && data.pull_request === undefined,
    isAboutCommit: namesCommit(eventName, data),
    mergeSha: /^refs\/pull\/\d+\/merge$/.test(env.GITHUB_REF ?? '') ? env.GITHUB_SHA : undefined,
    isCommitUnknown: false,
    eventName,
    job: {
      workflow: env.GITHUB_WORKFLOW ?? '',
      job: env.GITHUB_JOB ?? '',
      step: env.GITHUB_ACTION ?? '',
      runId: toNumber(env.GITHUB_RUN_ID),
      attempt: toNumber(env.GITHUB_RUN_ATTEMPT),
      matrix: [],
      shard: null,
      jobTotal: null,
      comment: 'never',
    },
    isFork: isFork(data, env),
    workflowRunUrl: workflowRunUrl(env),
    repositoryUrl: repositoryUrl(env),
    apiUrl: env.GITHUB_API_URL,
    workspace: env.GITHUB_WORKSPACE ?? process.cwd(),
    tempFolder: env.RUNNER_TEMP ?? env.TMPDIR ?? '/tmp',
  };
}

function pullRequestOf({ pull_request, issue, merge_group, workflow_run }: Payload): number | undefined {
  if (pull_request !== undefined) return pull_request.number;
  if (issue?.pull_request != null) return issue.number;
  if (workflow_run !== undefined) {
    // One that has moved on since has another head.
    const now =
      workflow_run.pull_requests?.filter(({ head: { sha } }) => sha === workflow_run.head_sha) ?? [];
    return now.length === 1 ? now[0]?.number : undefined;
  }
  return queuedPullRequest(merge_group?.head_ref ?? '');
}

function commitOf(data: Payload, env: Env): { sha?: string | undefined; ref?: string | undefined } {
  if (data.pull_request !== undefined) return data.pull_request.head;
  if (data.merge_group !== undefined) {
    return { sha: data.merge_group.head_sha, ref: data.merge_group.head_ref };
  }
  if (data.workflow_run !== undefined) {
    return { sha: data.workflow_run.head_sha, ref: data.workflow_run.head_branch ?? undefined };
  }
  return data.deployment ?? { sha: env.GITHUB_SHA, ref: env.GITHUB_REF };
}

function namesCommit(eventName: string, data: Payload): boolean {
  const { pull_request, merge_group, workflow_run, deployment } = data;
  return (
    eventName === 'push' ||
    [pull_request, merge_group, workflow_run, deployment].some((each) => each !== undefined)
  );
}

/** Events that run with this repository's rights for any head: where the payload names the head's repository, and what to use instead. */
const privilegedEvents = new Map([
  [
    'pull_request_target',
    {
      repositoryOf: ({ pull_request }: Payload) => pull_request?.head.repo,
      instead: 'Use the event pull_request instead.',
    },
  ],
  [
    'workflow_run',
    {
      repositoryOf: ({ workflow_run }: Payload) => workflow_run?.head_repository,
      instead: 'Test with the event pull_request, and publish the results here with `mode: publish`.',
    },
  ],
]);

function refuseForeignHead(eventName: string, data: Payload, env: Env): void {
  const event = privilegedEvents.get(eventName);
  if (event === undefined) return;
  // A head whose repository is not named counts as a fork's, as that of one that was deleted.
  const from = event.repositoryOf(data)?.full_name;
  // GitHub's names ignore case.
  if (from !== undefined && from.toLowerCase() === env.GITHUB_REPOSITORY?.toLowerCase()) return;
  throw foreignHead(eventName, from, event.instead);
}

/** The error for an event that would run a fork's code. @param instead what to do, as a sentence. */
export function foreignHead(eventName: string, repository: string | undefined, instead: string): UserError {
  const from = repository ?? 'an unknown repository';
  return new UserError(
    `The event ${eventName} is for a head in ${from}: code from a fork would run with this repository's token and secrets. ${instead}`,
  );
}

/** Dependabot's pull requests get a read-only token, too. */
function isFork({ pull_request }: Payload, env: Env): boolean {
  if (pull_request === undefined) return false;
  const repository = pull_request.head.repo?.full_name.toLowerCase();
  return env.GITHUB_ACTOR === 'dependabot[bot]' || repository !== env.GITHUB_REPOSITORY?.toLowerCase();
}

function readRepository(text: string | undefined): { owner: string; repo: string } | undefined {
  const [, owner, repo] = /^([^/]+)\/([^/]+)$/.exec(text ?? '') ?? [];
  return owner === undefined || repo === undefined ? undefined : { owner, repo };
}

function workflowRunUrl(env: Env): string | undefined {
  const repository = repositoryUrl(env);
  return repository === undefined || env.GITHUB_RUN_ID === undefined
    ? undefined
    : `${repository}/actions/runs/${env.GITHUB_RUN_ID}`;
}

function repositoryUrl({
  GITHUB_SERVER_URL: server,
  GITHUB_REPOSITORY: repository,
}: Env): string | undefined {
  return server === undefined || repository === undefined ? undefined : `${server}/${repository}`;
}

function toNumber(text: string | undefined): number {
  const number = Number(text ?? 0);
  return Number.isSafeInteger(number) && number > 0 ? number : 0;
}
