import { type Dependencies, type OfTarget, requireTarget } from '../dependencies.ts';
import { toDetail } from '../detail-form.ts';
import { filterTestCases, namesDeleted, readFilter } from '../filter-test-cases.ts';

/** GET test-cases (section 4.3). */
export const listTestCases =
  (deps: Dependencies) =>
  ({ params, query }: { params: OfTarget; query: { filter?: string | undefined } }) => {
    requireTarget(deps, params.testTargetId);
    const filter = readFilter(query.filter);
    const { testCases } = deps;
    const cases = namesDeleted(filter)
      ? testCases.listWithDeleted(params.testTargetId)
      : testCases.list(params.testTargetId);
    return filterTestCases(cases, filter).map(toDetail);
  };
