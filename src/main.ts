// First, before anything else can go wrong.
import './cancellation.ts';

import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import * as core from '@actions/core';
import { attempt } from './action/attempt.ts';
import { completeContext } from './action/context/complete-context.ts';
import { buildContext, type RunContext } from './action/context/context.ts';
import { emptyFolder, evidenceFolder } from './action/context/evidence-folder.ts';
import { withPart } from './action/context/job-part.ts';
import { runFacts } from './action/context/run-facts.ts';
import { misspeltInputs } from './action/inputs/misspelt-inputs.ts';
import { testsApp } from './action/inputs/mode-input.ts';
import { rawInputs } from './action/inputs/raw-inputs.ts';
import { type Inputs, readInputs } from './action/inputs/read-inputs.ts';
import { secretInputs } from './action/inputs/secret-inputs.ts';
import { logSafe } from './action/log-text.ts';
import { openRunCheck } from './action/publish/check-run.ts';
import { setArtifactOutputs, setVerdictOutputs } from './action/publish/outputs.ts';
import { publishFailure } from './action/publish/publish-failure.ts';
import { openRunArtifact } from './action/publish/run-artifact.ts';
import { openRunComment } from './action/publish/run-comment.ts';
import { publishElsewhere } from './action/publish-elsewhere/publish-elsewhere.ts';
import { run } from './action/run.ts';
import { messageOf, UserError } from './action/user-error.ts';
import { createActionsHost } from './actions-host.ts';
import { cancelled } from './cancellation.ts';
import { connect } from './connect.ts';
import { takeWarnings } from './node-warnings.ts';
import { settleTime } from './publish/comment/settle-time.ts';
import type { GitHubApi } from './publish/github/github-api.ts';
import { patienceFor } from './publish/github/patience.ts';
import { reasonText } from './publish/markdown/sections.ts';
import { createRedactor } from './publish/redact/redact.ts';
import type { Verdict } from './publish/verdict.ts';
import { isDriverNoise } from './runner/browser/driver-noise.ts';
import { stateSaver } from './saved-state.ts';

/** So long a cancelled run may take to tell its end, in ms, where something was thrown on the way. */
const cancelledMs = 4000;

const { secrets, githubToken } = secretInputs(process.env);
for (const secret of secrets) core.setSecret(secret);
const redact = createRedactor(secrets);
const host = createActionsHost(redact);
takeWarnings((text) => host.info(text));

const startedAt = Date.now();
// Kept: it is taken out of the environment where GitHub's package is loaded.
const eventPath = process.env.GITHUB_EVENT_PATH;
let save: ReturnType<typeof stateSaver> | undefined;

for (const event of ['uncaughtException', 'unhandledRejection'] as const) {
  process.on(event, (error: unknown) => {
    if (isDriverNoise(error)) return;
    // What is torn down in the middle of its work may throw: the run goes on to say that it was cancelled.
    if (cancelled.aborted) return endSoon();
    save?.({ verdict: { status: 'error', green: false } });
    fail(`an error that nobody expected: ${messageOf(error)}`);
    process.exit(1);
  });
}

cancelled.addEventListener('abort', () => host.info(`Stopping: ${messageOf(cancelled.reason)}`));

try {
  for (const text of misspeltInputs(process.env)) host.warning(text);
  const inputs = readInputs(process.env);
  const event = await readEvent(eventPath);
  const publishes = inputs.mode.kind === 'publish';
  const context = withPart(buildContext(process.env, event, !publishes), inputs);
  if (publishes) await tellElsewhere(inputs, event, context, await githubOf(context));
  else await test(inputs, context, await githubOf(context).catch(withoutGitHub));
} catch (error) {
  fail(messageOf(error));
  await tellFailure(messageOf(error));
}

// Nothing that may still be open keeps the job: what was to be told is told. Browsers are killed on exit.
process.stdout.write('', () => process.exit());

/** Red, and in time, also where what has thrown was waited for. */
function endSoon(): void {
  setTimeout(() => process.exit(1), cancelledMs).unref();
}

/** The only place that fails the job. */
function fail(reason: string): void {
  core.setFailed(logSafe(redact(reason)));
}

