import type { PatchTestTargetBody } from '../../contract/test-target.ts';
import { type Dependencies, type OfTarget, requireTarget } from '../dependencies.ts';
import { toTestTarget } from '../test-target-answer.ts';

/** PATCH test target (section 4.1). */
export const updateTestTarget =
  (deps: Dependencies) =>
  ({ params, body }: { params: OfTarget; body: PatchTestTargetBody }) => {
    deps.targets.update(requireTarget(deps, params.testTargetId), body);
    return toTestTarget(deps, requireTarget(deps, params.testTargetId));
  };
