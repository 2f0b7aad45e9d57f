import { randomInt, randomUUID } from 'node:crypto';

/** A step uses a variable that nobody has defined. */
export class UndefinedVariable extends Error {
  constructor(name: string, known: readonly string[]) {
    super(
      `The variable $${name} is not defined. Give it a value with the input \`variables\`. Defined are: ${known.map((each) => `$${each}`).join(', ')}.`,
    );
    this.name = 'UndefinedVariable';
  }
}

/** Values for the variables that stand in a case's texts. */
export type Variables = ReadonlyMap<string, string>;

/**
 * The variables of one run: the given ones (where one has several values, one is picked) and the predefined ones,
 * which are the same within a run and new in the next.
 */
export function runVariables(
  given: Readonly<Record<string, readonly string[]>>,
  executionUrl: string,
): Variables {
  const stable = randomUUID();
  const predefined: [string, string][] = [
    ['OCTO_URL', executionUrl],
    ['OCTO_STABLE_UUID', stable],
    ['OCTO_STABLE_UUID_SHORT', stable.slice(0, 8)],
    ['OCTO_STABLE_RANDOM_CHARACTERS', randomCharacters(8)],
  ];
  const picked = Object.entries(given).flatMap(([name, values]): [string, string][] => {
    const value = values[values.length > 1 ? randomInt(values.length) : 0];
    return value === undefined ? [] : [[name, value]];
  });
  return new Map([...predefined, ...picked]);
}

/** The mark of a pattern may follow a dollar sign, where it is no variable's name. */
const wrappedPattern = /^(OCTOREGEX)([\s\S]*)(OCTOREGEX)$/;

/**
 * Puts values in place of `$NAME`. A dollar sign that no name follows, as in `$5`, stays. In a pattern a value stands
 * for itself: its characters mean nothing special.
 * @throws UndefinedVariable
 */
export function fillIn(text: string, variables: Variables): string {
  const [, begin = '', source, end = ''] = wrappedPattern.exec(text) ?? [];
  if (source === undefined) return replaceNames(text, (name) => lookUp(name, variables));
  return begin + replaceNames(source, (name) => escapePattern(lookUp(name, variables))) + end;
}

function replaceNames(text: string, value: (name: string) => string): string {
  // Two dollar signs name another kind of variable, which may not be taken for `$NAME` after a dollar sign.
  return text.replace(/\$(\$?[A-Za-z_]\w*)/g, (_, name: string) => value(name));
}

function lookUp(name: string, variables: Variables): string {
  const value = variables.get(name);
  if (value === undefined) throw new UndefinedVariable(name, [...variables.keys()]);
  return value;
}

function escapePattern(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
}

function randomCharacters(length: number): string {
  return Array.from({ length }, () => String.fromCharCode(97 + randomInt(26))).join('');
}
