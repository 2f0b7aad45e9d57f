import { type Dependencies, type OfTarget, requireTarget } from '../dependencies.ts';
import { HttpProblem } from '../http/http-problem.ts';

/** GET one version of a test case (section 4.6). */
export const getTestCaseVersion =
  (deps: Dependencies) =>
  ({ params }: { params: OfTarget & { testCaseId: string; versionId: string } }) => {
    requireTarget(deps, params.testTargetId);
    const version = deps.versions.find(params.testTargetId, params.versionId);
    if (version?.testCase.id !== params.testCaseId) {
      throw HttpProblem.notFound(`version ${params.versionId} of test case ${params.testCaseId}`);
    }
    return { ...version.testCase, versionId: version.versionId };
  };
