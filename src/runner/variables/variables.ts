import { nearMisses } from '../../common/near-misses.ts';
import { InvalidStep } from '../failure/reason.ts';

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
    super(
      `The variable $${name} is not defined.${suggestion} ${remedy(name)} Defined variables: ${listed(listedNames(known), ', ') || 'none'}.`,
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
  if (!isTestAccountVariable(name)) return 'Set it with the input `variables`.';
  return 'It comes from the test account: set the inputs `test-account-username`, `test-account-password` and `test-account-otp-key`, or the test account of the environment at the service.';
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
export function bothSpellings<T>(values: Iterable<readonly [string, T]>): [string, T][] {
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
  const name = written.replace(/^\$+/, '');
  if (/^[A-Za-z_]\w*$/.test(name)) return name;
  throw new InvalidStep(
    `${JSON.stringify(written)} is not a valid variable name: use letters, digits and _, and do not start with a digit.`,
  );
}
