// First, before anything else can go wrong.
import './cancellation.ts';

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
import { withPart } from './action/job-part.ts';
import { logSafe } from './action/log-text.ts';
import { likelyShard, publishFailure } from './action/publish-failure.ts';
import { withPullRequestHead } from './action/pull-request-head.ts';
import { run } from './action/run.ts';
import { openRunComment } from './action/run-comment.ts';
import { runFacts } from './action/run-facts.ts';
import { messageOf } from './action/user-error.ts';
import { createActionsHost } from './actions-host.ts';
import { cancelled } from './cancellation.ts';
import { connectHosted } from './hosted.ts';
import type { GitHubApi, Repository } from './publish/github/github-api.ts';
import { mostPatienceMs, patienceFor } from './publish/github/patience.ts';
import { codeBlock } from './publish/markdown/markdown.ts';
import { createRedactor } from './publish/redact/redact.ts';
import { ownTempFolder, removeNow, stateSaver } from './saved-state.ts';

/** What a request of another run that was just under way may take to arrive at GitHub, in ms. */
const settleMs = 2000;

const { secrets, githubToken } = secretInputs(process.env);
for (const secret of secrets) core.setSecret(secret);
const redact = createRedactor(secrets);
const host = createActionsHost(redact);

const startedAt = Date.now();
// Kept: it is taken out of the environment where GitHub's package is loaded.
const eventPath = process.env.GITHUB_EVENT_PATH;
let save: ReturnType<typeof stateSaver> | undefined;

for (const event of ['uncaughtException', 'unhandledRejection'] as const) {
  process.on(event, (error: unknown) => {
    save?.({ verdict: 'error' });
    fail(`an error that nobody expected: ${messageOf(error)}`);
    process.exit(1);
  });
}

cancelled.addEventListener('abort', () => host.info(`Stopping: ${messageOf(cancelled.reason)}`));

try {
  const inputs = readInputs(process.env);
  const event = await readEvent(eventPath);
  const untold = withPart(buildContext(process.env, event), inputs);
  const { repository } = untold;
  const github =
    githubToken === undefined || repository === undefined
      ? undefined
      : await connectTo(githubToken, untold.apiUrl, repository);
  // The clock of `timeout` has not begun.
  github?.allow(patienceFor(0));
  const context = await withPullRequestHead(untold, github, host);
  const evidence = evidenceFolder(context);
  await attempt(host, 'The evidence folder', () => emptyFolder(evidence));
  const saving = stateSaver({
    commentDone: false,
    startedAt,
    facts: runFacts(context),
    evidenceFolder: evidence,
  });
  save = saving;
  const comment = openRunComment({
    when: testsApp(inputs.mode) ? inputs.comment : 'never',
    context,
    github,
    host,
    redact,
    patienceMs: () => patienceFor(startedAt + inputs.timeoutMs - Date.now()),
    settle: () => sleep(settleMs, undefined, { signal: cancelled }).catch(() => {}),
    onPlace: (place) => saving({ place }),
    onConcluded: () => saving({ commentDone: true }),
  });
  const verdict = await run({
    inputs,
    context,
    host,
    redact,
    comment,
    cancel: cancelled,
    clock: { now: () => performance.now(), sleep: (ms, signal) => sleep(ms, undefined, { signal }) },
    evidenceFolder: evidence,
    connect: async (signal) => {
      // Cancelled while the test cases were read: nothing is begun that would have to be ended.
      signal.throwIfAborted();
      comment.announce();
      return connect(inputs, context, evidence, signal);
    },
    onVerdict: ({ status }) => saving({ verdict: status }),
  });
  if (verdict.green && !cancelled.aborted) {
    process.exitCode = 0;
  } else {
    fail(verdict.green ? 'The job was cancelled while the results were published.' : verdict.reason);
  }
} catch (error) {
  // Inputs or context are wrong: there is no run that could have published anything.
  fail(messageOf(error));
  await attempt(host, 'The outputs', async () =>
    host.setOutput('status', cancelled.aborted ? 'cancelled' : 'error'),
  );
  const summary = `### ⚠️ Browser tests could not run\n\n${codeBlock(redact(messageOf(error)))}\n`;
  await attempt(host, 'The job summary', () => host.writeSummary(summary));
  if (!cancelled.aborted) await attempt(host, 'The comment', () => tellPullRequest(messageOf(error)));
}

// Nothing that may still be open keeps the job: what was to be told is told. Browsers are killed on exit.
process.stdout.write('', () => process.exit());

/** The only place that fails the job. */
function fail(reason: string): void {
  core.setFailed(logSafe(redact(reason)));
}

/** An earlier run's comment must not stay green where this one could not even begin. */
async function tellPullRequest(reason: string): Promise<void> {
  const event = await readEvent(eventPath);
  const context = withPart(buildContext(process.env, event), {
    matrix: process.env.INPUT_MATRIX ?? '',
    shard: likelyShard(process.env.INPUT_SHARD),
  });
  const { repository, pullRequest, apiUrl } = context;
  if (githubToken === undefined || repository === undefined || pullRequest === undefined) return;
  const comment = openRunComment({
    when: 'update',
    context,
    github: await connectTo(githubToken, apiUrl, repository),
    host,
    redact,
    patienceMs: () => mostPatienceMs,
    settle: async () => {},
  });
  await publishFailure(reason, context, comment, redact);
}

async function connect(
  inputs: Inputs,
  context: RunContext,
  evidence: string,
  signal: AbortSignal,
): Promise<Connection> {
  if (inputs.service.kind === 'hosted') {
    return connectHosted(inputs.service, inputs.environment, inputs.timeoutMs, signal);
  }
  keepTempFilesTogether();
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

/** What browsers, uploads and traces need for a while is removed with one folder, whatever becomes of this process. */
function keepTempFilesTogether(): void {
  const folder = ownTempFolder();
  if (folder === undefined) return;
  for (const name of ['TMPDIR', 'TMP', 'TEMP']) process.env[name] = folder;
  save?.({ tempFolder: folder });
  process.on('exit', () => removeNow(folder));
}

/** Late, and without the event file: GitHub's package reads it when it is imported, and ends on a broken one. */
async function connectTo(token: string, apiUrl: string, repository: Repository): Promise<GitHubApi> {
  delete process.env.GITHUB_EVENT_PATH;
  const { connectGitHub } = await import('./publish/github/github-api.ts');
  return connectGitHub(token, apiUrl, repository, cancelled);
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
