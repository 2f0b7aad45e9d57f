import { type Dependencies, refuseDuplicateIds, requireTarget } from '../dependencies.ts';
import { HttpProblem } from '../http/http-problem.ts';
import type { Handlers } from '../http/route.ts';
import { firstResultId } from '../store/test-report-store.ts';

/** Pull, push and versions (section 4.6). */
export const exchangeHandlers = {
  /** The target's cases, those of a plan, or those that a report has run. */
  pull: (deps, { params: { testTargetId }, query: { testPlanId, testReportId } }) => {
    requireTarget(deps, testTargetId);
    if (testReportId !== undefined) return { testCases: casesOfReport(deps, testTargetId, testReportId) };
    if (testPlanId !== undefined && deps.plans.find(testTargetId, testPlanId) === undefined) {
      throw HttpProblem.notFound(`test plan ${testPlanId}`);
    }
    const testCases = deps.testCases
      .list(testTargetId)
      .filter((each) => testPlanId === undefined || each.testPlanId === testPlanId)
      .map(({ testCase }) => testCase);
    return { testCases };
  },

  /** Replaces the target's cases with the given ones, and enables them. */
  push: (deps, { params: { testTargetId }, body: { testCases } }) => {
    requireTarget(deps, testTargetId);
    refuseDuplicateIds(testCases);
    const versions = deps.versions.add(testTargetId, testCases);
    deps.testCases.replaceAll(testTargetId, versions, deps.now());
    return { success: true, versionIds: versions.map(({ versionId }) => versionId) };
  },

  /**
   * Stores versions; the target's enabled cases stay as they are. A push alone runs nothing: `testResultId` is the id
   * that the result of the version's first run will have.
   */
  draftPush: (deps, { params: { testTargetId }, body: { testCases } }) => {
    requireTarget(deps, testTargetId);
    refuseDuplicateIds(testCases);
    const versions = deps.versions.add(testTargetId, testCases);
    return {
      success: true,
      versionIds: versions.map(({ versionId }) => versionId),
      syncDataByStableId: Object.fromEntries(
        versions.map(({ versionId, testCase: { id } }) => [
          id,
          { versionId, testResultId: firstResultId(versionId) },
        ]),
      ),
    };
  },

  getTestCaseVersion: (deps, { params: { testTargetId, testCaseId, versionId } }) => {
    requireTarget(deps, testTargetId);
    const version = deps.versions.find(testTargetId, versionId);
    if (version?.testCase.id !== testCaseId) {
      throw HttpProblem.notFound(`version ${versionId} of test case ${testCaseId}`);
    }
    return { ...version.testCase, versionId: version.versionId };
  },
} satisfies Partial<Handlers>;

/** The versions that were run, even if the cases have changed since. */
function casesOfReport(deps: Dependencies, testTargetId: string, testReportId: string) {
  const versionIds = deps.reports.versionIds(testTargetId, testReportId);
  if (versionIds === undefined) throw HttpProblem.notFound(`test report ${testReportId}`);
  return versionIds.flatMap((id) => deps.versions.find(testTargetId, id)?.testCase ?? []);
}
