import { type Dependencies, type OfTarget, requireTarget } from '../dependencies.ts';
import { HttpProblem } from '../http/http-problem.ts';

/** GET one test plan (section 4.7). */
export const getTestPlan =
  (deps: Dependencies) =>
  ({ params }: { params: OfTarget & { id: string } }) => {
    requireTarget(deps, params.testTargetId);
    const plan = deps.plans.find(params.testTargetId, params.id);
    if (plan === undefined) throw HttpProblem.notFound(`test plan ${params.id}`);
    return plan;
  };
