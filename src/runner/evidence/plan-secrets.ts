import type { RunPlan } from '../runner.ts';

/** What the environment of a run has that must not be seen: passwords, the one-time-password key, header values. */
export function planSecrets({ environment }: RunPlan): string[] {
  const { testAccount, basicAuth, headers } = environment;
  const { password = '', otpInitializerKey = '' } = testAccount ?? {};
  const basic =
    basicAuth === undefined ? [] : [basicAuth.password, `${basicAuth.username}:${basicAuth.password}`];
  return [password, otpInitializerKey, ...basic, ...Object.values(headers)].filter((secret) => secret !== '');
}
