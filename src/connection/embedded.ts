import { type Client, createClient } from '../client/client.ts';
import { orAborted, Resources } from '../common/async.ts';
import { UserError } from '../common/errors.ts';
import { isLoopback } from '../common/loopback.ts';
import { defined } from '../common/object-fields.ts';
import { cut } from '../common/text.ts';
import { variableLists } from '../contract/values.ts';
import { openRunner } from '../runner/open-runner.ts';
import type { Runner } from '../runner/runner.ts';
import { createRedactor } from '../runtime/redactor.ts';
import { openEmbeddedService } from '../service/embedded-service.ts';
import type { Generate } from '../service/generation-jobs.ts';
import { type AppProcess, describeOutput, killGroup, startApp } from './app-process.ts';
import { answers, refusesConnections, requireFree, waitForApp } from './app-ready.ts';
import type { AppStart, Connection, ConnectOptions, EmbeddedSettings, RestartableApp } from './connection.ts';
import { portInUse, stopOther } from './startup-diagnosis.ts';

interface EmbeddedOptions extends ConnectOptions {
  readonly service: EmbeddedSettings;
  /** Environment variables of an app that is started. */
  readonly appEnv: NodeJS.ProcessEnv;
}

/** The modes that run test cases: others need neither a browser nor the app. */
const runModes = ['draft-push', 'mutate', 'batch-generation', 'discovery'];

/**
 * Opens the embedded service and creates a test target for the app. The browser starts while the app is being waited
 * for.
 * @throws UserError if no browser can be started or the app does not answer; the reason of `signal`.
 */
export async function connectEmbedded(options: EmbeddedOptions, signal: AbortSignal): Promise<Connection> {
  const { service: settings, inputs } = options;
  await using opening = new Resources();
  const runner = opening.use(openRunnerOf(options));
  let app: StartedApp | undefined;
  if (runModes.includes(inputs.mode.kind)) {
    const { start } = settings;
    app =
      start === undefined ? undefined : opening.use(new StartedApp({ ...options, start, url: settings.url }));
    await app?.start(signal);
    await prepare(runner, app, options, signal);
  }
  let isClosing = false;
  const log = (line: string) => {
    // A request that is cut off by the end is no error.
    if (!isClosing) console.error(line);
  };
  const service = opening.use(
    openEmbeddedService({ runner, hasRepository: true, generate: lazyGenerator(options), log }),
  );
  const client = createClient({
    baseUrl: 'http://embedded.invalid',
    apiKey: service.apiKey,
    fetch: (address, { signal: attempt, ...request }) =>
      orAborted(service.fetch(new Request(address, { ...request, signal: attempt })), attempt),
  });
  const testTargetId = await createTarget(client, options);
  const opened = opening.move();
  return {
    client,
    testTargetId,
    runner,
    ...defined({ app }),
    url: async () => settings.url,
    async [Symbol.asyncDispose]() {
      isClosing = true;
      await opened[Symbol.asyncDispose]();
    },
  };
}

function openRunnerOf(options: EmbeddedOptions): Runner {
  const { inputs, context, evidenceFolder, host, display } = options;
  const { timeoutPerStepMs: _, ...execution } = inputs.execution;
  const isMutated = inputs.mode.kind === 'mutate';
  return openRunner(machineOf(options), {
    ...execution,
    ...display,
    // A mutant is killed by the first failure, which is not looked at.
    ...(isMutated ? { retries: 0, maxFailures: 0, trace: 'never' as const } : { evidenceFolder }),
    uploadFolder: context.workspace,
    redactor: redactorOf(options),
    info: (text) => host.info(text),
  });
}

function machineOf({ context: { workspace } }: EmbeddedOptions) {
  return { env: process.env, platform: process.platform, workspace };
}

/** Creates a function that redacts the run's secrets and the given ones: a trace holds what was typed and sent. */
function redactorOf({ secrets }: EmbeddedOptions) {
  return (more: readonly string[]) => createRedactor([...secrets, ...more]);
}

