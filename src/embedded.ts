import type { Connection } from './action/connection.ts';
import type { AppAccess } from './action/inputs/app-access-input.ts';
import type { PlayInput } from './action/inputs/play-input.ts';
import { waitForApp } from './app-ready.ts';
import { type Client, createClient } from './client/client.ts';
import type { Browser } from './contract/values.ts';
import type { Surroundings } from './runner/browser/surroundings.ts';
import { openRunner } from './runner/open-runner.ts';
import { openEmbeddedService } from './service/embedded-service.ts';

interface EmbeddedOptions {
  /** The app under test. */
  readonly url: string;
  readonly environment: string;
  /** Whether test cases will be played: else neither browser nor app is needed. */
  readonly play: boolean;
  readonly browser: Browser;
  readonly settings: PlayInput;
  /** Of the environment. */
  readonly access: AppAccess;
  /** Where traces and screenshots are written. */
  readonly evidenceFolder: string;
  /** Makes what takes secrets out of a text, also those that are given: a trace holds what was typed and sent. */
  readonly redactor: (secrets: readonly string[]) => (text: string) => string;
  /** Name of the app, for the service's test target. */
  readonly app: string;
  readonly surroundings: Surroundings;
  /** Told once when the app is not up yet. */
  readonly onWaiting: (reason: string) => void;
}

/**
 * Opens the embedded service with a browser, and a test target in it for the app. The browser starts while the app is
 * waited for.
 * @throws what keeps the browser from being ready, UserError where the app doesn't answer, or the reason of `signal`.
 */
export async function connectEmbedded(options: EmbeddedOptions, signal: AbortSignal): Promise<Connection> {
  const { url, evidenceFolder, redactor } = options;
  const { timeoutPerStepMs, ...settings } = options.settings;
  await using opening = new AsyncDisposableStack();
  const runner = opening.use(openRunner(options.surroundings, { ...settings, evidenceFolder, redactor }));
  if (options.play) {
    await both(runner.prepare(options.browser), (failed) =>
      waitForApp(url, AbortSignal.any([signal, failed]), options.onWaiting),
    );
  }
  const service = opening.use(openEmbeddedService({ runner }));
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

/** Makes the test target for the app, with its environment. @returns its id. */
async function createTarget(
  client: Client,
  { app, url, environment, access }: EmbeddedOptions,
  timeoutPerStep: number,
): Promise<string> {
  const { id: testTargetId, environments } = await client.createTestTarget({
    testTarget: { app, discoveryUrl: url },
  });
  await client.updateTestTarget({ testTargetId }, { timeoutPerStep });
  if (environment !== 'default') {
    await client.createEnvironment({ testTargetId }, { name: environment, discoveryUrl: url, ...access });
    return testTargetId;
  }
  for (const { id: environmentId, type } of environments ?? []) {
    if (type === 'DEFAULT') await client.updateEnvironment({ testTargetId, environmentId }, access);
  }
  return testTargetId;
}

/** Does two things at once, and returns only when both are over: nothing may be opened after a failure was told. */
async function both<T>(work: Promise<T>, beside: (failed: AbortSignal) => Promise<void>): Promise<T> {
  const failed = new AbortController();
  work.catch((error: unknown) => failed.abort(error));
  const [first, second] = await Promise.allSettled([work, beside(failed.signal)]);
  if (first.status === 'rejected') throw first.reason;
  if (second.status === 'rejected') throw second.reason;
  return first.value;
}

/** The network gives a request up when its signal is aborted; a service in this process must be left the same way. */
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
