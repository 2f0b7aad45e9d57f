import { InvalidStep } from '../invalid-step.ts';

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
