import type { ExchangeTestCase } from '../../contract/exchange/test-case.ts';
import type { ExecuteBody } from '../../contract/test-report.ts';
import { type Dependencies, requireTarget } from '../dependencies.ts';
import { HttpProblem } from '../http-problem.ts';
import { selectCases } from '../select-cases.ts';

/** Section 8: 5,000 to 30,000 ms; the longest is what a target starts with. */
const timeoutPerStepMs = 30_000;

/** POST execute (extension): starts a run of the given versions and answers with its report. */
export const execute =
  (deps: Dependencies) =>
  ({ body }: { body: ExecuteBody }) => {
    requireTarget(deps, body.testTargetId);
    requireEnvironment(deps, body);
    const versions = (body.testCaseVersionIds ?? []).map((id, index) => findVersion(deps, body, id, index));
    refuseTwoOfOneCase(versions);
    const cases = selectCases(versions, body);
    const { testTargetId, url: executionUrl, browser, breakpoint, context } = body;
    const report = deps.reports.create(
      { testTargetId, executionUrl, browser, breakpoint, context, cases },
      deps.now(),
    );
    deps.runs.start(report.id, {
      cases,
      library: new Map(versions.map((each) => [each.id, each])),
      executionUrl,
      breakpoint,
      variables: body.variablesToOverwrite,
      timeoutPerStepMs,
    });
    return { testReportUrl: null, testReport: { ...report, testResults: [...report.testResults] } };
  };

function requireEnvironment(deps: Dependencies, { testTargetId, environmentName }: ExecuteBody): void {
  const names = deps.targets.environments(testTargetId).map(({ name }) => name);
  if (names.includes(environmentName)) return;
  throw HttpProblem.invalid(
    ['environmentName'],
    `there is no environment "${environmentName}": the target has ${names.join(', ')}`,
  );
}

/** A report has one result for each case. */
function refuseTwoOfOneCase(versions: readonly ExchangeTestCase[]): void {
  const seen = new Set<string>();
  for (const [index, { id }] of versions.entries()) {
    if (seen.has(id)) {
      throw HttpProblem.invalid(['testCaseVersionIds', index], `there is another version of test case ${id}`);
    }
    seen.add(id);
  }
}

function findVersion(deps: Dependencies, body: ExecuteBody, id: string, index: number): ExchangeTestCase {
  const version = deps.versions.find(body.testTargetId, id);
  if (version !== undefined) return version;
  throw HttpProblem.invalid(['testCaseVersionIds', index], `the target has no version ${id}`);
}
