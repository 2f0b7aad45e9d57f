import { type Dependencies, type OfTarget, requireTarget } from '../dependencies.ts';

/** DELETE test target (extension): with everything that belongs to it. */
export const deleteTestTarget =
  (deps: Dependencies) =>
  ({ params }: { params: OfTarget }) => {
    deps.targets.delete(requireTarget(deps, params.testTargetId).id);
  };
