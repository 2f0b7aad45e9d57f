import { messageOf } from '../common/errors.ts';
import { connect } from '../connection/connect.ts';
import type { GitHub } from '../github/github.ts';
import type { JobConclusions } from '../publish/publish-mode/needed-jobs.ts';
import { attempt } from '../publish/publishing.ts';
import { redactDeep } from '../results/redacted.ts';
import { redirectWarnings } from '../runtime/node-warnings.ts';
import type { SavedState } from '../runtime/saved-state.ts';
import { stateSaver } from '../runtime/state-saver.ts';
import { completeContext } from './context/complete-context.ts';
import { buildContext, type RunContext } from './context/context.ts';
import { emptyFolder, evidenceFolder } from './context/evidence-folder.ts';
import { runFacts, withJobInputs } from './context/job-identity.ts';
import { withTestedCommit } from './context/tested-commit.ts';
import { systemClock } from './execution/timing.ts';
import { inputWarnings } from './inputs/input-warnings.ts';
import { testsApp, testsCommit } from './inputs/mode-input.ts';
import { type Inputs, readInputs } from './inputs/read-inputs.ts';
import { withoutQuery } from './inputs/service-input.ts';
import type { RunPublishing } from './open-publishing.ts';
import { runTests } from './run-tests.ts';
import { type ActionRuntime, connectOrWarn, openSession, type Session } from './session.ts';

/** A cancelled run that something was thrown in has this long to publish its end, in ms. */
const cancelledMs = 4000;

/**
 * Runs the action: reads inputs and context, does what the mode says, and publishes the results.
 * @returns the exit code: 0 only with a verdict that allows it.
 */
export async function runAction(env: NodeJS.ProcessEnv, runtime: ActionRuntime): Promise<number> {
  let saved: SavedState | undefined;
  const saveState = (state: SavedState) => {
    saved = state;
    runtime.saveState(state);
  };
  const session = openSession(env, { ...runtime, saveState });
  const { host } = session;
  const { cancel } = runtime;
  redirectWarnings((text) => host.info(text));
  runtime.onFatalError((error) => {
    // What is torn down in the middle of its work may throw: the run goes on to publish that it was cancelled.
    if (cancel.aborted) return void setTimeout(() => process.exit(1), cancelledMs).unref();
    host.fail(`Unexpected internal error: ${messageOf(error)}`);
    // The post step must not publish a verdict that was green until now.
    if (saved !== undefined) runtime.saveState({ ...saved, verdict: { status: 'error', green: false } });
    process.exit(1);
  });
  const onCancel = () => host.info(`Stopping: ${messageOf(cancel.reason)}`);
  // The signal may have come while the code was loaded.
  if (cancel.aborted) onCancel();
  else cancel.addEventListener('abort', onCancel);
  try {
    for (const text of inputWarnings(env)) host.warning(text);
    const inputs = readInputs(env);
    const publishes = inputs.mode.kind === 'publish';
    const built = buildContext(env, await session.event(), !publishes);
    const comment = testsApp(inputs.mode) ? inputs.comment : 'never';
    const context = withJobInputs(built, { ...inputs, comment });
    const isGreen = await (inputs.mode.kind === 'publish'
      ? publishOnly(session, inputs, context, inputs.mode.needs)
      : runGate(session, inputs, context));
    if (isGreen && !cancel.aborted) return 0;
    if (isGreen) host.fail('The job was cancelled while the results were published.');
    return 1;
  } catch (error) {
    host.fail(messageOf(error));
    const { publishFailure } = await import('./publish-failure.ts');
    await publishFailure(session, messageOf(error));
    return 1;
  }
}

/** `mode: publish`. @returns whether the job is green. @throws UserError if results are missing or cannot be read. */
async function publishOnly(
  session: Session,
  inputs: Inputs,
  context: RunContext,
  needs: JobConclusions | undefined,
): Promise<boolean> {
  const { repository, repositoryUrl, report } = context;
  const github = await session.github(context);
  const publishing = session.publishing(context, runFacts(context, null, null), github, inputs.timeoutMs);
  const { publishRun } = await import('../publish/publish-mode/publish-run.ts');
  return publishRun({
    ...publishing,
    when: inputs.comment,
    check: inputs.check,
    sha: report.sha,
    event: await session.event(),
    repository: repository === undefined ? '' : `${repository.owner}/${repository.repo}`,
    repositoryUrl,
    needs,
  });
}

/** Every other mode: runs it, and publishes its verdict. */
async function runGate(session: Session, inputs: Inputs, built: RunContext): Promise<boolean> {
  const { host, redact, runtime, startedAt, secrets } = session;
  const github = once(() => connectOrWarn(session, built));
  const completed = await completeContext(built, async () => session.lookup(await github()), host);
  const wantsCheck = inputs.check !== undefined;
  const context = testsCommit(inputs.mode) ? await withTestedCommit(completed, host, wantsCheck) : completed;
  const folder = evidenceFolder(context);
  await attempt(host, 'the evidence folder', () => emptyFolder(folder));
  const url = inputs.service.url ? withoutQuery(inputs.service.url) : null;
  const facts = redactDeep(runFacts(context, startedAt, url), redact);
  // The post step knows of the run from now on.
  const save = stateSaver(runtime.saveState, { facts, evidenceFolder: folder });
  save({});
  let opened: RunPublishing | undefined;
  // Loaded late: the first request does not need it.
  const open = once(async () => {
    const { openPublishing } = await import('./open-publishing.ts');
    opened = openPublishing({ session, inputs, context, facts, save, github: await github() });
    return opened;
  });
  const announce = once(async () => {
    const publishing = await open();
    if (!runtime.cancel.aborted) publishing.announce();
  });
  const verdict = await runTests({
    inputs,
    context,
    evidenceFolder: folder,
    host,
    cancel: runtime.cancel,
    clock: systemClock,
    changedFiles: async () => changedFiles(context, session, await github()),
    onProgress: (progress) => opened?.progress(progress),
    connect: async (signal) => {
      // If the job was cancelled while the test cases were read, nothing begins that would have to end.
      signal.throwIfAborted();
      // What fails here fails again at the end, and is reported then.
      const onStart = () => void announce().catch(() => {});
      const onTempFolder = (tempFolder: string) => save({ tempFolder });
      const onAppStarted = (appPid: number) => save({ appPid });
      const given = { inputs, context, evidenceFolder: folder, secrets, host };
      return connect({ ...given, onStart, onTempFolder, onAppStarted }, signal);
    },
  });
  await (await open()).conclude(verdict);
  return verdict.green;
}

/** The files that the pull request changes; none if GitHub does not answer. */
async function changedFiles(
  { pullRequest }: RunContext,
  session: Session,
  github: GitHub | undefined,
): Promise<readonly string[]> {
  const lookup = session.lookup(github);
  if (github === undefined || lookup === undefined || pullRequest === undefined) return [];
  return github.pullRequests.changedFiles(pullRequest, lookup.signal).catch((error: unknown) => {
    session.host.info(`The changed files are unknown (${messageOf(error)}).`);
    return [];
  });
}

/** Makes a function that does its work when it is first called. */
function once<T>(work: () => Promise<T>): () => Promise<T> {
  let result: Promise<T> | undefined;
  return () => {
    result ??= work();
    return result;
  };
}
