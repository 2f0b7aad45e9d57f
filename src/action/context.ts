import { z } from 'zod';
import type { ReportContext } from '../contract/report-context.ts';
import type { RunIdentity } from '../publish/comment/comment-marker.ts';
import { UserError } from './user-error.ts';

/** Where and for what the action runs. */
export interface RunContext {
  /** What the service is told (section 2.8). */
  readonly report: ReportContext;
  readonly repository: { readonly owner: string; readonly repo: string } | undefined;
  /** The pull request that gets the comment. */
  readonly pullRequest: number | undefined;
  /** True where the payload names the pull request but not its head: GitHub must be asked for it. */
  readonly headUnknown: boolean;
  readonly eventName: string;
  readonly workflow: string;
  readonly job: string;
  /** Which of several jobs of one name this is, such as a matrix' values; empty where there is one. */
  readonly part: string;
  readonly run: RunIdentity;
  readonly workflowRunUrl: string | undefined;
  readonly apiUrl: string;
  readonly workspace: string;
  readonly tempFolder: string;
  /** Tells this step from others of its job. */
  readonly stepName: string;
}

type Env = Readonly<Record<string, string | undefined>>;

const head = z.object({
  sha: z.string(),
  ref: z.string(),
  repo: z.object({ full_name: z.string() }).nullish(),
});

/** A part of the payload; one that is not as expected counts as missing, and takes no other part with it. */
const part = <T extends z.ZodType>(schema: T) => schema.optional().catch(undefined);
const number = z.int().positive();

/** The parts of an event's payload that matter; the rest of it is not looked at. */
const payload = z.object({
  pull_request: part(z.object({ number, head })),
  issue: part(z.object({ number, pull_request: z.looseObject({}).nullish() })),
  merge_group: part(z.object({ head_sha: z.string(), head_ref: z.string() })),
  deployment: part(z.object({ sha: z.string(), ref: z.string() })),
});
type Payload = z.infer<typeof payload>;

/**
 * Builds the report context from the runner's variables and the event's payload. On pull requests it holds the head's
 * commit and ref, not those of the merge commit that the runner checks out.
 * @param event the parsed event file; `undefined` where there is none.
 * @throws UserError for `pull_request_target` with a head that is not this repository's: its code must not run with this repository's rights.
 */
export function buildContext(given: Env, event: unknown): RunContext {
  const env: Env = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== ''));
  const eventName = env.GITHUB_EVENT_NAME ?? '';
  const parsed = payload.safeParse(event ?? {});
  const data: Payload = parsed.success ? parsed.data : {};
  refuseForeignHead(eventName, data, env);
  const repository = readRepository(env.GITHUB_REPOSITORY);
  const pullRequest = pullRequestOf(data);
  const commit = commitOf(data, env);
  return {
    report: {
      source: 'github',
      ...(commit.ref === undefined ? {} : { ref: commit.ref }),
      ...(commit.sha === undefined ? {} : { sha: commit.sha }),
      ...repository,
      ...(pullRequest === undefined ? {} : { issueNumber: pullRequest }),
    },
    repository,
    pullRequest,
    headUnknown: pullRequest !== undefined && data.issue !== undefined && data.pull_request === undefined,
    eventName,
    workflow: env.GITHUB_WORKFLOW ?? '',
    job: env.GITHUB_JOB ?? '',
    part: '',
    run: { runId: toNumber(env.GITHUB_RUN_ID), attempt: toNumber(env.GITHUB_RUN_ATTEMPT) },
    workflowRunUrl: workflowRunUrl(env),
    apiUrl: env.GITHUB_API_URL ?? 'https://api.github.com',
    workspace: env.GITHUB_WORKSPACE ?? process.cwd(),
    tempFolder: env.RUNNER_TEMP ?? env.TMPDIR ?? '/tmp',
    stepName: [env.GITHUB_JOB, env.GITHUB_ACTION].filter((each) => each !== undefined).join('-') || 'run',
  };
}

function pullRequestOf({ pull_request, issue, merge_group }: Payload): number | undefined {
  if (pull_request !== undefined) return pull_request.number;
  if (issue?.pull_request != null) return issue.number;
  // A queue's ref names its pull request: refs/heads/gh-readonly-queue/main/pr-12-<sha>
  const queued = /\/pr-(\d+)-[0-9a-f]+$/.exec(merge_group?.head_ref ?? '')?.[1];
  return number.safeParse(Number(queued)).data;
}

function commitOf(data: Payload, env: Env): { sha?: string | undefined; ref?: string | undefined } {
  if (data.pull_request !== undefined) return data.pull_request.head;
  if (data.merge_group !== undefined) {
    return { sha: data.merge_group.head_sha, ref: data.merge_group.head_ref };
  }
  return data.deployment ?? { sha: env.GITHUB_SHA, ref: env.GITHUB_REF };
}

function refuseForeignHead(eventName: string, { pull_request }: Payload, env: Env): void {
  if (eventName !== 'pull_request_target') return;
  // GitHub names the head's repository, or null for a fork that was deleted; a payload without the field is not its.
  if (pull_request !== undefined && pull_request.head.repo === undefined) return;
  const from = pull_request?.head.repo?.full_name;
  // GitHub's names ignore case.
  if (from !== undefined && from.toLowerCase() === env.GITHUB_REPOSITORY?.toLowerCase()) return;
  throw new UserError(
    `This is pull_request_target for a head in ${from ?? 'an unknown repository'}: code from a fork would run with this repository's token and secrets. Use the event pull_request instead.`,
  );
}

function readRepository(text: string | undefined): { owner: string; repo: string } | undefined {
  const [, owner, repo] = /^([^/]+)\/([^/]+)$/.exec(text ?? '') ?? [];
  return owner === undefined || repo === undefined ? undefined : { owner, repo };
}

function workflowRunUrl(env: Env): string | undefined {
  const { GITHUB_SERVER_URL: server, GITHUB_REPOSITORY: repository, GITHUB_RUN_ID: runId } = env;
  if (server === undefined || repository === undefined || runId === undefined) return undefined;
  return `${server}/${repository}/actions/runs/${runId}`;
}

function toNumber(text: string | undefined): number {
  const number = Number(text ?? 0);
  return Number.isSafeInteger(number) && number > 0 ? number : 0;
}
