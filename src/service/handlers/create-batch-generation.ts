import type { BatchGenerationBody } from '../../contract/generation.ts';
import { type Dependencies, type OfTarget, requireTarget } from '../dependencies.ts';
import { HttpProblem } from '../http/http-problem.ts';
import type { ChangeCall } from '../http/route.ts';

/** POST batch-generations (section 4.5): plans a batch; its id is the id of its test plan. */
export const createBatchGeneration =
  (deps: Dependencies) =>
  ({ params: { testTargetId }, body, onceStored }: ChangeCall<OfTarget, unknown, BatchGenerationBody>) => {
    requireTarget(deps, testTargetId);
    const { environmentId, prerequisiteId } = body;
    if (environmentId != null && deps.environments.find(testTargetId, environmentId) === undefined) {
      throw HttpProblem.invalid(['environmentId'], `the target has no environment ${environmentId}`);
    }
    if (prerequisiteId != null && deps.testCases.find(testTargetId, prerequisiteId) === undefined) {
      throw HttpProblem.invalid(['prerequisiteId'], `the target has no test case ${prerequisiteId}`);
    }
    const batchGenerationId = deps.plans.create(testTargetId, body.context ?? {}, deps.now());
    onceStored(() => deps.planning.startBatch(testTargetId, batchGenerationId, body));
    return { batchGenerationId };
  };
