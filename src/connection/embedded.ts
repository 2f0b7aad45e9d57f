import { type Client, createClient } from '../client/client.ts';
import { defined } from '../common/defined.ts';
import type { ModelSettings } from '../common/model-settings.ts';
import { orAborted } from '../common/or-aborted.ts';
import type { Browser } from '../contract/values.ts';
import type { Machine } from '../runner/browser/browser-kinds.ts';
import { openRunner, type RunnerDisplay } from '../runner/open-runner.ts';
import { openEmbeddedService } from '../service/embedded-service.ts';
import type { Generate } from '../service/generation-jobs.ts';
import { startApp } from './app-process.ts';
import { describeOutput, requireFree, type StartedApp, waitForApp } from './app-ready.ts';
import type { AppAccess, AppStart, Connection, PlaySettings } from './connection.ts';

interface EmbeddedOptions {
  /** The app under test; empty for an export without one. */
  readonly url: string;
  /** URL of the app without the change, if there is one. */
  readonly baseUrl: string | undefined;
  /** The model that proposes test cases; without one, the app is explored. */
  readonly model: ModelSettings | undefined;
  /** For test cases that are generated. */
  readonly variables: Readonly<Record<string, readonly string[]>>;
  /** Default: the app is running, or is being started by others. */
  readonly start: AppStart | undefined;
  /** Environment variables of an app that is started. */
  readonly appEnv: NodeJS.ProcessEnv;
  /** Called with the process group of an app that was started. */
  readonly onAppStarted: (pid: number) => void;
  readonly onWarning: (text: string) => void;
  readonly environment: string;
  /** Whether test cases will be played; if not, neither a browser nor the app is needed. */
  readonly playsCases: boolean;
  readonly browser: Browser;
  readonly play: PlaySettings;
  readonly display: RunnerDisplay;
  readonly access: AppAccess;
  /** Where traces and screenshots are written; undefined if none are. */
  readonly evidenceFolder: string | undefined;
  /** Creates a function that redacts the run's secrets and the given ones: a trace holds what was typed and sent. */
  readonly redactor: (secrets: readonly string[]) => (text: string) => string;
  /** Name of the test target. */
  readonly app: string;
  readonly machine: Machine;
  /** Called with what the reader of the log should know. */
  readonly info: (text: string) => void;
}

/**
 * Opens the embedded service and creates a test target for the app. The browser starts while the app is being waited
 * for.
 * @throws UserError if no browser can be started or the app does not answer; the reason of `signal`.
 */
export async function connectEmbedded(options: EmbeddedOptions, signal: AbortSignal): Promise<Connection> {
  const { url, machine, evidenceFolder, redactor, info } = options;
  const { timeoutPerStepMs, ...settings } = options.play;
  await using opening = new AsyncDisposableStack();
  const runner = opening.use(
    openRunner(machine, {
      ...settings,
      ...options.display,
      uploadFolder: machine.workspace,
      ...(evidenceFolder === undefined ? {} : { evidenceFolder }),
      redactor,
      info,
    }),
  );
  if (options.playsCases) {
    const app = await startIfNeeded(options, signal);
    if (app !== undefined) opening.use(app.process);
    await waitForBoth(runner.prepare(options.browser), (failed) =>
      waitForApp(
        options.start?.waitOn ?? url,
        AbortSignal.any([signal, failed]),
        app === undefined ? info : () => {},
        app,
      ),
    );
    if (options.baseUrl !== undefined) {
      await waitForApp(options.baseUrl, signal, info, undefined, 'Check the input `base-url`.');
    }
    void app?.process.failed.then((how) =>
      options.onWarning(`The app ${how} during the tests.${describeOutput(app.process)}`),
    );
  }
  const service = opening.use(
    openEmbeddedService({ runner, hasRepository: true, generate: lazyGenerator(options) }),
  );
  const client = createClient({
    baseUrl: 'http://embedded.invalid',
    apiKey: service.apiKey,
    fetch: (address, { signal: attempt, ...request }) =>
      orAborted(service.fetch(new Request(address, { ...request, signal: attempt })), attempt),
  });
  const testTargetId = await createTarget(client, options, timeoutPerStepMs);
  const opened = opening.move();
  return {
    client,
    testTargetId,
    runner,
    url: async () => url,
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  };
}

/** A chunk of its own: only generations load the generator. */
function lazyGenerator({ machine, redactor, variables, model, info }: EmbeddedOptions): Generate {
  return async (request, signal) => {
    const { createGenerator } = await import('../generation/generate.ts');
    return createGenerator({ machine, redactor, variables, info, ...defined({ model }) })(request, signal);
  };
}

/** Starts the app if there is a command for it. @throws UserError if another program answers already. */
async function startIfNeeded(
  { start, machine, appEnv, info, onAppStarted }: EmbeddedOptions,
  signal: AbortSignal,
): Promise<StartedApp | undefined> {
  if (start === undefined) return undefined;
  await requireFree(start.waitOn, signal);
  info(`Starting the app: ${start.command}`);
  const process = startApp(start.command, { cwd: machine.workspace, env: appEnv });
  if (process.pid !== undefined) onAppStarted(process.pid);
  return { process, timeoutMs: start.timeoutMs };
}

/** Creates the test target for the app, with its environment. @returns the target's id. */
async function createTarget(
  client: Client,
  { app, url, environment, access }: EmbeddedOptions,
  timeoutPerStep: number,
): Promise<string> {
  const { id: testTargetId, environments } = await client.createTestTarget({
    testTarget: { app, ...(url === '' ? {} : { discoveryUrl: url }) },
  });
  await client.updateTestTarget({ testTargetId }, { timeoutPerStep });
  if (environment !== 'default') {
    const discoveryUrl = url === '' ? {} : { discoveryUrl: url };
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
