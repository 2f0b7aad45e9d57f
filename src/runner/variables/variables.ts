import { randomInt, randomUUID } from 'node:crypto';
import { HOTP, Secret, TOTP, URI } from 'otpauth';
import { nearMisses } from '../../common/near-misses.ts';
import { defined } from '../../common/object-fields.ts';
import { dynamicNameOf, namesOfVariables } from '../../contract/exchange/interaction.ts';
import type { RunEnvironment } from '../../contract/test-target.ts';
import { InvalidStep } from '../failure/reason.ts';
import type { RunPlan } from '../runner.ts';

/** The variables of one run, by name without `$`. The values of some are computed on use. */
export type RunVariables = ReadonlyMap<string, string | (() => string)>;

export type KnownVariables = Pick<Variables, 'dynamic' | 'isOfRun' | 'value'>;

/** The variables of one case: `$NAME` of the run and `$$name`, which steps set. */
export class Variables {
  readonly #run: RunVariables;
  readonly #dynamic: Map<string, string>;

  /** @param dynamic the initial dynamic variables. */
  constructor(run: RunVariables, dynamic: Iterable<readonly [string, string]> = []) {
    this.#run = run;
    this.#dynamic = new Map(dynamic);
  }

  get dynamic(): ReadonlyMap<string, string> {
    return this.#dynamic;
  }

  /** Sets a dynamic variable, which later texts use as `$$name`. */
  set(name: string, value: string): void {
    this.#dynamic.set(name, value);
  }

  isOfRun(name: string): boolean {
    return this.#run.has(name) || isTestAccountVariable(name);
  }

  /**
   * The value of a variable.
   * @param name without its first `$`; that of a dynamic variable starts with another `$`.
   * @throws UndefinedVariable
   */
  value(name: string): string {
    const found = name.startsWith('$') ? this.#dynamic.get(name.slice(1)) : this.#run.get(name);
    if (found === undefined) throw new UndefinedVariable(name, this.#names());
    return typeof found === 'function' ? found() : found;
  }

  #names(): string[] {
    return [...this.#run.keys(), ...[...this.#dynamic.keys()].map((name) => `$${name}`)];
  }
}

/** A text uses an undefined variable. The message contains names but never values. */
export class UndefinedVariable extends Error {
  /** The name without its first `$`. */
  readonly variable: string;

  /**
   * @param name without its first `$`; that of a dynamic variable starts with another `$`.
   * @param known the defined names, in the same form.
   */
  constructor(name: string, known: readonly string[]) {
    // Variables of a test account are suggested even if there is no test account.
    const others = isTestAccountVariable(name) ? [] : testAccountVariables;
    const similar = similarNames(name, [...known, ...others]);
    const suggestion = similar.length === 0 ? '' : ` Did you mean ${listed(similar, ' or ')}?`;
    const isText = similar.length === 0 && !name.startsWith('$') && !isTestAccountVariable(name);
    const asText = isText ? ` If it is a text, write \\$${name}.` : '';
    super(
      `The variable $${name} is not defined.${suggestion} ${remedy(name)}${asText} Defined variables: ${listed(listedNames(known), ', ') || 'none'}.`,
    );
    this.variable = name;
  }
}

const testAccountVariables: ReadonlySet<string> = new Set(['OCTO_USERNAME', 'OCTO_PASSWORD', 'OCTO_TOTP']);

/** Whether a name is a variable of the test account, which the environment may lack. */
export function isTestAccountVariable(name: string): boolean {
  return testAccountVariables.has(predefinedSpelling(name));
}

function remedy(name: string): string {
  if (name.startsWith('$')) return 'An earlier EXTRACT or JAVASCRIPT step must set it.';
  if (!isTestAccountVariable(name)) return `Set it with the input \`variables\` (\`${name}=…\`).`;
  return "It comes from the test account: set the inputs `test-account-username`, `test-account-password` and `test-account-otp-key`, or the environment's test account.";
}

/** A prefix of at least so many characters is similar to the whole name. */
const minPrefix = 3;
const maxSuggestions = 3;

/** The names that a name is a prefix of, and those that it may be a misspelling of. */
function similarNames(name: string, names: readonly string[]): string[] {
  const plain = (each: string) => each.replace('$', '').toLowerCase();
  const isPrefix = plain(name).length >= minPrefix;
  const longer = isPrefix ? names.filter((each) => plain(each).startsWith(plain(name))) : [];
  return [...new Set([...longer, ...nearMisses(name, names)])].slice(0, maxSuggestions);
}

/** Lists predefined variables under one name only. */
function listedNames(known: readonly string[]): string[] {
  return known.filter(
    (name) => predefinedSpelling(name) === name || !known.includes(predefinedSpelling(name)),
  );
}

function listed(names: readonly string[], between: string): string {
  return names.map((name) => `$${name}`).join(between);
}

/** OCTO_X and GATE_X are names of the same variable. */
const [predefined, neutral] = ['OCTO_', 'GATE_'];

/** The OCTO_X name of a GATE_X variable; other names stay unchanged. */
export function predefinedSpelling(name: string): string {
  return name.startsWith(neutral) ? predefined + name.slice(neutral.length) : name;
}

/** Adds to each value of an OCTO_X or GATE_X the same value under the other name. */
function bothSpellings<T>(values: Iterable<readonly [string, T]>): [string, T][] {
  return [...values].flatMap(([name, value]): [string, T][] => {
    const other = name.startsWith(predefined)
      ? neutral + name.slice(predefined.length)
      : predefinedSpelling(name);
    return [...new Set([name, other])].map((each) => [each, value]);
  });
}

/**
 * The name of a dynamic variable that a step sets, which may be written as `$$name`.
 * @throws Error if the name is invalid.
 */
export function dynamicName(written: string): string {
  const name = dynamicNameOf(written);
  if (name !== undefined) return name;
  throw new InvalidStep(`${JSON.stringify(written)} is not a valid variable name: ${namesOfVariables}.`);
}

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
    ...accountEntries(environment),
    ...stableVariables(),
    ...emailVariables(new Map(bothSpellings(given))),
  ];
  return new Map([...bothSpellings(predefined), ...bothSpellings(given), ...given]);
}

function accountEntries({ testAccount = {} }: RunEnvironment): Entry[] {
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
