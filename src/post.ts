import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { secretInputs } from './action/inputs/secret-inputs.ts';
import { logSafe } from './action/log-text.ts';
import { endRunning } from './action/run-comment.ts';
import { messageOf } from './action/user-error.ts';
import { createRedactor } from './publish/redact/redact.ts';
import { readState, removeNow, type SavedState } from './saved-state.ts';

/**
 * The post step. A main step that was killed leaves a comment that says "running" for ever, and temporary files: both
 * are put right here. It never fails the job.
 */

const { secrets, githubToken } = secretInputs(process.env);
const redact = createRedactor(secrets);
const warn = (error: unknown) =>
  console.log(`Tidying up after the browser tests: ${logSafe(redact(messageOf(error)))}`);
process.on('uncaughtException', (error) => {
  warn(error);
  process.exit(0);
});

const state = readState();
if (state !== undefined) {
  await endComment(state).catch(warn);
  await removeLeftovers(state).catch(warn);
}

async function endComment({ commentDone, place, verdict, startedAt, facts }: SavedState): Promise<void> {
  const [owner, repo] = (process.env.GITHUB_REPOSITORY ?? '').split('/');
  if (commentDone || place === undefined || githubToken === undefined || !owner || !repo) return;
  // GitHub's package reads the event file when it is imported, and ends on a broken one.
  delete process.env.GITHUB_EVENT_PATH;
  const { connectGitHub } = await import('./publish/github/github-api.ts');
  const apiUrl = process.env.GITHUB_API_URL || 'https://api.github.com';
  const reason =
    verdict === undefined
      ? 'The job ended before there was a verdict.'
      : 'The comment could not be written at the end of the run: the job summary has the results.';
  await endRunning(connectGitHub(githubToken, apiUrl, { owner, repo }), place, {
    verdict: { status: verdict ?? 'cancelled', reason, green: false, results: [] },
    durationMs: Date.now() - startedAt,
    title: redact(facts.title),
    ...(facts.sha === undefined ? {} : { sha: facts.sha }),
    ...(facts.workflowRunUrl === undefined ? {} : { workflowRunUrl: facts.workflowRunUrl }),
  });
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
