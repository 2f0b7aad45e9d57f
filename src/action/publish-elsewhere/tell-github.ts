import { safeArtifactName } from '../../publish/artifact/artifact-name.ts';
import type { GitHubApi } from '../../publish/github/github-api.ts';
import type { RunContext } from '../context/context.ts';
import { oneLine } from '../log-text.ts';
import { openRunCheck, type RunCheckOptions } from '../publish/check-run.ts';
import { commentRefused } from '../publish/comment-refused.ts';
import { openRunComment, type RunCommentOptions } from '../publish/run-comment.ts';
import type { FinishedRun } from './finished-run.ts';
import { contextOf, type FoundRun } from './found-run.ts';
import { tellNoResults } from './no-results.ts';
import { pullsOfRun } from './run-pulls.ts';

/** Where the results of another run are told. */
export interface Telling
  extends Omit<RunCommentOptions, 'github' | 'title' | 'replaces' | 'onPlace' | 'onConcluded'>,
    Pick<RunCheckOptions, 'check'> {
  /** Name of the artifact, as the workflow that tests gives it. */
  readonly artifact: string;
  readonly github: GitHubApi;
}

/** What there is to tell. */
export interface Told {
  readonly run: FinishedRun;
  readonly runs: readonly FoundRun[];
  /** Why there is not more. */
  readonly reasons: readonly string[];
}

/** Check runs on the commit, and comments on its pull requests. */
export async function tellGitHub(told: Told, request: Telling): Promise<void> {
  const { host, github, patienceMs, when } = request;
  for (const each of told.runs) await writeCheck(told.run, each, request);
  if (when === 'never') return;
  github.allow(patienceMs());
  const repository = repositoryName(request.context);
  const pulls = await pullsOfRun(told.run, repository, github).catch((error: unknown) => {
    host.warning(commentRefused(error));
    return { kind: 'found', numbers: [] } as const;
  });
  if (pulls.kind === 'none') host.info(`No comment: ${pulls.reason}`);
  else for (const number of pulls.numbers) await writeComment(number, told, request);
}

/** Who writes an artifact may say that all has passed: it is a success only where GitHub has seen the run end as one. */
async function writeCheck(run: FinishedRun, found: FoundRun, request: Telling): Promise<void> {
  const context = { ...found.context, run: { runId: run.id, attempt: run.attempt } };
  const isDoubtful = run.conclusion !== 'success' && found.run.verdict.green;
  const check = openRunCheck({ ...request, context, mostSuccess: isDoubtful ? 'neutral' : 'success' });
  const reason = `${found.run.verdict.reason}\nThe workflow run ended as ${oneLine(run.conclusion)}: this is no success.`;
  const doubted = { ...found.run, verdict: { ...found.run.verdict, reason } };
  await check.conclude(isDoubtful ? doubted : found.run);
}

async function writeComment(pullRequest: number, told: Told, request: Telling): Promise<void> {
  if (told.runs.length > 0) return writeSections(pullRequest, told.runs, request);
  const { host, github, artifact, context, patienceMs } = request;
  const why =
    told.reasons.length === 0
      ? `left no artifact ${artifact}.`
      : `its results can't be read. ${told.reasons.join(' ')}`;
  github.allow(patienceMs());
  try {
    const job = safeArtifactName(artifact);
    const own = { ...request, context: contextOf(told.run, context, job) };
    const outcome = await tellNoResults(pullRequest, told.run, why, own);
    if (!('url' in outcome)) return;
    host.info(`Comment updated, without results: ${outcome.url}`);
    host.setOutput('comment-url', outcome.url);
  } catch (error) {
    host.warning(commentRefused(error));
  }
}

/** A section for each run; where there is only one, it is the whole comment. */
async function writeSections(
  pullRequest: number,
  runs: readonly FoundRun[],
  request: Telling,
): Promise<void> {
  for (const [index, { run, context, replaces }] of runs.entries()) {
    const isLast = index === runs.length - 1;
    const url = await openRunComment({
      ...request,
      context: { ...context, pullRequest },
      title: run.title,
      replaces,
      // Waited for others once is enough.
      settle: isLast ? request.settle : async () => {},
    }).conclude(run);
    if (isLast && url !== undefined) request.host.setOutput('comment-url', url);
  }
}

function repositoryName({ repository }: RunContext): string {
  return repository === undefined ? '' : `${repository.owner}/${repository.repo}`;
}
