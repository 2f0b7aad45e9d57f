import { storeSurely } from '../trigger/lost-answer.ts';
import { UserError } from '../user-error.ts';
import type { ModeRequest, Started } from './mode.ts';

/**
 * Stores the repository's test cases on the target (section 4.6): they become its set. Meant for the default branch.
 * @throws ClientError; UserError where the service says that it did not store them; or the reason of the signal.
 */
export async function pushCases(request: ModeRequest<'push'>): Promise<Started> {
  const { connection, host, signal } = request;
  const { client, testTargetId } = connection;
  const testCases = request.cases.map(({ testCase }) => testCase);
  const { success, versionIds } = await storeSurely(
    (idempotencyKey) => client.push({ testTargetId }, { testCases }, { signal, idempotencyKey }),
    request,
  );
  if (!success) {
    throw new UserError(
      'The service did not store the test cases (it answered `success: false`). Look at the test target before you push again.',
    );
  }
  if (versionIds.length !== testCases.length) {
    host.warning(
      `${testCases.length} test cases were pushed, but the service names ${versionIds.length} versions. Look at the test target.`,
    );
  }
  return {
    kind: 'done',
    reason: `${versionIds.length} test cases were stored on the test target ${testTargetId}.`,
  };
}
