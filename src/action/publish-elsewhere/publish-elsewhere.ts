import type { GitHubApi } from '../../publish/github/github-api.ts';
import { headlineWords } from '../../publish/markdown/sections.ts';
import { composeSummary, maxSummaryBytes } from '../../publish/markdown/summary.ts';
import { redactRun } from '../../publish/redact/redact-run.ts';
import type { PublishedRun } from '../../publish/verdict.ts';
import { attempt } from '../attempt.ts';
import type { RunContext } from '../context/context.ts';
import type { Host } from '../host.ts';
import { oneLine } from '../log-text.ts';
import { openRunCheck, type RunCheckOptions } from '../publish/check-run.ts';
import { commentRefused } from '../publish/comment-refused.ts';
import { openRunComment, type RunCommentOptions } from '../publish/run-comment.ts';
import { UserError } from '../user-error.ts';
import { type FoundRun, findRuns } from './find-runs.ts';
import { type FinishedRun, readFinishedRun } from './finished-run.ts';
import { setOutputs } from './outputs.ts';
import { pullsOfRun } from './run-pulls.ts';

/** What publishing the results of another workflow's run needs. */
export interface PublishElsewhere
  extends Omit<RunCommentOptions, 'github' | 'onPlace' | 'onConcluded'>,
    Pick<RunCheckOptions, 'check'> {
  /** Name of the artifact, as the workflow that tests gives it. */
  readonly artifact: string;
  /** The parsed event file. */
  readonly event: unknown;
  readonly github: GitHubApi | undefined;
}

/**
 * Tells on the pull request what the run of another workflow has found: that workflow may write nothing where the pull
 * request comes from a fork. What it has left in its artifacts is taken for anyone's text; which run, commit and pull
 * request they belong to says GitHub alone.
 * @throws UserError where there is something to tell and it can't be read; what can be read is published before.
 */
export async function publishElsewhere(request: PublishElsewhere): Promise<void> {
  const { host, redact, patienceMs, context } = request;
  const run = readFinishedRun(context.eventName, request.event);
  const github = connected(request);
  host.info(
    `Run ${run.id} of “${oneLine(run.workflow)}” for ${oneLine(run.event)}, commit ${run.headSha.slice(0, 7)}: ${oneLine(run.conclusion)}`,
  );
  github.allow(patienceMs());
  const { found, unreadable } = await findRuns(run, { ...request, github });
  const runs = found.map((each) => ({ ...each, run: redactRun(each.run, redact) }));
  const told = runs.map((each) => each.run);
  for (const each of told) host.info(`${oneLine(each.title)}: ${headlineWords(each)}`);
  await setOutputs(host, told);
  await summarize(host, told);
  if (runs.length > 0) await tellGitHub(run, runs, { ...request, github });
  if (unreadable.length === 0) return;
  const reasons = unreadable.map(({ name, reason }) => `The artifact ${oneLine(name)} ${reason}.`);
  throw new UserError(
    [
      ...reasons,
      'Look at the run that made it: it must have been made by this action’s input `artifact`.',
    ].join('\n'),
  );
}

function connected({ github, context }: PublishElsewhere): GitHubApi {
  if (github !== undefined) return github;
  const missing = context.apiUrl === undefined ? 'GITHUB_API_URL is not set' : '`github-token` is empty';
  throw new UserError(
    `\`mode: publish\` reads an artifact from GitHub, and ${missing}. Leave \`github-token\` out, and give the job \`permissions: { actions: read, pull-requests: write }\`.`,
  );
}

/** Each run in the job summary, with as much room as it has. */
async function summarize(host: Host, runs: readonly PublishedRun[]): Promise<void> {
  for (const run of runs) {
    await attempt(host, 'The job summary', () =>
      host.writeSummary(composeSummary(run, Math.floor(maxSummaryBytes / runs.length))),
    );
  }
}

type Connected = PublishElsewhere & { readonly github: GitHubApi };

/** Check runs on the commit, and comments on its pull requests. */
async function tellGitHub(run: FinishedRun, runs: readonly FoundRun[], request: Connected): Promise<void> {
  const { host, github, patienceMs, when } = request;
  for (const each of runs) await openRunCheck({ ...request, context: each.context }).conclude(each.run);
  if (when === 'never') return;
  github.allow(patienceMs());
  const pulls = await pullsOfRun(run, repositoryName(request.context), github).catch((error: unknown) => {
    host.warning(commentRefused(error));
    return { kind: 'found', numbers: [] } as const;
  });
  if (pulls.kind === 'none') host.info(`No comment: ${pulls.reason}`);
  else for (const number of pulls.numbers) await writeComment(number, runs, request);
}

/** A section for each run; where there is only one, it is the whole comment. */
async function writeComment(
  pullRequest: number,
  runs: readonly FoundRun[],
  request: Connected,
): Promise<void> {
  for (const [index, { run, context }] of runs.entries()) {
    const isLast = index === runs.length - 1;
    const url = await openRunComment({
      ...request,
      context: { ...context, pullRequest },
      // Waited for others once is enough.
      settle: isLast ? request.settle : async () => {},
    }).conclude(run);
    if (isLast && url !== undefined) request.host.setOutput('comment-url', url);
  }
}

function repositoryName({ repository }: RunContext): string {
  return repository === undefined ? '' : `${repository.owner}/${repository.repo}`;
}
