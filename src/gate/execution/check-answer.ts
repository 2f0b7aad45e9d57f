import type { Client } from '../../client/client.ts';
import { UserError } from '../../common/errors.ts';
import { defined } from '../../common/fields.ts';
import { formatCount } from '../../common/text.ts';
import { namedError } from '../../contract/error-message.ts';
import type { LoadedCase } from '../../test-files/problem.ts';
import type { RequestedRun, StoredCase } from '../verdict/requested-run.ts';

type PushAnswer = Awaited<ReturnType<Client['draftPush']>>;

/**
 * Checks the answer to a draft push (section 4.6): the service has stored one version of each case.
 * @returns which version is of which case, as far as the answer says it.
 * @throws UserError if the cases were not stored, or not all of them.
 */
export function storedCases(
  cases: readonly LoadedCase[],
  answer: PushAnswer,
): Pick<RequestedRun, 'stored' | 'versionIds' | 'accepted'> {
  const { versionIds, syncDataByStableId } = answer;
  requireStored(cases.length, answer, 'No test was run.');
  const versions = new Set(versionIds);
  const ids = new Set(cases.map(({ testCase }) => testCase.id.toLowerCase()));
  const stored = new Map<string, StoredCase>();
  for (const [stableId, { versionId, testResultId }] of Object.entries(syncDataByStableId ?? {})) {
    const id = stableId.toLowerCase();
    if (!ids.has(id)) continue;
    if (!versions.delete(versionId)) {
      throw new UserError(
        `The service contradicts itself: it answered the version ${versionId} for the test case ${id} (\`syncDataByStableId\`), which is not in \`versionIds\` or belongs to another test case, too. No test was run. Check the test target in the service.`,
      );
    }
    stored.set(id, { versionId, ...defined({ testResultId }) });
  }
  return {
    stored,
    versionIds: new Set(versionIds),
    accepted: `draft push: ${formatCount(versionIds.length, 'version')} for ${formatCount(cases.length, 'test case')}`,
  };
}

/**
 * Checks the answer to a push or a draft push: it names one version for each test case.
 * @param then what follows for the reader, as a sentence.
 * @throws UserError if the cases were not stored, or not all of them.
 */
export function requireStored(
  count: number,
  answer: Pick<PushAnswer, 'success' | 'versionIds'>,
  then: string,
): void {
  const { success, versionIds } = answer;
  if (!success) {
    throw new UserError(
      `The service did not store the test cases: it answered \`success: false\`. ${then} Check the test target in the service.`,
    );
  }
  refuseNamedError(answer, `It stored the test cases. ${then}`);
  const different = new Set(versionIds).size;
  if (different === count && versionIds.length === count) return;
  const repeated = different < versionIds.length ? `, ${different} of them different` : '';
  throw new UserError(
    `The service did not store every test case: ${count} were pushed, and it answered ${versionIds.length} versions (\`versionIds\`${repeated}). ${then} Check the test target in the service.`,
  );
}

/** @throws UserError if an answer of success names an error, too. @param done what the service has done, in sentences. */
export function refuseNamedError(answer: Readonly<Record<string, unknown>>, done: string): void {
  const error = namedError(answer);
  if (error === undefined) return;
  throw new UserError(
    `The service accepted the request, but its answer names an error: ${error}. ${done} Check the test target in the service.`,
  );
}
