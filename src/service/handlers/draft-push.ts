import type { z } from 'zod';
import type { draftPushBody } from '../../contract/exchange/test-case.ts';
import { type Dependencies, requireTarget } from '../dependencies.ts';
import { HttpProblem } from '../http-problem.ts';

/** POST draft/push (section 4.6): stores versions; what is enabled on the target stays as it is. */
export const draftPush =
  (deps: Dependencies) =>
  ({ params, body }: { params: { testTargetId: string }; body: z.output<typeof draftPushBody> }) => {
    requireTarget(deps, params.testTargetId);
    refuseDuplicates(body.testCases.map(({ id }) => id));
    const versionIds = deps.versions.add(params.testTargetId, body.testCases);
    const synced = body.testCases.flatMap(({ id }, index) => {
      const versionId = versionIds[index];
      return versionId === undefined ? [] : [[id, { versionId }] as const];
    });
    return { success: true, versionIds, syncDataByStableId: Object.fromEntries(synced) };
  };

function refuseDuplicates(ids: readonly string[]): void {
  const index = ids.findIndex((id, position) => ids.indexOf(id) < position);
  if (index !== -1)
    throw HttpProblem.invalid(['testCases', index, 'id'], `the id ${ids[index]} occurs twice`);
}
