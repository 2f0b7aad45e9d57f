import { type Library, neededIds } from '../../contract/exchange/test-case.ts';
import { type Dependencies, refuseDuplicateIds, refuseFileUploads, requireTarget } from '../dependencies.ts';
import { HttpProblem } from '../http/http-problem.ts';
import type { Handlers } from '../http/route.ts';
import { firstResultId } from '../store/test-report-store.ts';

/** Pull, push and versions (section 4.6). */
export const exchangeHandlers = {
  /**
   * The target's cases. With a report: in the versions that it has run. With a plan: those of the plan, and what they
   * need.
   */
  pull: (deps, { params: { testTargetId }, query: { testPlanId, testReportId } }) => {
    requireTarget(deps, testTargetId);
    if (testPlanId !== undefined && deps.plans.find(testTargetId, testPlanId) === undefined) {
      throw HttpProblem.notFound(`test plan ${testPlanId}`);
    }
    const stored = deps.testCases.list(testTargetId);
    const all = new Map(stored.map(({ id, testCase }) => [id, testCase]));
    // A version takes the place of its case. The map appends what the target has no longer, or had only as a draft.
    for (const each of casesOfReport(deps, testTargetId, testReportId)) all.set(each.id, each);
    const ofPlan = new Set(stored.filter((each) => each.testPlanId === testPlanId).map(({ id }) => id));
    const wanted = testPlanId === undefined ? all : withNeeded(ofPlan, all);
    return { testCases: [...all.values()].filter(({ id }) => wanted.has(id)) };
  },

  /** Replaces the target's cases with the given ones, and enables them. An empty list must be meant. */
  push: (deps, { params: { testTargetId }, query: { allowEmpty }, body: { testCases } }) => {
    requireTarget(deps, testTargetId);
    if (testCases.length === 0 && allowEmpty !== 'true' && deps.testCases.hasAny(testTargetId)) {
      throw new HttpProblem(409, {
        message:
          'the list is empty, and would remove all test cases of the target. If this is intended, add ?allowEmpty=true',
      });
    }
    refuseDuplicateIds(testCases);
    refuseFileUploads(deps, testCases);
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
    refuseFileUploads(deps, testCases);
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

/** The ids, and those of the dependencies and teardowns of their cases. */
function withNeeded(ids: ReadonlySet<string>, library: Library): ReadonlySet<string> {
  const needed = new Set(ids);
  // The set grows while it is read.
  for (const id of needed) {
    const testCase = library.get(id);
    for (const other of testCase === undefined ? [] : neededIds(testCase)) needed.add(other);
  }
  return needed;
}

/** The versions that were run, even if the cases have changed since. */
function casesOfReport(deps: Dependencies, testTargetId: string, testReportId: string | undefined) {
  if (testReportId === undefined) return [];
  const versionIds = deps.reports.versionIds(testTargetId, testReportId);
  if (versionIds === undefined) throw HttpProblem.notFound(`test report ${testReportId}`);
  return versionIds.flatMap((id) => deps.versions.find(testTargetId, id)?.testCase ?? []);
}
