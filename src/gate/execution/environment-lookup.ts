import { ClientError } from '../../client/errors.ts';
import { defined } from '../../common/fields.ts';
import { type Connection, findEnvironment } from '../../connection/connection.ts';
import type { TestReport } from '../../contract/test-report.ts';
import type { RequestedEnvironment } from '../verdict/requested-run.ts';

/**
 * Looks up what the service calls an environment: `default` may have any name, and each has an id.
 * @returns it as it was if the environments cannot be read.
 * @throws UserError if there is no such environment; the reason of `signal`.
 */
export async function lookUpEnvironment(
  connection: Connection,
  requested: RequestedEnvironment,
  signal: AbortSignal,
): Promise<RequestedEnvironment> {
  try {
    const found = await findEnvironment(connection, requested.name ?? 'default', signal);
    return { ...requested, ...defined({ name: found?.name, id: found?.id }) };
  } catch (error) {
    if (error instanceof ClientError) return requested;
    throw error;
  }
}

/** Whether a report says by a name or an id in which environment it was run, and that of the requested one is not known. */
export function namesOtherwise(report: TestReport, { id, name }: RequestedEnvironment): boolean {
  return [report, ...report.testResults].some(
    ({ environmentId, environmentName }) =>
      (id === undefined && environmentId != null) || (name === undefined && environmentName != null),
  );
}
