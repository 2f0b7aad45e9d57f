import { neededBy } from '../../contract/exchange/exchange-test-case.ts';
import type { CodeExportBody } from '../../contract/generation.ts';
import { runEnvironment } from '../../contract/test-target.ts';
import { testCaseCode, testFiles, zipInSteps } from '../code-export/export-test-files.ts';
import { playwrightConfig } from '../code-export/playwright-config.ts';
import {
  type Dependencies,
  type OfTarget,
  refuseDuplicateIds,
  requireTarget,
  requireTestCase,
} from '../dependencies.ts';
import { HttpProblem } from '../http/http-problem.ts';
import type { Handlers } from '../http/route.ts';
import type { EnvironmentRow, TestTargetRow } from '../store/test-target-store.ts';

/** Test cases as Playwright test files (section 4.6). */
export const playwrightCodeHandlers = {
  /** A zip with one test file for each case. */
  *exportCode(deps, { params, body, answerHeaders }) {
    const target = requireTarget(deps, params.testTargetId);
    const environment = exportedEnvironment(deps, params, body.environmentId);
    refuseDuplicateIds(body.testCases);
    refuseUnknownFilter(body);
    const zip = yield* zipInSteps(testFiles({ ...body, ...exportSettings(target, environment) }));
    answerHeaders.set('content-disposition', 'attachment; filename="playwright-tests.zip"');
    return () => zip;
  },

  /** Extension: one stored case as a test file. */
  getTestCaseCode: (deps, { params, query: { executionUrl, environmentId } }) => {
    const target = requireTarget(deps, params.testTargetId);
    const stored = requireTestCase(deps, params);
    const environment = exportedEnvironment(deps, params, environmentId, ['query']);
    const needed = neededBy([stored], (id) => deps.testCases.find(params.testTargetId, id));
    const [testCase, testCases] = [stored.testCase, [stored, ...needed].map((each) => each.testCase)];
    return {
      testCode: testCaseCode({ testCase, testCases, executionUrl, ...exportSettings(target, environment) }),
    };
  },

  /** Extension: a Playwright configuration for exported files. */
  getConfig: (deps, { params, query: { headless, ...query } }) => {
    const { testIdAttribute } = requireTarget(deps, params.testTargetId);
    const environment = exportedEnvironment(deps, params, query.environmentId, ['query']);
    const { basicAuth } = runEnvironment(environment?.settings ?? {});
    return playwrightConfig({
      ...query,
      testIdAttribute,
      headless: headless !== 'false',
      basicAuth: basicAuth !== undefined,
    });
  },
} satisfies Partial<Handlers>;

/** An export without any of the requested test cases would be an empty file. */
function refuseUnknownFilter({ testCases, filterTestCaseIds: ids }: CodeExportBody): void {
  if (ids === undefined || testCases.some(({ id }) => ids.includes(id))) return;
  throw HttpProblem.invalid(['filterTestCaseIds'], 'none of them is the id of one of the `testCases`');
}

/**
 * The environment with the id; without an id, the DEFAULT one.
 * @param prefix of the path that a problem has: where the request names the environment.
 */
function exportedEnvironment(
  deps: Dependencies,
  { testTargetId }: OfTarget,
  environmentId: string | undefined,
  prefix: readonly string[] = [],
): EnvironmentRow | undefined {
  const environments = deps.environments.list(testTargetId);
  if (environmentId === undefined) return environments.find(({ type }) => type === 'DEFAULT');
  const found = environments.find(({ id }) => id === environmentId);
  if (found !== undefined) return found;
  throw HttpProblem.invalid([...prefix, 'environmentId'], `the target has no environment ${environmentId}`);
}

/** Credentials are not exported: the files read them from environment variables. */
function exportSettings(target: TestTargetRow, environment: EnvironmentRow | undefined) {
  return {
    testIdAttribute: target.testIdAttribute,
    timeoutPerStepMs: target.timeoutPerStep,
    environment: {
      name: environment?.name,
      headers: Object.keys(environment?.settings.additionalHeaderFields ?? {}),
    },
  };
}
