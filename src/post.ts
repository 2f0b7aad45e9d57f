import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { secretInputs } from './action/inputs/secret-inputs.ts';
import { logSafe } from './action/log-text.ts';
import { endLeftCheck } from './action/publish/check-run.ts';
import { endRunning } from './action/publish/end-running.ts';
import { messageOf } from './action/user-error.ts';
import { takeWarnings } from './node-warnings.ts';
import { settleTime } from './publish/comment/settle-time.ts';
import type { GitHubApi } from './publish/github/github-api.ts';
import { createRedactor } from './publish/redact/redact.ts';
import type { PublishedRun } from './publish/verdict.ts';
import { readState, removeNow, type SavedState } from './saved-state.ts';

/**
 * The post step. A main step that was killed leaves a comment that says "running" and a check run that is in progress
 * for ever, and temporary files: all are put right here. It never fails the job.
 */

const { secrets, githubToken } = secretInputs(process.env);
const redact = createRedactor(secrets);
const warn = (error: unknown) =>
  console.log(`Tidying up after the browser tests: ${logSafe(redact(messageOf(error)))}`);
takeWarnings(warn);
process.on('uncaughtException', (error) => {
  warn(error);
  process.exit(0);
});

const state = readState();
if (state !== undefined) {
  await endComment(state).catch(warn);
  await endCheckRun(state).catch(warn);
  await removeLeftovers(state).catch(warn);
}

async function endComment(state: SavedState): Promise<void> {
  const { commentDone, place } = state;
  if (commentDone || place === undefined) return;
  const github = await connect();
  if (github === undefined) return;
  const settle = (round: number) => sleep(settleTime(round, Math.random()));
  await endRunning(github, place, leftRun(state, 'The comment'), Date.now, settle);
}

async function endCheckRun(state: SavedState): Promise<void> {
  const { checkDone, check } = state;
  if (checkDone || check === undefined) return;
  const github = await connect();
  if (github !== undefined) await endLeftCheck(github, check, leftRun(state, 'The check run'));
}

async function connect(): Promise<GitHubApi | undefined> {
  const [owner, repo] = (process.env.GITHUB_REPOSITORY ?? '').split('/');
  const apiUrl = process.env.GITHUB_API_URL;
  if (githubToken === undefined || !apiUrl || !owner || !repo) return undefined;
  // GitHub's package reads the event file when it is imported, and ends on a broken one.
  delete process.env.GITHUB_EVENT_PATH;
  const { connectGitHub } = await import('./publish/github/github-api.ts');
  return connectGitHub(githubToken, apiUrl, { owner, repo });
}

/** The run as far as it is known. @param what could not be written. */
function leftRun({ verdict, startedAt, facts }: SavedState, what: string): PublishedRun {
  const reason =
    verdict === undefined
      ? 'The job ended before there was a verdict.'
      : `${what} could not be written at the end of the run: the job summary has the results.`;
  return {
    verdict: { ...(verdict ?? { status: 'cancelled', green: false }), reason, results: [] },
    durationMs: Date.now() - startedAt,
    title: redact(facts.title),
    ...(facts.sha === undefined ? {} : { sha: facts.sha }),
    ...(facts.workflowRunUrl === undefined ? {} : { workflowRunUrl: facts.workflowRunUrl }),
  };
}

async function removeLeftovers({ tempFolder, evidenceFolder }: SavedState): Promise<void> {
  if (tempFolder !== undefined) removeNow(tempFolder);
  if (evidenceFolder === undefined) return;
  // Traces that were still being written.
  const files = await readdir(evidenceFolder, { recursive: true }).catch(() => []);
  for (const file of files.filter((each) => each.endsWith('.part'))) {
    await rm(join(evidenceFolder, file), { force: true });
  }
}
