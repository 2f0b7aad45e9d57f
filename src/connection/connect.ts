import { createClient } from '../client/client.ts';
import { openNetwork } from '../client/network.ts';
import { UserError } from '../common/errors.ts';
import { createTempFolder, removeNow } from '../runtime/temp-folder.ts';
import { type Connection, type ConnectOptions, findEnvironment, type HostedSettings } from './connection.ts';

/**
 * Connects to the service, hosted or embedded.
 * @throws UserError if the app does not answer or no browser can be started; the reason of `signal`.
 */
export async function connect(options: ConnectOptions, signal: AbortSignal): Promise<Connection> {
  const { inputs, onStart, onTempFolder } = options;
  const { service } = inputs;
  // If the job was cancelled while the test cases were read, nothing begins that would have to end.
  signal.throwIfAborted();
  if (service.kind === 'hosted') return connectHosted(service, options, signal);
  // The app gets the environment as it is before temporary files are redirected.
  const appEnv = withoutInputs(process.env);
  onStart();
  redirectTempFiles(onTempFolder);
  // A chunk of its own: a hosted run loads neither the service nor the browser driver.
  const { connectEmbedded } = await import('./embedded.ts');
  return connectEmbedded({ ...options, service, appEnv }, signal);
}

/** Connects to a hosted service. Its client honours no `Retry-After` beyond the end of the run. */
function connectHosted(
  settings: HostedSettings,
  { inputs, onStart }: ConnectOptions,
  signal: AbortSignal,
): Connection {
  const { baseUrl, apiKey, testTargetId } = settings;
  let url: Promise<string> | undefined;
  const endsAt = performance.now() + inputs.timeoutMs;
  const network = openNetwork();
  const client = createClient({
    baseUrl,
    apiKey,
    fetch: network.fetch,
    onSent: onStart,
    timeLeftMs: () => endsAt - performance.now(),
  });
  return {
    client,
    testTargetId,
    async url() {
      if (settings.url !== undefined) return settings.url;
      url ??= environmentUrl();
      return url;
    },
    [Symbol.asyncDispose]: () => network[Symbol.asyncDispose](),
  };

  async function environmentUrl(): Promise<string> {
    const name = inputs.environment;
    const environment = await findEnvironment({ client, testTargetId }, name, signal);
    if (environment?.discoveryUrl == null || environment.discoveryUrl === '') {
      throw new UserError(
        `The environment "${name}" has no URL. Set one in the service, or set the input \`url\`.`,
      );
    }
    return environment.discoveryUrl;
  }
}

/** The environment without what only the action may know: its inputs, the state of its steps, and the runner's token. */
function withoutInputs(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(env).filter(([name]) => !/^(?:INPUT|STATE|ACTIONS)_/.test(name)));
}

/** Temporary files of browsers, uploads and traces go into one folder, so that it can be removed however the process ends. */
function redirectTempFiles(onTempFolder: (folder: string) => void): void {
  const folder = createTempFolder();
  if (folder === undefined) return;
  for (const name of ['TMPDIR', 'TMP', 'TEMP']) process.env[name] = folder;
  onTempFolder(folder);
  process.on('exit', () => removeNow(folder));
}
