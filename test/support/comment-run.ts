import type { Shard } from '../../src/action/cases/shard.ts';
import { buildContext, type RunContext } from '../../src/action/context/context.ts';
import { withPart } from '../../src/action/context/job-part.ts';
import {
  openRunComment,
  type RunComment,
  type RunCommentOptions,
} from '../../src/action/publish/run-comment.ts';
import type { RunIdentity } from '../../src/publish/comment/comment-marker.ts';
import { connectGitHub } from '../../src/publish/github/github-api.ts';
import { createRecordingHost } from './recording-host.ts';

/** Where a run writes its comment; what is left out is the same for all. */
export interface CommentRun {
  readonly run?: RunIdentity;
  readonly workflow?: string;
  readonly job?: string;
  readonly part?: string;
  readonly action?: string;
  readonly sha?: string;
  readonly commentKey?: string;
  /** The values of its matrix, the shard, and how many jobs the matrix makes: instead of `part`. */
  readonly matrix?: Readonly<Record<string, string | number>>;
  readonly shard?: Shard;
  readonly jobs?: number;
}

/** The context of a job on pull request 7. */
export function contextOf({
  run,
  workflow = 'CI',
  job = 'browser',
  part = '',
  ...more
}: CommentRun): RunContext {
  const { runId, attempt } = run ?? { runId: 50, attempt: 1 };
  const context = buildContext(
    {
      GITHUB_REPOSITORY: 'acme/shop',
      GITHUB_SERVER_URL: 'https://github.example',
      GITHUB_WORKFLOW: workflow,
      GITHUB_JOB: job,
      GITHUB_ACTION: more.action ?? '__gate',
      GITHUB_RUN_ID: String(runId),
      GITHUB_RUN_ATTEMPT: String(attempt),
    },
    {
      pull_request: {
        number: 7,
        head: { sha: more.sha ?? 'a'.repeat(40), ref: 'x', repo: { full_name: 'acme/shop' } },
      },
    },
  );
  const { matrix, shard, jobs } = more;
  if (matrix === undefined && shard === undefined && jobs === undefined) return { ...context, part };
  return withPart(context, { matrix: JSON.stringify(matrix ?? null), shard, jobTotal: String(jobs ?? '') });
}

/** The comment of a run, as the action opens it. */
export function commentOf(
  githubUrl: string,
  given: CommentRun,
  options: Partial<RunCommentOptions> = {},
): RunComment {
  return openRunComment({
    when: 'always',
    commentKey: given.commentKey ?? '',
    context: contextOf(given),
    github: connectGitHub('token', githubUrl, { owner: 'acme', repo: 'shop' }),
    patienceMs: () => 60_000,
    host: createRecordingHost(),
    redact: (text) => text,
    now: Date.now,
    settle: async () => {},
    ...options,
  });
}

/** What people see of a comment: without what is hidden in it. */
export function shownText(body: string): string {
  return body.replaceAll(/^<!--.*-->\n/gm, '');
}
