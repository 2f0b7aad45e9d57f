import { createClient } from '../client/client.ts';
import { openNetwork } from '../client/network.ts';
import { UserError } from '../runtime/user-error.ts';
import { type Connection, type ConnectOptions, findEnvironment, type HostedSettings } from './connection.ts';

/** Connects to a hosted service. Its client honours no `Retry-After` beyond the end of the run. */
export function connectHosted(
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
