import { type Dependencies, type OfTarget, requireTarget } from '../dependencies.ts';
import type { ChangeCall } from '../http/route.ts';

/** DELETE test target (extension): with everything that belongs to it. Its runs are stopped. */
export const deleteTestTarget =
  (deps: Dependencies) =>
  ({ params: { testTargetId }, onceStored }: ChangeCall<OfTarget, unknown, unknown>) => {
    requireTarget(deps, testTargetId);
    deps.targets.delete(testTargetId);
    onceStored(() => deps.runs.stopAll(testTargetId));
  };
