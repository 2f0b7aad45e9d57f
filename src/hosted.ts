import type { Connection } from './action/connection.ts';
import type { ServiceInput } from './action/inputs/service-input.ts';
import { findEnvironment } from './action/trigger/find-environment.ts';
import { UserError } from './action/user-error.ts';
import { createClient } from './client/client.ts';
import { openNetwork } from './client/network.ts';

type HostedInput = Extract<ServiceInput, { kind: 'hosted' }>;

/**
 * Connects to a hosted service. Without the input `url` the environment's own URL is tested.
 * @param timeoutMs time for the whole run: a service that asks for a longer pause than it leaves is not waited for.
 * @throws UserError where neither names one, or ClientError.
 */
export function connectHosted(
  input: HostedInput,
  environmentName: string,
  timeoutMs: number,
  signal: AbortSignal,
): Connection {
  const { baseUrl, apiKey, testTargetId } = input;
  let found: Promise<string> | undefined;
  const endsAt = performance.now() + timeoutMs;
  const network = openNetwork();
  const client = createClient({
    baseUrl,
    apiKey,
    fetch: network.fetch,
    timeLeftMs: () => endsAt - performance.now(),
  });
  return {
    client,
    testTargetId,
    async url() {
      if (input.url !== undefined) return input.url;
      found ??= environmentUrl();
      return found;
    },
    [Symbol.asyncDispose]: () => network[Symbol.asyncDispose](),
  };

  async function environmentUrl(): Promise<string> {
    const environment = await findEnvironment(client, testTargetId, environmentName, signal);
    if (environment?.discoveryUrl == null || environment.discoveryUrl === '') {
      throw new UserError(
        `The environment "${environmentName}" has no URL. Give it one at the service, or set the input \`url\`.`,
      );
    }
    return environment.discoveryUrl;
  }
}
