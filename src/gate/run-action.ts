import { rm, stat } from 'node:fs/promises';
import { messageOf, UserError } from '../common/errors.ts';
import { makeFolder } from '../common/files.ts';
import { defined } from '../common/object-fields.ts';
import { connect } from '../connection/connect.ts';
import { attempt } from '../publish/publish-context.ts';
import type { JobConclusions } from '../publish/publish-mode/needed-jobs.ts';
import { redactDeep } from '../results/run-results.ts';
import { redirectWarnings } from '../runtime/log-text.ts';
import { buildContext, completeContext, evidenceFolder, type RunContext } from './context/context.ts';
import { runFacts, withJobInputs } from './context/job-identity.ts';
import { withTestedCommit } from './context/tested-commit.ts';
import { systemClock } from './execution/timing.ts';
import { testsApp, testsCommit } from './inputs/mode-input.ts';
import { type Inputs, inputWarnings, readInputs } from './inputs/read-inputs.ts';
import { appFacts } from './inputs/service-input.ts';
import type { openPublisher, Publisher } from './publisher.ts';
import { runTests } from './run-tests.ts';
import { type ActionRuntime, Session } from './session.ts';

/** A cancelled run that something was thrown in has this long to publish its end, in ms. */
const cancelledMs = 4000;

/**
 * Runs the action: reads inputs and context, does what the mode says, and publishes the results.
 * @returns the exit code: 0 only with a verdict that allows it.
 */
