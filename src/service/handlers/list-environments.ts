import { type Dependencies, requireTarget } from '../dependencies.ts';

/** GET environments (section 4.2). */
export const listEnvironments =
  (deps: Dependencies) =>
  ({ params }: { params: { testTargetId: string } }) => {
    requireTarget(deps, params.testTargetId);
    return deps.targets.environments(params.testTargetId);
  };
