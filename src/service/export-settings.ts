import type { Dependencies, OfTarget } from './dependencies.ts';
import { HttpProblem } from './http/http-problem.ts';
import type { EnvironmentRow } from './store/environments.ts';
import type { TestTargetRow } from './store/test-targets.ts';

/**
 * The environment that an export is made for: the named one, else the DEFAULT one.
 * @throws HttpProblem 400 where the target has none with the id.
 */
export function exportedEnvironment(
  deps: Dependencies,
  { testTargetId }: OfTarget,
  environmentId: string | undefined,
): EnvironmentRow | undefined {
  const environments = deps.environments.list(testTargetId);
  if (environmentId === undefined) return environments.find(({ type }) => type === 'DEFAULT');
  const found = environments.find(({ id }) => id === environmentId);
  if (found !== undefined) return found;
  throw HttpProblem.invalid(['environmentId'], `the target has no environment ${environmentId}`);
}

/** What target and environment give to exported files. */
export function exportSettings(target: TestTargetRow, environment: EnvironmentRow | undefined) {
  const { testAccount, additionalHeaderFields } = environment?.settings ?? {};
  const variables = {
    ...(testAccount?.username === undefined ? {} : { OCTO_USERNAME: testAccount.username }),
    ...(testAccount?.password === undefined ? {} : { OCTO_PASSWORD: testAccount.password }),
  };
  return {
    testIdAttribute: target.testIdAttribute,
    timeoutPerStepMs: target.timeoutPerStep,
    environment: { name: environment?.name, variables, headers: additionalHeaderFields },
  };
}
