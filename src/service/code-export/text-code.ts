import { messageOf } from '../../common/errors.ts';
import { flagsOfPattern, patternProblem, patternSource } from '../../contract/exchange/pattern.ts';
import {
  countsHidden,
  type ExchangeSelector,
  isPick,
  lacksElements,
  needsVisibleFilter,
} from '../../contract/exchange/selector.ts';
import { ariaRole } from '../../runner/locator.ts';
import { type Piece, sourcePieces, textPieces } from '../../runner/variables/variable-text.ts';
import { predefinedSpelling } from '../../runner/variables/variables.ts';
import {
  patternLiteral,
  printCall,
  stringLiteral,
  type TextCode,
  templateText,
} from '../locator-line/print-locator.ts';
import type { HelperName } from './helpers.ts';

/** What the code of one file needs around it, collected while the code is generated. */
export interface FileScope {
  readonly helpers: Set<HelperName>;
  readonly variables: Set<string>;
  /** Whether the test keeps dynamic variables (`$$name`). */
  usesDynamic: boolean;
  usesDialogs: boolean;
  /** Whether a step switches to another page. */
  changesPage: boolean;
  /** Whether the file has header fields that the test's own requests to the app must carry. */
  readonly sendsFields: boolean;
  /** The sum of the fixed waits, in ms: it is added to the timeout of the test. */
  fixedWaitMs: number;
}

export function newFileScope({ sendsFields = false } = {}): FileScope {
  return {
    sendsFields,
    helpers: new Set(),
    variables: new Set(),
    usesDynamic: false,
    usesDialogs: false,
    changesPage: false,
    fixedWaitMs: 0,
  };
}

/** @returns the name of a helper function, which the file then contains. */
export function helper(scope: FileScope, name: HelperName): HelperName {
  scope.helpers.add(name);
  return name;
}

/** @returns the name of the map of dynamic variables, which the test then declares. */
export function dynamicVariables(scope: FileScope): string {
  scope.usesDynamic = true;
  return 'dynamic';
}

/** @returns the name of what answers dialogs, which the test then declares. */
export function dialogs(scope: FileScope): string {
  helper(scope, 'answerDialogs');
  scope.usesDialogs = true;
  return 'dialogs';
}

/** Indents lines by one level. Only code is given here, and no literal spans lines. */
export function indented(lines: readonly string[]): string[] {
  return lines.map((line) => `  ${line}`);
}

/** A step that can't work as it is. Its code throws this message when the test runs. */
export class StepProblem extends Error {}

/** A step that has no equivalent in an exported file. It fails the test even with `ignoreFailure`. */
export class StepNotExported extends Error {}

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
  const pattern = flagsOfPattern(source);
  const flags = pattern.flags === '' ? '' : `, '${pattern.flags}'`;
  return `new RegExp(${joined(sourcePieces(pattern.source), escaped)}${flags})`;
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

const visible = 'filter({ visible: true })';

/**
 * The locator of a step, which finds what `runner/locator.ts` finds: the chain is read left to right, and only visible
 * elements count, unless a ROLE says `includeHidden`.
 * @param hiddenToo lets the last selector find hidden elements, and what picks from them too.
 * @throws StepProblem if the chain can't find an element.
 */
export function locatorCode(
  selectors: readonly ExchangeSelector[],
  scope: FileScope,
  { hiddenToo = false } = {},
): string {
  const last = selectors.at(-1);
  if (last === undefined) throw new StepProblem('The step has no selector. Add one for its element.');
  if (last.selectorType === 'FRAME') {
    throw new StepProblem(
      'The selector chain ends with FRAME. Add a selector for the element inside the frame.',
    );
  }
  const links = selectors.map((each, index) =>
    linkCode(each, selectors[index - 1], { scope, hidden: countsHidden(selectors, index, hiddenToo) }),
  );
  return ['page', ...links, ...(!hiddenToo && needsVisibleFilter(selectors) ? [visible] : [])].join('.');
}

function linkCode(
  selector: ExchangeSelector,
  previous: ExchangeSelector | undefined,
  { scope, hidden }: { readonly scope: FileScope; readonly hidden: boolean },
): string {
  const code = textCode(scope);
  if (selector.selectorType === 'FRAME') {
    return `locator(${code.plain(selector.selector)}).${visible}.contentFrame()`;
  }
  if (lacksElements(selector, previous)) {
    throw new StepProblem(
      `${selector.selectorType} narrows the elements of another selector. Add a selector before it.`,
    );
  }
  const link = printCall(selector, code);
  // Hidden elements may not stand for choice, unless they count.
  return isPick(selector) && !hidden ? `${visible}.${link}` : link;
}