/** Starts the browser while it waits for the app. */
async function prepare(
  runner: Runner,
  app: StartedApp | undefined,
  { service: { url }, inputs, host }: EmbeddedOptions,
  signal: AbortSignal,
): Promise<void> {
  const onWaiting = (text: string) => host.info(text);
  await waitForBoth(runner.prepare(inputs.browser), (failed) => {
    const aborted = AbortSignal.any([signal, failed]);
    return app === undefined ? waitForApp(url, { signal: aborted, onWaiting }) : app.wait(aborted);
  });
  const { baseUrl } = inputs.mode;
  if (baseUrl !== undefined) {
    await waitForApp(baseUrl, { signal, onWaiting, advice: 'Check the input `base-url`.' });
  }
}

/** A chunk of its own: only generations load the generator. */
function lazyGenerator(options: EmbeddedOptions): Generate {
  const { inputs, host } = options;
  return async (request, signal) => {
    const { createGenerator } = await import('../generation/generator.ts');
    const generator = createGenerator({
      machine: machineOf(options),
      redactor: redactorOf(options),
      variables: variableLists(inputs.variables),
      info: (text) => host.info(text),
      ...defined({ model: inputs.model }),
    });
    return generator(request, signal);
  };
}

/** Creates the test target for the app, with its environment. @returns the target's id. */
async function createTarget(client: Client, { context, service: { url }, inputs }: EmbeddedOptions) {
  const { environment, access } = inputs;
  const discoveryUrl = url === '' ? {} : { discoveryUrl: url };
  const testTarget = { app: context.repository?.repo ?? 'app', ...discoveryUrl };
  const { id: testTargetId, environments } = await client.createTestTarget({ testTarget });
  await client.updateTestTarget({ testTargetId }, { timeoutPerStep: inputs.execution.timeoutPerStepMs });
  if (environment !== 'default') {
    await client.createEnvironment({ testTargetId }, { name: environment, ...discoveryUrl, ...access });
    return testTargetId;
  }
  for (const { id: environmentId, type } of environments ?? []) {
    if (type === 'DEFAULT') await client.updateEnvironment({ testTargetId, environmentId }, access);
  }
  return testTargetId;
}

/**
 * Waits until both have ended, also if one fails: nothing may be opened after the failure was reported.
 * @param other is aborted if `work` fails.
 */
async function waitForBoth(
  work: Promise<void>,
  other: (failed: AbortSignal) => Promise<void>,
): Promise<void> {
  const failed = new AbortController();
  work.catch((error: unknown) => failed.abort(error));
  for (const result of await Promise.allSettled([work, other(failed.signal)])) {
    if (result.status === 'rejected') throw result.reason;
  }
}

interface StartOptions extends Pick<ConnectOptions, 'context' | 'host' | 'onAppStarted' | 'onAppFailed'> {
  readonly start: AppStart;
  /** The app under test. */
  readonly url: string;
  /** The app's environment variables. */
  readonly appEnv: NodeJS.ProcessEnv;
}

const maxQuoteLength = 200;

/** An app that was started for the tests, and can be started again. Disposing of it ends it. */
class StartedApp implements RestartableApp, AsyncDisposable {
  readonly #options: StartOptions;
  #process: AppProcess | undefined;
  #isReady = false;
  #isGone = false;
  /** Aborted when it does not matter any more whether the app answers. */
  #signal: AbortSignal | undefined;

  constructor(options: StartOptions) {
    this.#options = options;
  }

