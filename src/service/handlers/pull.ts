import type { z } from 'zod';
import type { pullQuery } from '../../contract/exchange/test-case.ts';
import { type Dependencies, type OfTarget, requireTarget } from '../dependencies.ts';
import { HttpProblem } from '../http/http-problem.ts';

/** GET pull (section 4.6): the target's cases, those of a plan, or those that a report has run. */
export const pull =
  (deps: Dependencies) =>
  ({ params: { testTargetId }, query }: { params: OfTarget; query: z.output<typeof pullQuery> }) => {
    requireTarget(deps, testTargetId);
    const { testPlanId, testReportId } = query;
    if (testReportId !== undefined) return { testCases: casesOfReport(deps, testTargetId, testReportId) };
    if (testPlanId !== undefined && deps.plans.find(testTargetId, testPlanId) === undefined) {
      throw HttpProblem.notFound(`test plan ${testPlanId}`);
    }
    const testCases = deps.testCases
      .list(testTargetId)
      .filter((each) => testPlanId === undefined || each.testPlanId === testPlanId)
      .map(({ testCase }) => testCase);
    return { testCases };
  };

/** The versions that were run, whatever has become of the cases since. */
function casesOfReport(deps: Dependencies, testTargetId: string, testReportId: string) {
  const versionIds = deps.reports.versionIds(testTargetId, testReportId);
  if (versionIds === undefined) throw HttpProblem.notFound(`test report ${testReportId}`);
  return versionIds.flatMap((id) => deps.versions.find(testTargetId, id)?.testCase ?? []);
}
