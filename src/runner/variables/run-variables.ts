import { randomInt, randomUUID } from 'node:crypto';
import { HOTP, Secret, TOTP, URI } from 'otpauth';
import { defined } from '../../common/fields.ts';
import type { RunEnvironment, RunPlan } from '../runner.ts';
import { bothSpellings, type RunVariables } from './variables.ts';

type Entry = [string, string | (() => string)];

/**
 * The variables of one run: the given ones (if one has several values, one of them is picked) and the predefined ones, which
 * are constant within a run and new in the next. Given variables override predefined ones.
 */
export function runVariables({
  variables,
  executionUrl,
  environment,
}: Pick<RunPlan, 'variables' | 'executionUrl' | 'environment'>): RunVariables {
  const given = Object.entries(variables).flatMap(([name, values]): Entry[] => {
    const value = values[values.length > 1 ? randomInt(values.length) : 0];
    return value === undefined ? [] : [[name, value]];
  });
  const predefined: Entry[] = [
    // Texts continue with a path: `$OCTO_URL/login`.
    ['OCTO_URL', executionUrl.replace(/\/+$/, '')],
    ...testAccountVariables(environment),
    ...stableVariables(),
    ...emailVariables(new Map(bothSpellings(given))),
  ];
  return new Map([...bothSpellings(predefined), ...bothSpellings(given), ...given]);
}

function testAccountVariables({ testAccount = {} }: RunEnvironment): Entry[] {
  const { username, password, otpInitializerKey: key } = testAccount;
  const oneTime = key === undefined ? undefined : () => oneTimePassword(key);
  return Object.entries(defined({ OCTO_USERNAME: username, OCTO_PASSWORD: password, OCTO_TOTP: oneTime }));
}

function stableVariables(): Entry[] {
  const stable = randomUUID();
  return [
    ['OCTO_STABLE_UUID', stable],
    ['OCTO_STABLE_UUID_SHORT', stable.slice(0, 8)],
    ['OCTO_STABLE_RANDOM_CHARACTERS', randomCharacters(8)],
  ];
}

/** The mail address of the run, with its prefix or domain if given. */
function emailVariables(given: RunVariables): Entry[] {
  const prefix = given.get('OCTO_EMAIL_PREFIX') ?? `run-${randomCharacters(8)}`;
  const domain = given.get('OCTO_EMAIL_DOMAIN') ?? 'browser-test-gate.test';
  return [
    ['OCTO_EMAIL', `${prefix}@${domain}`],
    ['OCTO_EMAIL_PREFIX', prefix],
    ['OCTO_EMAIL_DOMAIN', domain],
  ];
}

function randomCharacters(length: number): string {
  return Array.from({ length }, () => String.fromCharCode(97 + randomInt(26))).join('');
}

/**
 * The one-time password at a time.
 * @param key a base32 secret, which may have blanks and lower-case letters, or an `otpauth://totp/…` URL.
 * @param now ms since 1970.
 * @throws Error if the key is neither; the message does not contain it.
 */
export function oneTimePassword(key: string, now = Date.now()): string {
  return generator(key.trim()).generate({ timestamp: now });
}

function generator(key: string): TOTP {
  try {
    if (!/^otpauth:/i.test(key)) {
      const secret = Secret.fromBase32(key.replace(/[\s-]/g, '').toUpperCase());
      if (secret.bytes.length > 0) return new TOTP({ secret });
    } else {
      const found = URI.parse(key);
      if (!(found instanceof HOTP)) return found;
    }
  } catch {
    // The parser's message might contain the key.
  }
  throw new Error(
    "The test account's one-time-password key is invalid. Set `test-account-otp-key` to the base32 secret or to a URL that starts with otpauth://totp/.",
  );
}
