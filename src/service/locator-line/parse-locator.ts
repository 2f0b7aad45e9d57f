import type { Expression, NewExpression } from 'acorn';
import { z } from 'zod';
import { messageOf } from '../../common/errors.ts';
import { patternProblem, patternSource, patternText } from '../../contract/exchange/pattern.ts';
import {
  type ExchangeSelector,
  optionsOf,
  selectorOptions,
  selectorTypes,
} from '../../contract/exchange/selector.ts';
import { ariaRole } from '../../runner/locator.ts';
import { type Call, LocatorLineError, parseCallChain } from './call-chain.ts';
import { type LocatorMethod, locatorMethods } from './print-locator.ts';

type Value = Call['values'][number] | Expression | undefined;

const typesByMethod = new Map(selectorTypes.map((type) => [locatorMethods[type].name, type]));
const callOptions = selectorOptions.extend({ visible: z.boolean().optional() });

const textOrPattern = 'a text in quotes or a regular expression';
const optionValues: Readonly<Record<string, string>> = {
  name: textOrPattern,
  hasText: textOrPattern,
  hasNotText: textOrPattern,
  level: 'a number',
};

/** The options of a call that differ from those of its selector. */
const callOptionNames: { readonly [Type in ExchangeSelector['selectorType']]?: readonly string[] } = {
  CSS: optionsOf.FILTER,
  FILTER: [...optionsOf.FILTER, 'visible'],
};

/**
 * A Playwright locator expression (the locator line of section 4.3) as selectors of the exchange form (section 2.4).
 * It is parsed, never evaluated. `await`, `page.` and `;` are optional. `.filter({ visible: true })` adds nothing,
 * because only visible elements are found anyway.
 * @throws LocatorLineError that says what was not understood, at which character, and what is allowed.
 */
export function parseLocator(line: string): ExchangeSelector[] {
  let links: readonly ExchangeSelector[] = [];
  for (const call of parseCallChain(line)) {
    links = call.method === 'contentFrame' ? enterFrame(call, links) : [...links, ...readCall(call, links)];
  }
  if (links.at(-1)?.selectorType === 'FRAME') {
    const problem = 'the locator ends with a frame: add a call that finds an element in it';
    throw new LocatorLineError(line.length, problem);
  }
  return [...links];
}

/** `locator(css).contentFrame()` is `frameLocator(css)`. */
function enterFrame(call: Call, links: readonly ExchangeSelector[]): ExchangeSelector[] {
  refuseExtraValues(call, 0);
  const frame = links.at(-1);
  if (frame?.selectorType === 'CSS') return [...links.slice(0, -1), { ...frame, selectorType: 'FRAME' }];
  throw new LocatorLineError(
    call.at,
    'contentFrame is only allowed after locator("…"), because frames are found by CSS',
  );
}

function readCall(call: Call, links: readonly ExchangeSelector[]): ExchangeSelector[] {
  const selectorType = typesByMethod.get(call.method);
  if (selectorType === undefined) {
    const names = [...typesByMethod.keys(), 'contentFrame'].join(', ');
    throw new LocatorLineError(call.at, `${call.method} is not supported. Use one of ${names}`);
  }
  const method = locatorMethods[selectorType];
  if (method.takes === 'options only' || method.takes === 'index') requireElements(call, links);
  const selector = readValue(call, method);
  const valueCount = method.takes === 'options only' ? 0 : 1;
  const allowed = callOptionNames[selectorType] ?? optionsOf[selectorType];
  refuseExtraValues(call, valueCount + (allowed.length > 0 ? 1 : 0));
  const { visible, ...options } = readOptions(call, valueCount, allowed);
  if (visible === false) {
    const problem = 'filter by visible: false is not allowed: only visible elements are found';
    throw new LocatorLineError(call.at, problem);
  }
  if (Object.keys(options).length === 0) return visible === true ? [] : [{ selectorType, selector }];
  if (selectorType !== 'CSS') return [{ selectorType, selector, options }];
  // `locator(css, { hasText })` is short for `locator(css).filter({ hasText })`.
  return [
    { selectorType, selector },
    { selectorType: 'FILTER', selector: '', options },
  ];
}

function requireElements({ method, at }: Call, links: readonly ExchangeSelector[]): void {
  const before = links.at(-1)?.selectorType;
  if (before !== undefined && before !== 'FRAME') return;
  const problem = `${method} narrows the elements of another call. Put one before it, such as getByText(…)`;
  throw new LocatorLineError(at, problem);
}

function refuseExtraValues({ method, values }: Call, max: number): void {
  const extra = values[max];
  if (extra === undefined) return;
  const allowed = max === 0 ? 'no value' : max === 1 ? 'one value' : `${max} values`;
  throw new LocatorLineError(extra.start, `${method} takes ${allowed}`);
}

