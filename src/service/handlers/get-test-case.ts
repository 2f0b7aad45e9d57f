import { type Dependencies, type OfTarget, requireTestCase } from '../dependencies.ts';
import { toDetail } from '../detail-form.ts';

/** GET one test case (section 4.3). */
export const getTestCase =
  (deps: Dependencies) =>
  ({ params }: { params: OfTarget & { testCaseId: string } }) =>
    toDetail(requireTestCase(deps, params));
