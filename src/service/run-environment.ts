import { defined } from '../common/defined.ts';
import type { RunEnvironment } from '../runner/runner.ts';
import type { EnvironmentRow } from './store/environment-store.ts';

/** How a run reaches the app in an environment. */
export function runEnvironment({ settings }: EnvironmentRow): RunEnvironment {
  const { testAccount, basicAuth, additionalHeaderFields } = settings;
  const { username, password } = basicAuth ?? {};
  return {
    ...defined({ testAccount }),
    ...(username === undefined || password === undefined ? {} : { basicAuth: { username, password } }),
    headers: additionalHeaderFields ?? {},
  };
}
