import { isSelected, neededBy } from '../../contract/exchange/exchange-test-case.ts';
import type { ExecuteBody } from '../../contract/test-report.ts';
import { type Dependencies, indexOfDuplicate, requireTarget } from '../dependencies.ts';
import { HttpProblem } from '../http/http-problem.ts';
import type { Handlers } from '../http/route.ts';
import { prepareRun } from '../runs.ts';
import { batchSize, collect } from '../store/batches.ts';
import type { TestCaseVersion } from '../store/test-case-store.ts';
import type { EnvironmentRow } from '../store/test-target-store.ts';

/** POST execute (extension): starts a run of the given versions, or of the enabled cases. */
export const executeHandlers = {
  *execute(deps, { body, request, afterCommit }) {
    const target = requireTarget(deps, body.testTargetId);
    const environment = findEnvironment(deps, body);
    refuseMissingBrowser(deps, body);
    const given: TestCaseVersion[] = [];
    for (const [index, id] of (body.testCaseVersionIds ?? []).entries()) {
      given.push(findVersion(deps, body, id, index));
      if (index % batchSize === batchSize - 1) yield;
    }
    refuseTwoOfOneCase(given);
    const candidates =
      body.testCaseVersionIds === undefined
        ? yield* collect(deps.testCases.listEnabled(target.id, body.tags))
        : given;
    const selection = { tags: body.tags, environmentName: environment.name };
    const versions = candidates.filter(({ testCase }) => isSelected(testCase, selection));
    const supporting = neededBy(versions, enabledOrGiven(deps, target.id, given));
    const { url: executionUrl, browser, breakpoint, context, variablesToOverwrite: variables } = body;
    const store = yield* prepareRun(deps, {
      ...{ target, environment, versions, supporting, executionUrl, browser, breakpoint, context, variables },
    });
    return () => {
      requireTarget(deps, target.id);
      const { testReport, start } = store();
      afterCommit(start);
      return { testReportUrl: reportPage(request, testReport), testReport };
    };
  },
} satisfies Partial<Handlers>;

type FindVersion = (testCaseId: string) => TestCaseVersion | undefined;

/** Finds the version of a case for a run: a given one replaces the enabled one. */
function enabledOrGiven(
  deps: Dependencies,
  testTargetId: string,
  given: readonly TestCaseVersion[],
): FindVersion {
  const givenById = new Map(given.map((version) => [version.testCase.id, version]));
  return (id) => {
    const found = givenById.get(id);
    if (found !== undefined) return found;
    const stored = deps.testCases.find(testTargetId, id);
    return stored?.status === 'ENABLED' ? stored : undefined;
  };
}

function findEnvironment(deps: Dependencies, { testTargetId, environmentName }: ExecuteBody): EnvironmentRow {
  const environments = deps.environments.list(testTargetId);
  // `default` means the DEFAULT environment, even if it has been renamed.
  const found =
    environments.find(({ name }) => name === environmentName) ??
    environments.find(({ type }) => type === 'DEFAULT' && environmentName === 'default');
  if (found !== undefined) return found;
  const names = environments.map(({ name }) => name).join(', ');
  throw HttpProblem.invalid(
    ['environmentName'],
    `there is no environment "${environmentName}"; the target has: ${names}`,
  );
}

function refuseMissingBrowser(deps: Dependencies, { browser }: ExecuteBody): void {
  if (deps.runs.browsers.includes(browser)) return;
  throw HttpProblem.invalid(
    ['browser'],
    `${browser} is not available: use ${deps.runs.browsers.join(' or ')}`,
  );
}

/** A report has only one result for each case. */
function refuseTwoOfOneCase(versions: readonly TestCaseVersion[]): void {
  const ids = versions.map(({ testCase }) => testCase.id);
  const index = indexOfDuplicate(ids);
  if (index === -1) return;
  const message = `test case ${ids[index]} occurs twice: give one version of each test case`;
  throw HttpProblem.invalid(['testCaseVersionIds', index], message);
}

function findVersion(deps: Dependencies, body: ExecuteBody, id: string, index: number): TestCaseVersion {
  const version = deps.versions.find(body.testTargetId, id);
  if (version !== undefined) return version;
  throw HttpProblem.invalid(['testCaseVersionIds', index], `the target has no version ${id}`);
}

/** URL of the report's page in the interface. This service has no pages, so the URL is not served. */
function reportPage(request: Request, { testTargetId, id }: { testTargetId: string; id: string }): string {
  return new URL(`/testtargets/${testTargetId}/testreports/${id}`, request.url).href;
}
