import type { Client } from '../../client/client.ts';
import type { Environment } from '../../contract/environment.ts';
import { UserError } from '../user-error.ts';

/**
 * The target's environment with a name; for `default`, else the DEFAULT one, whatever the service calls it.
 * @throws UserError where there is none; for `default` undefined is returned then.
 */
export async function findEnvironment(
  client: Client,
  testTargetId: string,
  name: string,
  signal: AbortSignal,
): Promise<Environment | undefined> {
  const environments = await client.listEnvironments({ testTargetId }, { signal });
  const named = environments.find((each) => each.name === name);
  if (named !== undefined) return named;
  if (name === 'default') return environments.find(({ type }) => type === 'DEFAULT');
  const names = environments.map((each) => `"${each.name}"`).join(', ');
  throw new UserError(
    `The test target has no environment "${name}" (input \`environment\`). It has ${names || 'none'}.`,
  );
}
