import { messageOf } from '../../common/errors.ts';
import { patternSource } from '../../contract/exchange/pattern.ts';
import { ariaRole } from '../../runner/locator.ts';
import { type Piece, sourcePieces, textPieces } from '../../runner/variables/text.ts';
import { predefinedSpelling } from '../../runner/variables/variables.ts';
import {
  patternLiteral,
  patternProblem,
  stringLiteral,
  type TextCode,
  templateText,
} from '../locator-line/print-locator.ts';
import { dynamicVariables, type FileScope, helper, StepProblem } from './file-scope.ts';

/** How the texts of a step become code: a variable is read when the step runs, as in the runner. */
export function textCode(scope: FileScope): TextCode {
  return {
    plain: (text) => joined(textPieces(text), (name) => variableCode(name, scope)),
    orPattern: (text) => textOrPattern(text, scope),
    role: (text) => roleCode(text, scope),
  };
}

/** Code that a step carries: `$NAME` stands for a variable where it has a value, and `$$name` never does. */
export function scriptCode(script: string, scope: FileScope): string {
  const parts = sourcePieces(script).map((part) =>
    'name' in part && part.name.startsWith('$') ? { plain: `$${part.name}` } : part,
  );
  return joined(parts, (name) => {
    scope.variables.add(name);
    return `${helper(scope, 'ifGiven')}(${stringLiteral(name)})`;
  });
}

/** One literal, one call, or a template literal of both. */
function joined(parts: readonly Piece[], code: (name: string) => string): string {
  const [only] = parts;
  if (parts.length === 1 && only !== undefined)
    return 'plain' in only ? stringLiteral(only.plain) : code(only.name);
  return `\`${parts.map((part) => ('plain' in part ? templateText(part.plain) : `\${${code(part.name)}}`)).join('')}\``;
}

function textOrPattern(text: string, scope: FileScope): string {
  const source = patternSource(text);
  if (source === undefined) return textCode(scope).plain(text);
  const parts = sourcePieces(source);
  if (parts.every((part) => 'name' in part === false)) {
    const problem = patternProblem(source);
    if (problem !== undefined) throw new StepProblem(problem);
    return patternLiteral(source);
  }
  const escaped = (name: string) => `${helper(scope, 'escapeRegExp')}(${variableCode(name, scope)})`;
  return `new RegExp(${joined(parts, escaped)})`;
}

function roleCode(text: string, scope: FileScope): string {
  const parts = textPieces(text);
  // The types of Playwright name every role; the value of a variable is known only when the step runs.
  if (parts.some((part) => 'name' in part)) return `${textCode(scope).plain(text)} as 'button'`;
  try {
    return stringLiteral(ariaRole(text));
  } catch (error) {
    throw new StepProblem(messageOf(error));
  }
}

function variableCode(name: string, scope: FileScope): string {
  if (predefinedSpelling(name.slice(1)) === 'OCTO_CLIPBOARD')
    return `await ${helper(scope, 'clipboard')}(page)`;
  if (name.startsWith('$')) {
    return `${helper(scope, 'dynamicVariable')}(${dynamicVariables(scope)}, ${stringLiteral(name.slice(1))})`;
  }
  scope.variables.add(name);
  return `${helper(scope, 'variable')}(${stringLiteral(name)})`;
}

/** A text or pattern that something contains. Everything contains an empty text: that would check nothing. */
export function containedCode(expected: string, scope: FileScope): string {
  const code = textOrPattern(expected, scope);
  return mayBeEmpty(expected) ? `${helper(scope, 'nonEmpty')}(${code})` : code;
}

/** Whether a text or a pattern consists of variables only, so that their values may leave it empty. */
function mayBeEmpty(text: string): boolean {
  const source = patternSource(text);
  const parts = source === undefined ? textPieces(text) : sourcePieces(source);
  const named = parts.some((part) => 'name' in part);
  return named && parts.every((part) => 'name' in part || part.plain.trim() === '');
}

/** An expression that requests a path or URL with the page's session; it is a promise of the response. */
export function requestCode(address: string, scope: FileScope): string {
  const url = `${helper(scope, 'address')}(${textCode(scope).plain(address)})`;
  if (scope.sendsFields) return `${helper(scope, 'requestWithHeaders')}(page, ${url})`;
  return `page.request.get(${url}, { timeout: stepTimeout })`;
}

const stableUuid = 'stableUuid';

/** The predefined variables as code. */
const predefined = new Map([
  ['OCTO_URL', "executionUrl.replace(/\\/+$/, '')"],
  ['OCTO_STABLE_UUID', stableUuid],
  ['OCTO_STABLE_UUID_SHORT', `${stableUuid}.slice(0, 8)`],
  [
    'OCTO_STABLE_RANDOM_CHARACTERS',
    `${stableUuid}.slice(-8).replace(/\\d/g, (digit) => 'ghijklmnop'.charAt(Number(digit)))`,
  ],
]);

/**
 * The block at the top of a file that gives each variable that its steps name a value: the predefined one, or that of the
 * environment variable of its name.
 */
export function variablesCode(used: ReadonlySet<string>) {
  if (used.size === 0) return { imports: [], declarations: [] };
  const values = [...used].sort().map((name): [string, string] => [name, valueCode(name)]);
  const stable = values.some(([, code]) => code.startsWith(stableUuid));
  const entries = values.map(([name, code]) => `  [${stringLiteral(name)}, ${code}],`);
  return {
    imports: stable ? ["import { randomUUID } from 'node:crypto';"] : [],
    declarations: [
      ...(stable
        ? [
            '// The configuration sets this for all files, so that it is the same in the entire run.',
            `const ${stableUuid} = process.env.OCTO_STABLE_UUID ?? randomUUID();`,
          ]
        : []),
      'const variables = new Map<string, string | undefined>([',
      ...entries,
      ']);',
    ],
  };
}

function valueCode(name: string): string {
  // A name is a letter or _ and then letters, digits and _.
  return predefined.get(predefinedSpelling(name)) ?? `process.env.${name}`;
}
