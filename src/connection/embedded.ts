import { type Client, createClient } from '../client/client.ts';
import type { Browser } from '../contract/values.ts';
import type { Machine } from '../runner/browser/browser-kinds.ts';
import { openRunner } from '../runner/open-runner.ts';
import { openEmbeddedService } from '../service/embedded-service.ts';
import { waitForApp } from './app-ready.ts';
import type { AppAccess, Connection, PlaySettings } from './connection.ts';

interface EmbeddedOptions {
  /** The app under test; empty for an export without one. */
  readonly url: string;
  readonly environment: string;
  /** Whether test cases will be played; if not, neither a browser nor the app is needed. */
  readonly playsCases: boolean;
  readonly browser: Browser;
  readonly play: PlaySettings;
  readonly access: AppAccess;
  /** Where traces and screenshots are written. */
  readonly evidenceFolder: string;
  /** Creates a function that redacts the run's secrets and the given ones: a trace holds what was typed and sent. */
  readonly redactor: (secrets: readonly string[]) => (text: string) => string;
  /** Name of the test target. */
  readonly app: string;
  readonly machine: Machine;
  /** Called once if the app does not answer at first. */
  readonly onWaiting: (text: string) => void;
}

/**
 * Opens the embedded service and creates a test target for the app. The browser starts while the app is being waited
 * for.
 * @throws UserError if no browser can be started or the app does not answer; the reason of `signal`.
 */
export async function connectEmbedded(options: EmbeddedOptions, signal: AbortSignal): Promise<Connection> {
  const { url, machine, evidenceFolder, redactor } = options;
  const { timeoutPerStepMs, ...settings } = options.play;
  await using opening = new AsyncDisposableStack();
  const runner = opening.use(
    openRunner(machine, { ...settings, uploadFolder: machine.workspace, evidenceFolder, redactor }),
  );
  if (options.playsCases) {
    await waitForBoth(runner.prepare(options.browser), (failed) =>
      waitForApp(url, AbortSignal.any([signal, failed]), options.onWaiting),
    );
  }
  const service = opening.use(openEmbeddedService({ runner, hasRepository: true }));
  const client = createClient({
    baseUrl: 'http://embedded.invalid',
    apiKey: service.apiKey,
    fetch: (address, { signal: attempt, ...request }) =>
      orAborted(service.fetch(new Request(address, { ...request, signal: attempt })), attempt),
  });
  const testTargetId = await createTarget(client, options, timeoutPerStepMs);
  const opened = opening.move();
  return { client, testTargetId, url: async () => url, [Symbol.asyncDispose]: () => opened.disposeAsync() };
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

/** Rejects when the signal is aborted, as a request over the network does: a service in this process does not know it. */
async function orAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  const abort = () => reject(signal.reason);
  if (signal.aborted) abort();
  signal.addEventListener('abort', abort, { once: true });
  try {
    return await Promise.race([work, aborted]);
  } finally {
    signal.removeEventListener('abort', abort);
  }
}
