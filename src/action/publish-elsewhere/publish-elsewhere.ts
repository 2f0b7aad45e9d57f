import type { GitHubApi } from '../../publish/github/github-api.ts';
import { headlineWords } from '../../publish/markdown/sections.ts';
import { composeSummary, maxSummaryBytes } from '../../publish/markdown/summary.ts';
import { redactRun } from '../../publish/redact/redact-run.ts';
import type { PublishedRun } from '../../publish/verdict.ts';
import { attempt } from '../attempt.ts';
import type { Host } from '../host.ts';
import { oneLine } from '../log-text.ts';
import { UserError } from '../user-error.ts';
import { findRuns } from './find-runs.ts';
import { readFinishedRun } from './finished-run.ts';
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
  const { found, unreadable } = await findRuns(run, { ...request, github });
  const runs = found.map((each) => ({ ...each, run: redactRun(each.run, redact) }));
  const told = runs.map((each) => each.run);
  for (const each of told) host.info(`${oneLine(each.title)}: ${headlineWords(each)}`);
  await setOutputs(host, told);
  await summarize(host, told);
  const reasons = unreadable.map(({ name, reason }) => `The artifact ${oneLine(name)} ${reason}.`);
  await tellGitHub({ run, runs, reasons }, { ...request, github });
  if (reasons.length === 0) return;
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
