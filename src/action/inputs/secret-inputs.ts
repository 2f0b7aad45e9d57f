import { addressSecrets, decoded, endpointSecrets } from './endpoints-input.ts';
import { headerSecrets } from './headers-input.ts';
import { type Env, rawInputs } from './raw-inputs.ts';
import { isSecretName } from './secret-name.ts';
import { variableLine } from './variables-input.ts';

/** The inputs that are secret: known before anything is checked or printed. */
export function secretInputs(env: Env): {
  readonly secrets: readonly string[];
  readonly githubToken: string | undefined;
} {
  const raw = rawInputs(env);
  const fromVariables = raw.variables.split(/\r?\n/).flatMap((line) => {
    const [, name = '', value = ''] = variableLine.exec(line) ?? [];
    return isSecretName(name) ? [value, value.trim()] : [];
  });
  const whole = [raw['api-key'], raw['test-account-password'], raw['basic-auth-password']];
  const secrets = [
    ...whole.flatMap((value) => [value, value.trim()]),
    raw['github-token'],
    ...fromVariables,
    ...oneTimeKeySecrets(raw['test-account-otp-key']),
    ...headerSecrets(raw.headers),
    ...addressSecrets(raw.url),
    ...endpointSecrets(raw['browser-endpoints']),
    ...proxySecrets(env),
    // What uploads artifacts; the runner sets it.
    env.ACTIONS_RUNTIME_TOKEN ?? '',
  ];
  return {
    secrets: [...new Set(secrets.filter((secret) => secret !== ''))],
    githubToken: raw['github-token'] === '' ? undefined : raw['github-token'],
  };
}

/** The key as it is given, without its blanks, and by itself where it is part of an address. */
function oneTimeKeySecrets(text: string): string[] {
  const inAddress = /[?&]secret=([^&]+)/i.exec(text)?.[1] ?? '';
  return [text, text.replace(/\s+/g, ''), inAddress];
}

/** The passwords of the machine's proxies: an error of the network may name their addresses. */
function proxySecrets(env: Env): string[] {
  return ['http_proxy', 'https_proxy', 'all_proxy'].flatMap((name) =>
    [env[name], env[name.toUpperCase()]].flatMap((address) => {
      const [, asGiven = ''] = /^(?:[\w+.-]+:\/\/)?[^/@:]*:([^/]*)@/.exec(address ?? '') ?? [];
      return [asGiven, decoded(asGiven)];
    }),
  );
}
