import type { Connection } from '../../connection/connection.ts';
import type { Host } from '../../runtime/host.ts';
import { loadTestCases } from '../../test-files/load.ts';
import type { LoadedCase } from '../../test-files/loaded-case.ts';

interface StoreRequest {
  readonly mode: { readonly existing: readonly string[] };
  readonly context: { readonly workspace: string };
  readonly connection: Connection;
  readonly host: Host;
  readonly signal: AbortSignal;
}

/** Stores the repository's test cases, which may be prerequisites. Those that cannot be read are left out. */
export async function storeExisting({
  mode,
  context,
  connection: { client, testTargetId },
  host,
  signal,
}: StoreRequest): Promise<readonly LoadedCase[]> {
  const { cases, files, problems } = await loadTestCases(context.workspace, mode.existing);
  if (files.length > 0 && problems.length > 0) {
    host.warning('Test files have problems, so new test cases are not compared with them.');
  }
  if (problems.length > 0 || cases.length === 0) return [];
  const testCases = cases.map(({ testCase }) => testCase);
  await client.push({ testTargetId }, {}, { testCases }, { signal });
  return cases;
}
