import { ClientError } from '../../client/errors.ts';
import { defined } from '../../common/defined.ts';
import { type Connection, findEnvironment } from '../../connection/connection.ts';
import type { TestReport } from '../../contract/test-report.ts';
import type { RequestedEnvironment } from '../verdict/requested-run.ts';

/**
 * Looks up what the service calls the environment `default`.
 * @returns without a name if it is not known. @throws the reason of `signal`.
 */
export async function findDefaultEnvironment(
  connection: Connection,
  signal: AbortSignal,
): Promise<RequestedEnvironment> {
  try {
    const found = await findEnvironment(connection, 'default', signal);
    return { isDefault: true, ...defined({ name: found?.name, id: found?.id }) };
  } catch (error) {
    if (error instanceof ClientError) return { isDefault: true };
    throw error;
  }
}

/** Whether a report says in which environment it was run. */
export function namesEnvironment(report: TestReport): boolean {
  return [report, ...report.testResults].some(
    ({ environmentId, environmentName }) => environmentId != null || environmentName != null,
  );
}
