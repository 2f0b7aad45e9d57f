import type { z } from 'zod';
import type { pushBody } from '../../contract/exchange/test-case.ts';
import { type Dependencies, type OfTarget, requireTarget } from '../dependencies.ts';
import { refuseDuplicateIds } from '../duplicate-ids.ts';

/** POST push (section 4.6): the given cases become the target's set, and are enabled. */
export const push =
  (deps: Dependencies) =>
  ({ params: { testTargetId }, body }: { params: OfTarget; body: z.output<typeof pushBody> }) => {
    requireTarget(deps, testTargetId);
    refuseDuplicateIds(body.testCases);
    const versions = deps.versions.add(testTargetId, body.testCases);
    deps.testCases.replaceAll(testTargetId, versions, deps.now());
    return { success: true, versionIds: versions.map(({ versionId }) => versionId) };
  };
