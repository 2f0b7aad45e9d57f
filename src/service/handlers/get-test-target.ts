import { type Dependencies, type OfTarget, requireTarget } from '../dependencies.ts';
import { toTestTarget } from '../test-target-answer.ts';

/** GET one test target (section 4.1). */
export const getTestTarget =
  (deps: Dependencies) =>
  ({ params }: { params: OfTarget }) =>
    toTestTarget(deps, requireTarget(deps, params.testTargetId));
