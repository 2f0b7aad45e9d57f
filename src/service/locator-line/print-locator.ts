import { parseExpressionAt } from 'acorn';
import { defined } from '../../common/object-fields.ts';
import { flagsOfPattern, patternProblem, patternSource } from '../../contract/exchange/pattern.ts';
import { type ExchangeSelector, optionsOf } from '../../contract/exchange/selector.ts';

/** How a selector is written as a call: its method, and what the first value is. */
export interface LocatorMethod {
  readonly name: string;
  readonly takes: 'text' | 'text or pattern' | 'role' | 'index' | 'options only';
}

export const locatorMethods: Readonly<Record<ExchangeSelector['selectorType'], LocatorMethod>> = {
  FRAME: { name: 'frameLocator', takes: 'text' },
  CSS: { name: 'locator', takes: 'text' },
  TEXT: { name: 'getByText', takes: 'text or pattern' },
  ROLE: { name: 'getByRole', takes: 'role' },
  ALT_TEXT: { name: 'getByAltText', takes: 'text or pattern' },
  LABEL: { name: 'getByLabel', takes: 'text or pattern' },
  TEST_ID: { name: 'getByTestId', takes: 'text or pattern' },
  TITLE: { name: 'getByTitle', takes: 'text or pattern' },
  PLACEHOLDER: { name: 'getByPlaceholder', takes: 'text or pattern' },
  FILTER: { name: 'filter', takes: 'options only' },
  FIRST: { name: 'first', takes: 'options only' },
  LAST: { name: 'last', takes: 'options only' },
  NTH: { name: 'nth', takes: 'index' },
};

export interface TextCode {
  /** A text that is never a pattern. */
  plain(text: string): string;
  /** A text that may be a pattern. */
  orPattern(text: string): string;
  /** The name of an ARIA role. */
  role(text: string): string;
}

/** Every text stands for itself, `$NAME` too. */
const literals: TextCode = { plain: stringLiteral, orPattern: textLiteral, role: stringLiteral };

/**
 * Selectors of the exchange form (section 2.4) as a Playwright locator expression, the locator line of section 4.3:
 * `page.getByRole('button', { name: 'Pay' }).first()`. Options that don't belong to their selector are left out.
 */
export function printLocator(selectors: readonly ExchangeSelector[]): string {
  return ['page', ...selectors.map((each) => printCall(each, literals))].join('.');
}

/** One selector as the call that narrows what the ones before have found: `getByText('Pay')`. */
export function printCall(selector: ExchangeSelector, code: TextCode): string {
  const method = locatorMethods[selector.selectorType];
  const values = [printValue(selector.selector, method, code), printOptions(selector, code)];
  return `${method.name}(${values.filter((value) => value !== '').join(', ')})`;
}

function printValue(text: string, { takes }: LocatorMethod, code: TextCode): string {
  switch (takes) {
    case 'text':
      return code.plain(text);
    case 'text or pattern':
      return code.orPattern(text);
    case 'role':
      return code.role(text);
    case 'index':
      return String(BigInt(text));
    case 'options only':
      return '';
  }
}

function printOptions({ selectorType, options }: ExchangeSelector, code: TextCode): string {
  const members = optionsOf[selectorType].map((name) => [name, printOption(options?.[name], code)]);
  return objectCode(Object.fromEntries(members));
}

function printOption(value: string | number | boolean | undefined, code: TextCode): string | undefined {
  if (typeof value === 'string') return code.orPattern(value);
  // String(-0) would lose the sign.
  return Object.is(value, -0) ? '-0' : value?.toString();
}

/** An object literal with the members that have code; empty if none has. */
export function objectCode(members: Readonly<Record<string, string | undefined>>): string {
  const printed = Object.entries(defined(members)).map(([name, code]) => `${name}: ${code}`);
  return printed.length === 0 ? '' : `{ ${printed.join(', ')} }`;
}

/**
 * Characters that would end a line, be invisible in an editor, reverse the order of what follows, or not survive as
 * UTF-8. They are written as escapes.
 */
const unprintable = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}]|(?! )\p{Zs}/gu;

const shortEscapes: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' };

/** A text as a JavaScript string literal: in single quotes, or in double ones if that saves escapes. */
export function stringLiteral(text: string): string {
  const quote = text.includes("'") && !text.includes('"') ? '"' : "'";
  return quote + escaped(text).replaceAll(quote, `\\${quote}`) + quote;
}

/** A text for use between the backticks of a template literal. */
export function templateText(text: string): string {
  return escaped(text).replace(/`|\$(?=\{)/g, '\\$&');
}

/** A text of the exchange form as a string literal, or as a regular expression if it is a pattern. */
function textLiteral(text: string): string {
  const source = patternSource(text);
  return source === undefined ? stringLiteral(text) : patternLiteral(source);
}

/** A regular expression as a literal if one has exactly this source, else as `new RegExp('…')`. */
export function patternLiteral(pattern: string): string {
  const { source, flags } = flagsOfPattern(pattern);
  if (fitsLiteral(source, flags)) return `/${source}/${flags}`;
  return `new RegExp(${stringLiteral(source)}${flags === '' ? '' : `, '${flags}'`})`;
}

function fitsLiteral(source: string, flags: string): boolean {
  if (source.search(unprintable) !== -1 || patternProblem(source) !== undefined) return false;
  try {
    const literal = parseExpressionAt(`/${source}/${flags}`, 0, { ecmaVersion: 'latest' });
    return literal.type === 'Literal' && literal.regex?.pattern === source && literal.regex.flags === flags;
  } catch {
    return false;
  }
}

function escaped(text: string): string {
  return text.replaceAll('\\', '\\\\').replace(unprintable, escapeOne);
}

/** Written as UTF-16 units: not every tool can read `\u{…}` after half a pair. */
function escapeOne(character: string): string {
  const units = character.split('').map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
  return shortEscapes[character] ?? units.join('');
}
