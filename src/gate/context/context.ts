import { join } from 'node:path';
import { z } from 'zod';
import { messageOf, UserError } from '../../common/errors.ts';
import { defined } from '../../common/object-fields.ts';
import { isSameName, queuedPullRequest } from '../../common/repository.ts';
import type { ReportContext } from '../../contract/report-context.ts';
import type { ListedPull, PullRequestStore } from '../../github/github.ts';
import type { JobIdentity } from '../../results/run-results.ts';
import type { Host } from '../../runtime/host.ts';

/** Where and for what the action runs. */
export interface RunContext {
  readonly report: ReportContext;
  readonly repository: { readonly owner: string; readonly repo: string } | undefined;
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
  /** The branch that the event is about, if the payload says that it is not the default branch. */
  readonly otherBranch?: string;
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
  repository: part(z.object({ default_branch: z.string() })),
  pull_request: part(z.object({ number, head, title: part(z.string()), body: part(z.string()) })),
  issue: part(z.object({ number, pull_request: z.looseObject({}).nullish() })),
  merge_group: part(z.object({ head_sha: z.string(), head_ref: z.string() })),
  deployment: part(z.object({ sha: z.string(), ref: z.string() })),
  deployment_status: part(z.object({ state: z.string() })),
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
 * @param options `runsTests`: false if nothing of the head is tested: its code is not checked out.
 * @throws UserError for `pull_request_target` and `workflow_run` with a head that is not this repository's: its code must not run with this repository's rights; for a deployment that has not succeeded.
 */
export function buildContext(
  given: NodeJS.ProcessEnv,
  event: unknown,
  { runsTests = true } = {},
): RunContext {
  const env: NodeJS.ProcessEnv = Object.fromEntries(
    Object.entries(given).filter(([, value]) => value !== ''),
  );
  const eventName = env.GITHUB_EVENT_NAME ?? '';
  const parsed = payload.safeParse(event ?? {});
  const data: Payload = parsed.success ? parsed.data : {};
  if (runsTests) {
    refuseForeignHead(eventName, data, env);
    refuseUnfinishedDeployment(data);
  }
  const repository = readRepository(env.GITHUB_REPOSITORY);
  const { GITHUB_SERVER_URL: server, GITHUB_REPOSITORY: name, GITHUB_RUN_ID: runId } = env;
  const repositoryUrl = server === undefined || name === undefined ? undefined : `${server}/${name}`;
  const { pullRequest, sha, ref, isAboutCommit } = testedHead(data, env);
  return {
    report: { source: 'github', ...repository, ...defined({ ref, sha, issueNumber: pullRequest }) },
    repository,
    pullRequest,
    pullRequestTexts: [data.pull_request?.title, data.pull_request?.body].filter(
      (text) => text !== undefined,
    ),
    isHeadUnknown: pullRequest !== undefined && data.issue !== undefined && data.pull_request === undefined,
    isAboutCommit,
    mergeSha: /^refs\/pull\/\d+\/merge$/.test(env.GITHUB_REF ?? '') ? env.GITHUB_SHA : undefined,
    isCommitUnknown: false,
    eventName,
    ...defined({ otherBranch: otherBranch(data, env) }),
    job: jobOf(env),
    isFork: isFork(data, env),
    workflowRunUrl: repositoryUrl && runId && `${repositoryUrl}/actions/runs/${runId}`,
    repositoryUrl,
    apiUrl: env.GITHUB_API_URL,
    workspace: env.GITHUB_WORKSPACE || process.cwd(),
    tempFolder: env.RUNNER_TEMP ?? env.TMPDIR ?? '/tmp',
  };
}

/** The job, as far as the environment says it; its inputs say the rest. */
function jobOf(env: NodeJS.ProcessEnv): JobIdentity {
  return {
    workflow: env.GITHUB_WORKFLOW ?? '',
    job: jobPath(env),
    step: env.GITHUB_ACTION ?? '',
    runId: toNumber(env.GITHUB_RUN_ID),
    attempt: toNumber(env.GITHUB_RUN_ATTEMPT),
    matrix: [],
    shard: null,
    jobTotal: null,
    comment: 'never',
  };
}

/**
 * The id of the job. In a workflow that others call, it has the job that calls it before it, as GitHub shows it: `chrome /
 * browser`. Otherwise two calls would look like the same job, and the one that ends last would overwrite the results of the other.
 */
function jobPath({ GITHUB_JOB: job = '', ACTIONS_ORCHESTRATION_ID: id = '' }: NodeJS.ProcessEnv): string {
  // `<id of the run>.<job that calls>.<job>.<matrix values>`. Runners before 2.331 do not set it.
  const path = id.slice(id.indexOf('.'));
  const end = path.indexOf(`.${job}.`);
  return job === '' || end <= 0 ? job : `${path.slice(1, end)} / ${job}`;
}

interface TestedHead {
  readonly pullRequest?: number | undefined;
  readonly sha?: string | undefined;
  readonly ref?: string | undefined;
  readonly isAboutCommit: boolean;
}

function testedHead(data: Payload, env: NodeJS.ProcessEnv): TestedHead {
  const { pull_request, issue, merge_group, workflow_run, deployment } = data;
  if (pull_request !== undefined) {
    const { number, head } = pull_request;
    return { pullRequest: number, sha: head.sha, ref: head.ref, isAboutCommit: true };
  }
  if (merge_group !== undefined) {
    const { head_sha: sha, head_ref: ref } = merge_group;
    return { pullRequest: queuedPullRequest(ref), sha, ref, isAboutCommit: true };
  }
  if (workflow_run !== undefined) {
    const { head_sha: sha, head_branch, pull_requests = [] } = workflow_run;
    // One that has moved on since has another head.
    const [found, other] = pull_requests.filter(({ head }) => head.sha === sha);
    const pullRequest = other === undefined ? found?.number : undefined;
    return { pullRequest, sha, ref: head_branch ?? undefined, isAboutCommit: true };
  }
  if (deployment !== undefined) return { ...deployment, isAboutCommit: true };
  const pullRequest = issue?.pull_request == null ? undefined : issue.number;
  const isAboutCommit = env.GITHUB_EVENT_NAME === 'push';
  return { pullRequest, sha: env.GITHUB_SHA, ref: env.GITHUB_REF, isAboutCommit };
}

function otherBranch({ repository, workflow_run }: Payload, env: NodeJS.ProcessEnv): string | undefined {
  const branch = workflow_run?.head_branch ?? /^refs\/heads\/(.+)$/.exec(env.GITHUB_REF ?? '')?.[1];
  const isOther = repository !== undefined && branch !== repository.default_branch;
  return isOther ? branch : undefined;
}

/** Events that run with this repository's rights for any head, and what to do instead. */
const privilegedEvents: Readonly<Record<string, string>> = {
  pull_request_target: 'Use the event pull_request instead.',
  workflow_run: 'Test with the event pull_request, and publish the results here with `mode: publish`.',
};

function refuseForeignHead(
  eventName: string,
  { pull_request, workflow_run }: Payload,
  env: NodeJS.ProcessEnv,
): void {
  const instead = privilegedEvents[eventName];
  if (instead === undefined) return;
  // A head whose repository is not named counts as a fork's, as that of one that was deleted.
  const repository = eventName === 'workflow_run' ? workflow_run?.head_repository : pull_request?.head.repo;
  const from = repository?.full_name;
  if (isSameName(from, env.GITHUB_REPOSITORY)) return;
  throw foreignHead(eventName, from, instead);
}

/** The error for an event that would run a fork's code. @param instead what to do, as a sentence. */
function foreignHead(eventName: string, repository: string | undefined, instead: string): UserError {
  const from = repository ?? 'an unknown repository';
  return new UserError(
    `The event ${eventName} is for a head in ${from}: code from a fork would run with this repository's token and secrets. ${instead}`,
  );
}

/** The URL of a deployment that failed, is under way or was replaced may show another commit. */
function refuseUnfinishedDeployment({ deployment_status: status }: Payload): void {
  const state = status?.state ?? 'success';
  if (state === 'success') return;
  throw new UserError(
    `The deployment has the state ${state}, so its URL may show another commit. Test it when it has succeeded: add \`if: github.event.deployment_status.state == 'success'\` to the job.`,
  );
}

/** Dependabot's pull requests get a read-only token, too. */
function isFork({ pull_request }: Payload, env: NodeJS.ProcessEnv): boolean {
  if (pull_request === undefined) return false;
  const repository = pull_request.head.repo?.full_name.toLowerCase();
  return env.GITHUB_ACTOR === 'dependabot[bot]' || repository !== env.GITHUB_REPOSITORY?.toLowerCase();
}

function readRepository(text: string | undefined): { owner: string; repo: string } | undefined {
  const [, owner, repo] = /^([^/]+)\/([^/]+)$/.exec(text ?? '') ?? [];
  return owner === undefined || repo === undefined ? undefined : { owner, repo };
}

function toNumber(text: string | undefined): number {
  const number = Number(text ?? 0);
  return Number.isSafeInteger(number) && number > 0 ? number : 0;
}

/** The folder for result files, traces and screenshots of this step, next to those of the job's other steps. */
export function evidenceFolder(context: Pick<RunContext, 'tempFolder' | 'job'>): string {
  const { job, step } = context.job;
  const name = [job, step].filter((each) => each !== '').join('-') || 'run';
  return join(context.tempFolder, 'browser-test-gate', `evidence-${name.replace(/[^\w-]+/g, '-')}`);
}

/** GitHub, and the time that it may take. */
interface Lookup {
  readonly pullRequests: Pick<PullRequestStore, 'pullRequestHead' | 'openPulls'>;
  readonly signal: AbortSignal;
}

/** Events about a commit: their payload does not say which pull request the commit is the head of. */
const deploymentEvents = ['deployment_status', 'deployment'];
const commitEvents = [...deploymentEvents, 'workflow_run'];

/**
 * Requests from GitHub what the event's payload leaves open: the head of a pull request, or the pull request of a commit.
 * @param connect is called only if something is open.
 * @throws UserError for a pull request or a deployment from a fork: its code must not run with this repository's rights.
 */
export async function completeContext(
  context: RunContext,
  connect: () => Promise<Lookup | undefined>,
  host: Pick<Host, 'warning'>,
): Promise<RunContext> {
  const { pullRequest, isHeadUnknown, eventName } = context;
  const isOpen = pullRequest === undefined ? commitEvents.includes(eventName) : isHeadUnknown;
  const lookup = isOpen ? await connect() : undefined;
  if (lookup === undefined) return context;
  return withPullRequestOfCommit(await withPullRequestHead(context, lookup, host), lookup, host);
}

/**
 * Completes the context of an event such as issue_comment, whose payload has the number of a pull request but not its
 * head.
 * @throws UserError for a head in another repository: it would run with this repository's rights.
 */
async function withPullRequestHead(
  context: RunContext,
  { pullRequests, signal }: Lookup,
  host: Pick<Host, 'warning'>,
): Promise<RunContext> {
  const { pullRequest, eventName, repository: here } = context;
  if (!context.isHeadUnknown || pullRequest === undefined) return context;
  const head = await pullRequests.pullRequestHead(pullRequest, signal).catch((error: unknown) => {
    host.warning(`Cannot read the head of pull request ${pullRequest} (${messageOf(error)}).`);
  });
  if (head === undefined) return context;
  const { sha, ref, mergeSha, repository } = head;
  if (!isSameName(repository, `${here?.owner}/${here?.repo}`)) {
    throw foreignHead(eventName, repository, 'Use the event pull_request instead.');
  }
  return { ...context, isHeadUnknown: false, mergeSha, report: { ...context.report, sha, ref } };
}

/**
 * Completes the context of an event about a commit with the open pull request from this repository whose head is the
 * commit. The run has no pull request if not exactly one is found, or if GitHub does not answer.
 * @throws UserError for a deployment of a commit that is the head of a fork's pull request only.
 */
async function withPullRequestOfCommit(
  context: RunContext,
  { pullRequests, signal }: Lookup,
  host: Pick<Host, 'warning'>,
): Promise<RunContext> {
  const { pullRequest, eventName, report, repository } = context;
  const { sha } = report;
  if (pullRequest !== undefined || sha === undefined || repository === undefined) return context;
  if (!commitEvents.includes(eventName)) return context;
  const name = `${repository.owner}/${repository.repo}`;
  const isFromHere = ({ head }: ListedPull) => isSameName(head.repo?.full_name, name);
  let foreign: ListedPull | undefined;
  try {
    for await (const page of pullRequests.openPulls(undefined, signal)) {
      const heads = page.filter(({ head }) => head.sha === sha);
      foreign ??= heads.find((each) => !isFromHere(each));
      const [found, other] = heads.filter(isFromHere);
      if (found === undefined) continue;
      if (other !== undefined) return context;
      return { ...context, pullRequest: found.number, report: { ...report, issueNumber: found.number } };
    }
  } catch (error) {
    host.warning(
      `Cannot find the pull request of the commit (${messageOf(error)}). No comment is posted. If the job lacks \`permissions: pull-requests: write\`, add it.`,
    );
  }
  if (foreign === undefined || !deploymentEvents.includes(eventName)) return context;
  throw new UserError(
    `The event ${eventName} is for the head of pull request ${foreign.number} from ${foreign.head.repo?.full_name ?? 'an unknown repository'}: code from a fork would run with this repository's token and secrets, and its app would receive them. Do not deploy previews of forks, or test them with the event pull_request.`,
  );
}
