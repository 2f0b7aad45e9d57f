import { type Env, rawInputs } from './raw-inputs.ts';
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
  const secrets = [raw['api-key'], raw['api-key'].trim(), raw['github-token'], ...fromVariables];
  return {
    secrets: [...new Set(secrets.filter((secret) => secret !== ''))],
    githubToken: raw['github-token'] === '' ? undefined : raw['github-token'],
  };
}

/** Variables with such names are kept out of everything that is printed or posted. */
function isSecretName(name: string): boolean {
  return /passw|passphrase|secret|token|credential|(?:^|_)(?:pass|pwd|key|apikey|pin|otp)(?:_|\d|$)/i.test(
    name,
  );
}