/** Tests, and ends red unless the verdict is green. */
async function test(inputs: Inputs, untold: RunContext, github: GitHubApi | undefined): Promise<void> {
  // The clock of `timeout` has not begun.
  github?.allow(patienceFor(0));
  const context = await completeContext(untold, github, host);
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
    commentKey: inputs.commentKey,
    context,
    github,
    host,
    redact,
    patienceMs: patienceOf(inputs),
    now: Date.now,
    settle,
    onPlace: (place) => saving({ place }),
    onConcluded: () => saving({ commentDone: true }),
  });
  const check = openRunCheck({
    check: inputs.check,
    context,
    github,
    host,
    redact,
    patienceMs: patienceOf(inputs),
    onBegin: (identity) => saving({ check: identity }),
    onConcluded: () => saving({ checkDone: true }),
  });
  const verdict = await run({
    inputs,
    context,
    host,
    redact,
    comment,
    check,
    artifact: openRunArtifact({
      name: inputs.artifact,
      retentionDays: inputs.artifactRetentionDays,
      context,
      host,
      redact,
      cancel: cancelled,
      // A bundle of its own, in a thread of its own.
      script: join(dirname(process.argv[1] ?? ''), 'upload', 'index.js'),
      env: process.env,
    }),
    cancel: cancelled,
    clock: { now: () => performance.now(), sleep: (ms, signal) => sleep(ms, undefined, { signal }) },
    startedAt: new Date(startedAt),
    connect: async (signal) => {
      // Cancelled while the test cases were read: nothing is begun that would have to be ended.
      signal.throwIfAborted();
      comment.announce();
      check.begin();
      const onTempFolder = (tempFolder: string) => saving({ tempFolder });
      return connect({ inputs, context, evidenceFolder: evidence, secrets, host, onTempFolder }, signal);
    },
    onVerdict: ({ status, green }) => saving({ verdict: { status, green } }),
  });
  if (verdict.green && !cancelled.aborted) {
    process.exitCode = 0;
  } else {
    fail(verdict.green ? 'The job was cancelled while the results were published.' : verdict.reason);
  }
}

/** Publishes what another workflow's run has found: red only where that can't be read. */
async function tellElsewhere(
  inputs: Inputs,
  event: unknown,
  context: RunContext,
  github: GitHubApi | undefined,
): Promise<void> {
  const { artifact, comment, commentKey, check } = inputs;
  await publishElsewhere({
    artifact,
    when: comment,
    commentKey,
    check,
    event,
    context,
    github,
    host,
    redact,
    patienceMs: patienceOf(inputs),
    now: Date.now,
    settle,
  });
  if (cancelled.aborted) fail('The job was cancelled while the results were published.');
  else process.exitCode = 0;
}

/** How long GitHub may keep the job from the moment on at which it is asked, in ms. */
function patienceOf({ timeoutMs }: Inputs): () => number {
  return () => patienceFor(startedAt + timeoutMs - Date.now());
}

/** Waits until what another run was just writing must have arrived at GitHub; of several at once, each for another time. */
async function settle(round: number): Promise<void> {
  await sleep(settleTime(round, Math.random()), undefined, { signal: cancelled }).catch(() => {});
}

/** Inputs or context are wrong: there is no run that could have published anything. */
async function tellFailure(reason: string): Promise<void> {
  const status = cancelled.aborted ? 'cancelled' : 'error';
  const verdict: Verdict = { status, reason, green: false, results: [] };
  // That mode's outputs are set as soon as something is known: they stay.
  if (rawInputs(process.env).mode !== 'publish') await setVerdictOutputs(host, verdict);
  else await attempt(host, 'The outputs', async () => host.setOutput('status', status));
  await setArtifactOutputs(host, undefined);
  const summary = `### ⚠️ Browser tests could not run\n\n${reasonText(redact(reason))}\n`;
  await attempt(host, 'The job summary', () => host.writeSummary(summary));
  if (cancelled.aborted) return;
  await attempt(host, 'The comment', async () =>
    publishFailure(verdict, {
      env: process.env,
      event: await readEvent(eventPath),
      githubOf,
      host,
      redact,
      settle,
      now: Date.now,
    }),
  );
}

/**
 * Late, and without the event file: GitHub's package reads it when it is imported, and ends on a broken one.
 * @returns undefined where there is no token, no repository, or no GitHub.
 * @throws UserError where an address on the way to GitHub is none.
 */
async function githubOf({ apiUrl, repository }: RunContext): Promise<GitHubApi | undefined> {
  if (githubToken === undefined || repository === undefined || apiUrl === undefined) return undefined;
  delete process.env.GITHUB_EVENT_PATH;
  try {
    const { connectGitHub } = await import('./publish/github/github-api.ts');
    return connectGitHub(githubToken, apiUrl, repository, cancelled);
  } catch (error) {
    throw new UserError(
      `GitHub can't be asked (${messageOf(error)}). Check the addresses in GITHUB_API_URL, HTTPS_PROXY and HTTP_PROXY.`,
    );
  }
}

/** The tests matter more than what is told of them. */
function withoutGitHub(error: unknown): undefined {
  host.warning(messageOf(error));
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