export async function runAction(env: NodeJS.ProcessEnv, runtime: ActionRuntime): Promise<number> {
  const session = new Session(env, runtime);
  const { host, cancel } = session;
  redirectWarnings((text) => host.info(text));
  runtime.onFatalError((error) => endOnFatalError(error, session));
  const onCancel = () => host.info(`Stopping: ${messageOf(cancel.reason)}`);
  // The signal may have come while the code was loaded.
  if (cancel.aborted) onCancel();
  else cancel.addEventListener('abort', onCancel);
  try {
    const isGreen = await runMode(session);
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

function endOnFatalError(error: unknown, { cancel, host, state }: Session): void {
  // What is torn down in the middle of its work may throw: the run goes on to publish that it was cancelled.
  if (cancel.aborted) return void setTimeout(() => process.exit(1), cancelledMs).unref();
  host.fail(`Unexpected internal error: ${messageOf(error)}`);
  // The post step must not publish a verdict that was green until now.
  state.add({ verdict: { status: 'error', green: false } });
  process.exit(1);
}

/** @returns whether the job is green. @throws what keeps it from having a verdict. */
async function runMode(session: Session): Promise<boolean> {
  const { env, host } = session;
  const warnings = inputWarnings(env);
  for (const text of warnings) host.warning(text);
  const inputs = readInputs(env);
  const { mode } = inputs;
  const built = buildContext(env, await session.event(), { runsTests: mode.kind !== 'publish' });
  const comment = testsApp(mode) ? inputs.comment : 'never';
  const context = withJobInputs(built, { ...inputs, comment });
  return mode.kind === 'publish'
    ? publishOnly(session, inputs, context, mode.needs)
    : runGate(session, inputs, context, warnings);
}

/** `mode: publish`. @returns whether the job is green. @throws UserError if results are missing or cannot be read. */
async function publishOnly(
  session: Session,
  inputs: Inputs,
  context: RunContext,
  needs: JobConclusions | undefined,
): Promise<boolean> {
  const { repository, repositoryUrl, report, isAboutCommit } = context;
  // The results say which commit they are for.
  const facts = runFacts({ ...context, isCommitUnknown: !isAboutCommit }, null);
  const publishContext = await session.publishContext(context, facts, inputs.timeoutMs);
  const { publishRun } = await import('../publish/publish-mode/publish-run.ts');
  return publishRun(publishContext, {
    when: inputs.comment,
    check: inputs.check,
    sha: isAboutCommit ? report.sha : undefined,
    event: await session.event(),
    repository: repository === undefined ? '' : `${repository.owner}/${repository.repo}`,
    repositoryUrl,
    needs,
  });
}

/**
 * Every other mode: runs it, and publishes its verdict.
 * @param earlierWarnings warnings of the inputs, which the results contain as well as those of the run.
 * @returns whether the verdict is green.
 */
async function runGate(
  session: Session,
  inputs: Inputs,
  built: RunContext,
  earlierWarnings: readonly string[],
): Promise<boolean> {
  const { host, redact, cancel, startedAt, secrets, state } = session;
  await refuseMissingWorkspace(built.workspace);
  const completed = await completeContext(built, () => session.lookup(built), host);
  const wanted = { wantsCheck: inputs.check !== undefined };
  const context = testsCommit(inputs.mode) ? await withTestedCommit(completed, host, wanted) : completed;
  const folder = evidenceFolder(context);
  await attempt(host, 'the evidence folder', () => emptyFolder(folder));
  const facts = redactDeep(runFacts(context, startedAt, appFacts(inputs.service)), redact);
  state.begin({ facts, evidenceFolder: folder });
  const publisher = lazyPublisher(session, inputs, context, facts);
  const warnings = [...earlierWarnings];
  const onWarning = (text: string) => void warnings.push(text);
  let appFailure: string | undefined;
  const onAppFailed = (text: string) => {
    host.warning(text);
    appFailure = text;
  };
  const given = { inputs, context, evidenceFolder: folder, host };
  const verdict = await runTests({
    ...given,
    cancel,
    clock: systemClock,
    changedFiles: () => changedFiles(session, context),
    onProgress: (progress) => publisher.progress(progress),
    onInterim: (interim) => publisher.keep(interim),
    onWarning,
    connect: (signal) => {
      const onStart = () => publisher.announce();
      const onTempFolder = (tempFolder: string) => state.add({ tempFolder });
      const onAppStarted = (appPid: number) => state.add({ appPid });
      return connect({ ...given, secrets, onStart, onTempFolder, onAppStarted, onAppFailed }, signal);
    },
  });
  await publisher.conclude({
    ...verdict,
    ...(warnings.length > 0 && { warnings }),
    ...defined({ appFailure }),
  });
  return verdict.green;
}

/** A publisher whose code is loaded when it is needed: the first request of the run does not wait for it. */
function lazyPublisher(...parameters: Parameters<typeof openPublisher>): Publisher {
  let opened: Promise<Publisher> | undefined;
  const open = () => {
    opened ??= import('./publisher.ts').then(({ openPublisher }) => openPublisher(...parameters));
    return opened;
  };
  const ignore = () => {};
  return {
    /** At the first call. What fails here fails again at the end, and is reported then. */
    announce() {
      if (opened === undefined)
        open()
          .then((each) => each.announce())
          .catch(ignore);
    },
    progress: (progress) => void opened?.then((each) => each.progress(progress)).catch(ignore),
    keep: (interim) => void opened?.then((each) => each.keep(interim)).catch(ignore),
    conclude: async (verdict) => (await open()).conclude(verdict),
  };
}

/** @throws UserError if there is no workspace, as in a container in which it is not mounted. */
async function refuseMissingWorkspace(workspace: string): Promise<void> {
  const found = await stat(workspace).catch(() => undefined);
  if (found?.isDirectory() === true) return;
  throw new UserError(
    `The workspace is not there: GITHUB_WORKSPACE is ${workspace}, which is not a folder. Check out the repository with \`actions/checkout\` in an earlier step. In a container, mount the workspace at this path.`,
  );
}

/** The files that the pull request changes; none if GitHub does not answer. */
async function changedFiles(session: Session, context: RunContext): Promise<readonly string[]> {
  const { pullRequest } = context;
  const lookup = pullRequest === undefined ? undefined : await session.lookup(context);
  if (pullRequest === undefined || lookup === undefined) return [];
  return lookup.pullRequests.changedFiles(pullRequest, lookup.signal).catch((error: unknown) => {
    session.host.info(`The changed files are unknown (${messageOf(error)}).`);
    return [];
  });
}

/** Creates the folder and removes what an earlier run left in it. */
async function emptyFolder(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true });
  await makeFolder(folder);
}
