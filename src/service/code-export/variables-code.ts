import { predefinedSpelling } from '../../runner/variables/spelling.ts';
import { stringLiteral } from '../locator-line/string-literal.ts';

const stableUuid = 'stableUuid';

/** The variables that are there by themselves, as code. */
const predefined = new Map([
  ['OCTO_URL', "executionUrl.replace(/\\/+$/, '')"],
  ['OCTO_STABLE_UUID', stableUuid],
  ['OCTO_STABLE_UUID_SHORT', `${stableUuid}.slice(0, 8)`],
  [
    'OCTO_STABLE_RANDOM_CHARACTERS',
    `${stableUuid}.slice(-8).replace(/\\d/g, (digit) => 'ghijklmnop'.charAt(Number(digit)))`,
  ],
]);

/** What declares the variables that a file's steps name. */
export interface VariablesCode {
  readonly imports: readonly string[];
  readonly declarations: readonly string[];
}

/**
 * The block at the top of a file that gives each variable its value: the given one, the predefined one, or that of the
 * environment variable of its name.
 */
export function variablesCode(
  used: ReadonlySet<string>,
  given: Readonly<Record<string, string>>,
): VariablesCode {
  if (used.size === 0) return { imports: [], declarations: [] };
  const values = [...used].sort().map((name): [string, string] => [name, valueCode(name, given)]);
  const stable = values.some(([, code]) => code.startsWith(stableUuid));
  const entries = values.map(([name, code]) => `  [${stringLiteral(name)}, ${code}],`);
  return {
    imports: stable ? ["import { randomUUID } from 'node:crypto';"] : [],
    declarations: [
      ...(stable
        ? [
            '// The same in the whole run: the configuration sets it for every file.',
            `const ${stableUuid} = process.env.OCTO_STABLE_UUID ?? randomUUID();`,
          ]
        : []),
      'const variables = new Map<string, string | undefined>([',
      ...entries,
      ']);',
    ],
  };
}

function valueCode(name: string, given: Readonly<Record<string, string>>): string {
  const ownName = predefinedSpelling(name);
  const value = [name, ownName].flatMap((each) => (Object.hasOwn(given, each) ? given[each] : [])).at(0);
  if (value !== undefined) return stringLiteral(value);
  // A name is a letter or _ and then letters, digits and _.
  return predefined.get(ownName) ?? `process.env.${name}`;
}