/** The first value of a call in the exchange form. */
function readValue({ method, at, values: [value] }: Call, { takes }: LocatorMethod): string {
  if (takes === 'options only') return '';
  const position = value?.start ?? at;
  if (takes === 'index') {
    const number = readNumber(value);
    if (number !== undefined && /^-?\d+$/.test(number)) return String(BigInt(number));
    throw new LocatorLineError(position, `${method} takes a whole number`);
  }
  const text = takes === 'text or pattern' ? readTextOrPattern(value) : readText(value);
  if (text === undefined) {
    const expected = takes === 'text or pattern' ? textOrPattern : 'a text in quotes';
    throw new LocatorLineError(position, `${method} takes ${expected}`);
  }
  if (text === '') throw new LocatorLineError(position, `${method} needs a text that is not empty`);
  // The value of a variable is known only when the step runs.
  if (takes === 'role' && !text.includes('$')) refuseUnknownRole(text, position);
  return text;
}

function refuseUnknownRole(role: string, at: number): void {
  try {
    ariaRole(role);
  } catch (error) {
    throw new LocatorLineError(at, messageOf(error));
  }
}

/** Reads the object that a call may have as its value number `index`. */
function readOptions(call: Call, index: number, allowed: readonly string[]) {
  const object = call.values[index];
  if (object === undefined) return {};
  if (object.type !== 'ObjectExpression') {
    const example = call.method === 'filter' ? '{ hasText: … }' : '{ exact: true }';
    throw new LocatorLineError(object.start, `${call.method} takes options such as ${example}`);
  }
  const options = new Map<string, string | number | boolean>();
  for (const property of object.properties) {
    const key = property.type === 'Property' ? property.key : undefined;
    const name = key?.type === 'Identifier' ? key.name : readText(key);
    if (property.type !== 'Property' || name === undefined || !allowed.includes(name)) {
      const problem = `${name ?? 'this'} is not an option of ${call.method}. Use one of ${allowed.join(', ')}`;
      throw new LocatorLineError(property.start, problem);
    }
    if (options.has(name)) throw new LocatorLineError(property.start, `${name} is given twice`);
    options.set(name, optionValue(name, property.value));
  }
  return callOptions.parse(Object.fromEntries(options));
}

function optionValue(name: string, value: Expression): string | number | boolean {
  const number = readNumber(value);
  const literal = value.type === 'Literal' && typeof value.value === 'boolean' ? value.value : undefined;
  const read = readTextOrPattern(value) ?? (number === undefined ? literal : Number(number));
  if (read !== undefined && callOptions.safeParse({ [name]: read }).success) return read;
  throw new LocatorLineError(value.start, `${name} takes ${optionValues[name] ?? 'true or false'}`);
}

/** The value of a string or of a template literal without substitutions. */
function readText(value: Value): string | undefined {
  if (value?.type === 'TemplateLiteral') return value.quasis[0]?.value.cooked ?? undefined;
  return value?.type === 'Literal' && typeof value.value === 'string' ? value.value : undefined;
}

function readTextOrPattern(value: Value): string | undefined {
  const text = readText(value) ?? readPattern(value);
  const source = text === undefined ? undefined : patternSource(text);
  const problem = source === undefined ? undefined : patternProblem(source);
  if (value !== undefined && problem !== undefined) throw new LocatorLineError(value.start, problem);
  return text;
}

/** The exchange form has no flags; those that may stand inside a pattern are written into it. */
function readPattern(value: Value): string | undefined {
  const regex = value?.type === 'NewExpression' ? newRegExp(value) : value?.type === 'Literal' && value.regex;
  if (value === undefined || !regex) return undefined;
  const { pattern, flags } = regex;
  if (!/^[ims]*$/.test(flags) || new Set(flags).size !== flags.length) {
    const problem = `the flags ${JSON.stringify(flags)} are not allowed. Use i, m and s, each at most once`;
    throw new LocatorLineError(value.start, problem);
  }
  return patternText(flags === '' ? pattern : `(?${flags}:${pattern})`);
}

function newRegExp({ callee, arguments: values, start }: NewExpression) {
  const texts = values.flatMap((value) => readText(value) ?? []);
  const [pattern, flags = ''] = texts;
  const isRegExp = callee.type === 'Identifier' && callee.name === 'RegExp';
  if (isRegExp && pattern !== undefined && texts.length === values.length && texts.length <= 2) {
    return { pattern, flags };
  }
  const problem = '`new` is only allowed for RegExp with one or two texts, such as new RegExp("…", "i")';
  throw new LocatorLineError(start, problem);
}

/** A number as it is written, with its sign. */
function readNumber(value: Value): string | undefined {
  if (value?.type === 'UnaryExpression' && value.operator === '-') {
    const number = readNumber(value.argument);
    return number === undefined ? undefined : `-${number}`;
  }
  if (value?.type !== 'Literal' || typeof value.value !== 'number') return undefined;
  return /^\d+(?:\.\d+)?(?:e[+-]?\d+)?$/i.test(value.raw ?? '') ? value.raw : undefined;
}
