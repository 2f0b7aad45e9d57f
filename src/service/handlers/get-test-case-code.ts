import type { z } from 'zod';
import type { caseCodeQuery } from '../../contract/code-export.ts';
import { testCaseCode } from '../code-export/export-test-files.ts';
import { type Dependencies, type OfTarget, requireTarget, requireTestCase } from '../dependencies.ts';
import { exportedEnvironment, exportSettings } from '../export-settings.ts';

/** GET case code (extension): one case as a Playwright test file. */
export const getTestCaseCode =
  (deps: Dependencies) =>
  ({
    params,
    query,
  }: {
    params: OfTarget & { testCaseId: string };
    query: z.output<typeof caseCodeQuery>;
  }) => {
    const target = requireTarget(deps, params.testTargetId);
    const { testCase } = requireTestCase(deps, params);
    const environment = exportedEnvironment(deps, params, query.environmentId);
    const testCases = deps.testCases.list(params.testTargetId).map((each) => each.testCase);
    const { executionUrl } = query;
    return {
      testCode: testCaseCode({ testCase, testCases, executionUrl, ...exportSettings(target, environment) }),
    };
  };
