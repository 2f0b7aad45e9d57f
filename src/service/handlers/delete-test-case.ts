import { type Dependencies, type OfTarget, requireTestCase } from '../dependencies.ts';
import { HttpProblem } from '../http/http-problem.ts';

/** DELETE test case (extension): refused while other cases need it as dependency or teardown. */
export const deleteTestCase =
  (deps: Dependencies) =>
  ({ params }: { params: OfTarget & { testCaseId: string } }) => {
    const { id } = requireTestCase(deps, params);
    const dependencyIds = deps.testCases
      .list(params.testTargetId)
      .filter((each) => each.id !== id)
      .filter(({ testCase }) => testCase.dependencyId === id || testCase.teardownId === id)
      .map((each) => each.id);
    if (dependencyIds.length > 0) {
      throw new HttpProblem(400, { status: 'has dependencies', dependencyIds });
    }
    deps.testCases.change(params.testTargetId, id, { status: 'DELETED' }, deps.now());
  };
