import { randomInt, randomUUID } from 'node:crypto';
import type { RunEnvironment, RunPlan } from '../runner.ts';
import { oneTimePassword } from './one-time-password.ts';
import { bothSpellings } from './spelling.ts';
import type { RunVariables } from './variables.ts';

type Entry = [string, string | (() => string)];

/**
 * The variables of one run: the given ones (where one has several values, one is picked) and the predefined ones,
 * which are the same within a run and new in the next. What is given stands before what is predefined.
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
    // Texts go on with a path: `$OCTO_URL/login`.
    ['OCTO_URL', executionUrl.replace(/\/+$/, '')],
    ...testAccountVariables(environment),
    ...stableVariables(),
    ...emailVariables(new Map(bothSpellings(given))),
  ];
  return new Map([...bothSpellings(predefined), ...bothSpellings(given), ...given]);
}

/** Those that the environment's test account gives, as far as it does. */
function testAccountVariables({ testAccount = {} }: RunEnvironment): Entry[] {
  const { username, password, otpInitializerKey: key } = testAccount;
  return [
    ...(username === undefined ? [] : [['OCTO_USERNAME', username] satisfies Entry]),
    ...(password === undefined ? [] : [['OCTO_PASSWORD', password] satisfies Entry]),
    ...(key === undefined ? [] : [['OCTO_TOTP', () => oneTimePassword(key)] satisfies Entry]),
  ];
}

function stableVariables(): Entry[] {
  const stable = randomUUID();
  return [
    ['OCTO_STABLE_UUID', stable],
    ['OCTO_STABLE_UUID_SHORT', stable.slice(0, 8)],
    ['OCTO_STABLE_RANDOM_CHARACTERS', randomCharacters(8)],
  ];
}

/** The mail address of the run; where a part of it is given, the address has that part. */
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
