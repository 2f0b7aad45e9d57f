import { type ExchangeTestCase, neededBy } from '../../contract/exchange/exchange-test-case.ts';
import { type Dependencies, refuseDuplicateIds, refuseFileUploads, requireTarget } from '../dependencies.ts';
import { found, HttpProblem } from '../http/http-problem.ts';
import type { Handlers } from '../http/route.ts';
import { writeInBatches } from '../store/batches.ts';
import { transaction } from '../store/database.ts';
import { firstResultId } from '../store/test-report-store.ts';

/** Pull, push and versions (section 4.6). */
export const exchangeHandlers = {
  /**
   * The target's cases. With a report: in the versions that it has run. With a plan: those of the plan, and what they
   * need.
   */
  pull: (deps, { params: { testTargetId }, query: { testPlanId, testReportId } }) => {
    if (testPlanId !== undefined) found(deps.plans.find(testTargetId, testPlanId), `test plan ${testPlanId}`);
    const cases = deps.testCases.list(testTargetId);
    if (testReportId === undefined && testPlanId === undefined) {
      return { testCases: cases.map((batch) => batch.map(({ testCase }) => testCase)) };
    }
    const stored = [...cases].flat();
    const all = new Map<string, { readonly testCase: ExchangeTestCase }>(
      stored.map((each) => [each.id, each]),
    );
    // A version takes the place of its case. The map appends what the target has no longer, or had only as a draft.
    for (const each of versionsOfReport(deps, testTargetId, testReportId)) all.set(each.testCase.id, each);
    const ofPlan = stored.flatMap(({ id, testPlanId: ofCase }) =>
      ofCase === testPlanId ? (all.get(id) ?? []) : [],
    );
    const needed = new Set([...ofPlan, ...neededBy(ofPlan, (id) => all.get(id))]);
    const wanted = [...all.values()].filter((each) => testPlanId === undefined || needed.has(each));
    return { testCases: wanted.map(({ testCase }) => testCase) };
  },

  /** Replaces the target's cases with the given ones, and enables those that are not disabled. An empty list must be meant. */
  *push(deps, { params: { testTargetId }, query: { allowEmpty }, body: { testCases } }) {
    if (testCases.length === 0 && allowEmpty !== 'true' && deps.testCases.hasAny(testTargetId)) {
      throw new HttpProblem(409, {
        message:
          'the list is empty, and would remove all test cases of the target. If this is intended, add ?allowEmpty=true',
      });
    }
    const add = yield* addVersions(deps, testTargetId, testCases);
    return () => {
      const versions = add();
      deps.testCases.replaceAll(testTargetId, versions, deps.now());
      return { success: true, versionIds: versions.map(({ versionId }) => versionId) };
    };
  },

  /**
   * Stores versions; the target's enabled cases stay as they are. A push alone runs nothing: `testResultId` is the id
   * that the result of the version's first run will have.
   */
  *draftPush(deps, { params: { testTargetId }, body: { testCases } }) {
    const add = yield* addVersions(deps, testTargetId, testCases);
    return () => {
      const versions = add();
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
    };
  },

  getTestCaseVersion: (deps, { params: { testTargetId, testCaseId, versionId } }) => {
    const stored = deps.versions.find(testTargetId, versionId);
    const isOfCase = stored?.testCase.id === testCaseId;
    const { testCase } = found(
      isOfCase ? stored : undefined,
      `version ${versionId} of test case ${testCaseId}`,
    );
    return { ...testCase, versionId };
  },
} satisfies Partial<Handlers>;

/** Stores versions, which nobody sees before the request is answered. The target may be deleted between two batches. */
function addVersions(deps: Dependencies, testTargetId: string, testCases: readonly ExchangeTestCase[]) {
  refuseDuplicateIds(testCases);
  refuseFileUploads(deps, testCases);
  return writeInBatches(testCases, (batch) => {
    requireTarget(deps, testTargetId);
    return transaction(deps.database, () => batch.map((each) => deps.versions.add(testTargetId, each)));
  });
}

/** The versions that were run, even if the cases have changed since. */
function versionsOfReport(deps: Dependencies, testTargetId: string, testReportId: string | undefined) {
  if (testReportId === undefined) return [];
  const versionIds = deps.reports.versionIds(testTargetId, testReportId);
  return found(versionIds, `test report ${testReportId}`).flatMap(
    (id) => deps.versions.find(testTargetId, id) ?? [],
  );
}
