import { ClientError } from '../../client/errors.ts';
import { type Connection, findEnvironment } from '../../connection/connection.ts';
import type { LoadedCase } from '../../test-files/loaded-case.ts';
import type { Inputs } from '../inputs/read-inputs.ts';
import type { RequestedEnvironment } from '../verdict/requested-run.ts';

/**
 * The environment of a run. What the service calls `default` is looked up if a test case is excluded from environments:
 * otherwise its name decides nothing.
 * @returns an empty object if the name is not known: then every case must have a result.
 * @throws the reason of `signal`.
 */
export async function requestedEnvironment(
  connection: Connection,
  { environment }: Pick<Inputs, 'environment'>,
  cases: readonly LoadedCase[],
  signal: AbortSignal,
): Promise<RequestedEnvironment> {
  if (environment !== 'default') return { name: environment };
  if (!cases.some(({ testCase }) => testCase.excludedEnvironmentNames?.length)) return {};
  try {
    const found = await findEnvironment(connection, environment, signal);
    return found === undefined ? {} : { name: found.name, id: found.id };
  } catch (error) {
    if (error instanceof ClientError) return {};
    throw error;
  }
}