  /** Starts the app, without waiting for it. @throws UserError if another program answers already. */
  async start(signal: AbortSignal): Promise<void> {
    const { start, url, context, appEnv, host, onAppStarted } = this.#options;
    await requireFree(start.waitOn, signal);
    // What is started may only be a part of an app that is on another machine.
    if (isLoopback(new URL(url))) await requireFree(url, signal);
    host.info(`Starting the app: ${start.command}`);
    this.#isReady = this.#isGone = false;
    this.#process = startApp(start.command, { cwd: context.workspace, env: appEnv });
    if (this.#process.pid !== undefined) onAppStarted(this.#process.pid);
  }

  /** Waits until the app answers; reports it if it fails later. @throws UserError */
  async wait(signal: AbortSignal): Promise<void> {
    const { start, host } = this.#options;
    const process = this.#process;
    if (process === undefined) return;
    const onStartupHint = (text: string) => host.info(text);
    const app = { process, timeoutMs: start.timeoutMs, onStartupHint };
    // Why it does not answer at first is known: it starts.
    const onWaiting = () =>
      host.info(`Waiting up to ${Math.round(start.timeoutMs / 1000)} s until ${start.waitOn} answers.`);
    await waitForApp(start.waitOn, { signal, app, onWaiting });
    this.#isReady = true;
    this.#signal = signal;
    const reason = await this.displaced();
    if (reason !== undefined) throw new UserError(reason);
    void process.ended.then(() => this.#reportEnd(process));
  }

  /** Whether its command has failed, or the app is known not to answer. */
  hasFailed(): boolean {
    return !this.#isReady || this.#isGone;
  }

  async displaced(): Promise<string | undefined> {
    const { start, url } = this.#options;
    const process = this.#process;
    // A job that is cancelled ends the app, too.
    if (process === undefined || !this.#isReady || this.#signal?.aborted) return undefined;
    const line = portInUse(process.lastLines(), [start.waitOn, url]);
    const failure = process.failure();
    // What the command has started may go on without it.
    const isGone = failure !== undefined && !killGroup(process.pid, 0);
    if ((line === undefined && !isGone) || !(await this.#stillAnswers(process))) return undefined;
    this.#isGone = true;
    const does = line === undefined ? failure : `says "${cut(line.trim(), maxQuoteLength)}"`;
    return `Another program answers at ${start.waitOn} in place of the app, which ${does}. ${stopOther}`;
  }

  lastLines(): readonly string[] {
    return this.#process?.lastLines() ?? [];
  }

  /** Ends the app, starts it again, and waits until it answers. @throws UserError */
  async restart(signal: AbortSignal): Promise<void> {
    await this[Symbol.asyncDispose]();
    await this.start(signal);
    await this.wait(signal);
  }

  /**
   * Reports an app that is gone. A command that ends well may have started the app in the background, and one that watches the
   * files of an app survives its crash.
   */
  async #reportEnd(process: AppProcess): Promise<void> {
    const { start, host, onAppFailed = (text) => host.warning(text) } = this.#options;
    const failure = process.failure();
    if (this.#isGone || (failure === undefined && (await this.#stillAnswers(process)))) return;
    if (process !== this.#process || this.#isGone) return;
    this.#isGone = true;
    const end = process.end();
    const command = `The command that starts the app ${end === undefined ? 'still runs, but' : `${end}, and`}`;
    const what =
      failure === undefined
        ? `${command} the app no longer answers at ${start.waitOn}.`
        : `The app ${failure} after it had answered.`;
    onAppFailed(`${what}${describeOutput(process)}`);
  }

  /** Whether the app answers. True as well after a cancellation, when this is not checked. */
  async #stillAnswers(process: AppProcess): Promise<boolean> {
    const signal = this.#signal;
    const { waitOn } = this.#options.start;
    if (signal === undefined) return true;
    const isThere =
      process.end() === undefined
        ? refusesConnections(waitOn, signal).then((refuses) => !refuses)
        : answers(waitOn, signal);
    return isThere.catch(() => true);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const process = this.#process;
    // What a command has started may have ended since.
    if (this.#isReady && process !== undefined) await this.#reportEnd(process);
    this.#process = undefined;
    await process?.[Symbol.asyncDispose]();
  }
}
