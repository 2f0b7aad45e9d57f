import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import * as core from '@actions/core';
import { attempt } from './action/attempt.ts';
import type { Connection } from './action/connection.ts';
import { buildContext, type RunContext } from './action/context.ts';
import { emptyFolder, evidenceFolder } from './action/evidence-folder.ts';
import { testsApp } from './action/inputs/mode-input.ts';
import { type Inputs, readInputs } from './action/inputs/read-inputs.ts';
import { secretInputs } from './action/inputs/secret-inputs.ts';
import { logSafe } from './action/log-text.ts';
import { withPullRequestHead } from './action/pull-request-head.ts';
import { run } from './action/run.ts';
import { jobOfShard } from './action/shard.ts';
import { messageOf } from './action/user-error.ts';
import { createActionsHost } from './actions-host.ts';
import { connectHosted } from './hosted.ts';
import type { GitHubApi, Repository } from './publish/github-api.ts';
import { codeBlock } from './publish/markdown.ts';
import { createRedactor } from './publish/redact.ts';

// Red until a verdict says otherwise: an event loop that runs dry, or an error that nobody catches, must not be green.
process.exitCode = 1;

const { secrets, githubToken } = secretInputs(process.env);
for (const secret of secrets) core.setSecret(secret);
const redact = createRedactor(secrets);
const host = createActionsHost(redact);

for (const event of ['uncaughtException', 'unhandledRejection'] as const) {
  process.on(event, (error: unknown) => {
    fail(`an error that nobody expected: ${messageOf(error)}`);
    process.exit(1);
  });
}

const cancelled = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    // The runner sends SIGINT first and kills soon after: a second signal means at once.
    if (cancelled.signal.aborted) process.exit(1);
    host.info(`${signal}: stopping`);
    cancelled.abort(new Error(`the job was cancelled (${signal})`));
  });
}

try {
  const inputs = readInputs(process.env);
  const event = await readEvent(process.env.GITHUB_EVENT_PATH);
  const untold = jobOfShard(buildContext(process.env, event), inputs.shard);
  const { repository } = untold;
  const github =
    githubToken === undefined || repository === undefined
      ? undefined
      : await connectTo(githubToken, untold.apiUrl, repository);
  const context = await withPullRequestHead(untold, github, host);
  const evidence = evidenceFolder(context);
  await attempt(host, 'The evidence folder', () => emptyFolder(evidence));
  const verdict = await run({
    inputs,
    context,
    host,
    github,
    redact,
    comment: testsApp(inputs.mode) ? inputs.comment : 'never',
    cancel: cancelled.signal,
    clock: { now: () => performance.now(), sleep: (ms, signal) => sleep(ms, undefined, { signal }) },
    evidenceFolder: evidence,
    connect: (signal) => connect(inputs, context, evidence, signal),
  });
  if (verdict.green) {
    process.exitCode = 0;
  } else {
    fail(verdict.reason);
  }
} catch (error) {
  // Inputs or context are wrong: there is no run that could have published anything.
  fail(messageOf(error));
  host.setOutput('status', 'error');
  const summary = `### ⚠️ Browser tests could not run\n\n${codeBlock(redact(messageOf(error)))}\n`;
  await attempt(host, 'The job summary', () => host.writeSummary(summary));
}

/** The only place that fails the job. */
function fail(reason: string): void {
  core.setFailed(logSafe(redact(reason)));
}

async function connect(
  inputs: Inputs,
  context: RunContext,
  evidence: string,
  signal: AbortSignal,
): Promise<Connection> {
  if (inputs.service.kind === 'hosted') return connectHosted(inputs.service, inputs.environment, signal);
  // A chunk of its own: a hosted run loads neither the service nor the browser's driver.
  const { connectEmbedded } = await import('./embedded.ts');
  return connectEmbedded(
    {
      url: inputs.service.url,
      environment: inputs.environment,
      play: testsApp(inputs.mode),
      browser: inputs.browser,
      settings: inputs.play,
      access: inputs.access,
      evidenceFolder: evidence,
      redactor: (more) => createRedactor([...secrets, ...more]),
      app: context.repository?.repo ?? 'app',
      onWaiting: (reason) => host.info(reason),
      surroundings: { env: process.env, platform: process.platform, workspace: context.workspace },
    },
    signal,
  );
}

/** Late, and without the event file: GitHub's package reads it when it is imported, and ends on a broken one. */
async function connectTo(token: string, apiUrl: string, repository: Repository): Promise<GitHubApi> {
  delete process.env.GITHUB_EVENT_PATH;
  const { connectGitHub } = await import('./publish/github-api.ts');
  return connectGitHub(token, apiUrl, repository, cancelled.signal);
}

async function readEvent(path: string | undefined): Promise<unknown> {
  if (path === undefined || path === '') return undefined;
  try {
    return JSON.parse(await readFile(path, 'utf8'));
  } catch (error) {
    host.warning(`The event file ${path} can't be read (${messageOf(error)}): the run has no pull request.`);
    return undefined;
  }
}
