import type { BatchGenerationBody } from '../../contract/generation.ts';
import { type Dependencies, type OfTarget, requireTarget } from '../dependencies.ts';
import { HttpProblem } from '../http/http-problem.ts';

/** POST batch-generations (section 4.5): plans a batch; its id is the id of its test plan. */
export const createBatchGeneration =
  (deps: Dependencies) =>
  ({ params: { testTargetId }, body }: { params: OfTarget; body: BatchGenerationBody }) => {
    requireTarget(deps, testTargetId);
    const { environmentId, prerequisiteId } = body;
    if (environmentId != null && deps.environments.find(testTargetId, environmentId) === undefined) {
      throw HttpProblem.invalid(['environmentId'], `the target has no environment ${environmentId}`);
    }
    if (prerequisiteId != null && deps.testCases.find(testTargetId, prerequisiteId) === undefined) {
      throw HttpProblem.invalid(['prerequisiteId'], `the target has no test case ${prerequisiteId}`);
    }
    return { batchGenerationId: deps.planning.startBatch(testTargetId, body) };
  };
