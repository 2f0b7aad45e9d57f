import { createClient } from '../client/client.ts';
import { openNetwork } from '../client/network.ts';
import { UserError } from '../runtime/user-error.ts';
import { type Connection, findEnvironment, type ServiceSettings } from './connection.ts';

/**
 * Connects to a hosted service.
 * @param timeoutMs time for the whole run: the client does not honour a `Retry-After` beyond its end.
 */
export function connectHosted(
  settings: Extract<ServiceSettings, { kind: 'hosted' }>,
  environmentName: string,
  timeoutMs: number,
  onStart: () => void,
  signal: AbortSignal,
): Connection {
  const { baseUrl, apiKey, testTargetId } = settings;
  let url: Promise<string> | undefined;
  const endsAt = performance.now() + timeoutMs;
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
    const environment = await findEnvironment({ client, testTargetId }, environmentName, signal);
    if (environment?.discoveryUrl == null || environment.discoveryUrl === '') {
      throw new UserError(
        `The environment "${environmentName}" has no URL. Set one in the service, or set the input \`url\`.`,
      );
    }
    return environment.discoveryUrl;
  }
}
