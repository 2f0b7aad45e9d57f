import { type Dependencies, type OfTarget, requireTarget } from '../dependencies.ts';
import { toEnvironment } from '../environment-answer.ts';

/** GET environments (section 4.2). */
export const listEnvironments =
  (deps: Dependencies) =>
  ({ params }: { params: OfTarget }) => {
    requireTarget(deps, params.testTargetId);
    return deps.environments.list(params.testTargetId).map(toEnvironment);
  };
