import type { ModeRequest, Started } from './mode.ts';

/** Stores the repository's test cases on the target (section 4.6): they become its set. Meant for the default branch. */
export async function pushCases({
  connection: { client, testTargetId },
  cases,
  signal,
}: ModeRequest<'push'>): Promise<Started> {
  const testCases = cases.map(({ testCase }) => testCase);
  const { versionIds } = await client.push({ testTargetId }, { testCases }, { signal });
  return {
    kind: 'done',
    reason: `${versionIds.length} test cases were stored on the test target ${testTargetId}.`,
  };
}
