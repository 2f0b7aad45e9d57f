import type { Connection } from './action/connection.ts';
import { waitForApp } from './app-ready.ts';
import { createClient } from './client/client.ts';
import { findChromium, type Surroundings } from './runner/browser/find-chromium.ts';
import { onDemandRunner } from './runner/on-demand-runner.ts';
import { openRunner } from './runner/open-runner.ts';
import { openEmbeddedService } from './service/embedded-service.ts';

export interface EmbeddedOptions {
  /** The app under test. */
  readonly url: string;
  readonly environment: string;
  /** Whether test cases will be played: else neither browser nor app is needed. */
  readonly play: boolean;
  /** Name of the app, for the service's test target. */
  readonly app: string;
  readonly surroundings: Surroundings;
  /** Told once when the app is not up yet. */
  readonly onWaiting: (reason: string) => void;
}

/**
 * Opens the embedded service with a browser, and a test target in it for the app. The browser starts while the app is
 * waited for.
 * @throws BrowserNotFound, BrowserNotStarted, UserError where the app doesn't answer, or the reason of `signal`.
 */
export async function connectEmbedded(options: EmbeddedOptions, signal: AbortSignal): Promise<Connection> {
  const { url, environment } = options;
  await using opening = new AsyncDisposableStack();
  const open = () => openRunner(findChromium(options.surroundings));
  const runner = options.play
    ? await both(
        open().then((opened) => opening.use(opened)),
        (failed) => waitForApp(url, AbortSignal.any([signal, failed]), options.onWaiting),
      )
    : onDemandRunner(open);
  const service = opening.use(openEmbeddedService({ runner }));
  const client = createClient({
    baseUrl: 'http://embedded.invalid',
    apiKey: service.apiKey,
    fetch: (address, { signal: attempt, ...request }) =>
      orAborted(service.fetch(new Request(address, { ...request, signal: attempt })), attempt),
  });
  const { id: testTargetId } = await client.createTestTarget({
    testTarget: { app: options.app, discoveryUrl: url },
  });
  if (environment !== 'default') {
    await client.createEnvironment({ testTargetId }, { name: environment, discoveryUrl: url });
  }
  const opened = opening.move();
  return { client, testTargetId, url: async () => url, [Symbol.asyncDispose]: () => opened.disposeAsync() };
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
