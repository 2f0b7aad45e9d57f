import type { GitHubApi } from '../../publish/github/github-api.ts';
import { headlineWords } from '../../publish/markdown/sections.ts';
import { composeSummary, maxSummaryBytes } from '../../publish/markdown/summary.ts';
import { redactRun } from '../../publish/redact/redact-run.ts';
import type { PublishedRun } from '../../publish/verdict.ts';
import { attempt } from '../attempt.ts';
import type { RunContext } from '../context/context.ts';
import type { Host } from '../host.ts';
import { oneLine } from '../log-text.ts';
import { UserError } from '../user-error.ts';
import { type FoundRuns, findRuns, type UnreadableArtifact } from './find-runs.ts';
import { type FinishedRun, readFinishedRun } from './finished-run.ts';
import { type FoundRun, unreadRun } from './found-run.ts';
import { setOutputs } from './outputs.ts';
import { type Telling, tellGitHub } from './tell-github.ts';

/** What publishing the results of another workflow's run needs. */
export interface PublishElsewhere extends Omit<Telling, 'github'> {
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
  const all = await findRuns(run, { ...request, github });
  const runs = toldRuns(all, run, context).map((each) => ({ ...each, run: redactRun(each.run, redact) }));
  const told = runs.map((each) => each.run);
  for (const each of told) host.info(`${oneLine(each.title)}: ${headlineWords(each)}`);
  await setOutputs(host, told);
  await summarize(host, told);
  const reasons = all.unreadable.map(inWords);
  await tellGitHub({ run, runs, reasons }, { ...request, github });
  if (reasons.length === 0) return;
  throw new UserError([...reasons, ...new Set(all.unreadable.map(({ hint }) => hint))].join('\n'));
}

/** Beside what can be read stands what can't: without it, a part of a run would pass for the whole. */
function toldRuns({ found, unreadable }: FoundRuns, run: FinishedRun, context: RunContext): FoundRun[] {
  if (found.length === 0) return [];
  const byArtifact = [...Map.groupBy(unreadable, ({ artifact }) => artifact.id).values()];
  const unread = byArtifact.flatMap((some) => {
    const reason = [...new Set(some.map(inWords))].join('\n');
    return some.slice(0, 1).map(({ artifact }) => unreadRun(artifact, reason, run, context));
  });
  return [...found, ...unread];
}

function inWords({ artifact, reason }: UnreadableArtifact): string {
  return `The artifact ${oneLine(artifact.name)} ${reason}.`;
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
