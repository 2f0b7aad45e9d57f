import type { z } from 'zod';
import type { pushBody } from '../../contract/exchange/test-case.ts';
import { type Dependencies, type OfTarget, requireTarget } from '../dependencies.ts';
import { refuseDuplicateIds } from '../duplicate-ids.ts';
import { firstResultId } from '../store/test-reports.ts';

/**
 * POST draft/push (section 4.6): stores versions; what is enabled on the target stays as it is. A push alone runs
 * nothing: `testResultId` is the id that the result of the version's first run will have.
 */
export const draftPush =
  (deps: Dependencies) =>
  ({ params: { testTargetId }, body }: { params: OfTarget; body: z.output<typeof pushBody> }) => {
    requireTarget(deps, testTargetId);
    refuseDuplicateIds(body.testCases);
    const versions = deps.versions.add(testTargetId, body.testCases);
    return {
      success: true,
      versionIds: versions.map(({ versionId }) => versionId),
      syncDataByStableId: Object.fromEntries(
        versions.map(({ versionId, testCase: { id } }) => [
          id,
          { versionId, testResultId: firstResultId(versionId) },
        ]),
      ),
    };
  };
