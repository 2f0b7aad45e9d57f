import { defined } from '../common/defined.ts';
import type { EnvironmentBody } from '../contract/environment.ts';
import type { RunEnvironment } from '../runner/runner.ts';

/** How a run reaches the app in an environment. */
export function runEnvironment({
  testAccount,
  basicAuth,
  additionalHeaderFields,
}: Pick<EnvironmentBody, 'testAccount' | 'basicAuth' | 'additionalHeaderFields'>): RunEnvironment {
  const { username, password } = basicAuth ?? {};
  return {
    ...defined({ testAccount }),
    ...(username === undefined || password === undefined ? {} : { basicAuth: { username, password } }),
    headers: additionalHeaderFields ?? {},
  };
}
