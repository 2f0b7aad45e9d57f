import type { ExchangeSelector } from '../../../contract/exchange/selector.ts';
import { isPure } from '../javascript/native-methods.ts';
import type { StatementLog } from '../javascript/statement-log.ts';
import {
  type Expected,
  entryOf,
  is,
  NotImported,
  noEquivalent,
  type Of,
  type Value,
} from '../javascript/value.ts';
import type { CaseWriter } from './case-writer.ts';
import {
  allElements,
  codeOfPattern,
  codeOfPlain,
  functionCode,
  propertyCode,
  readingCode,
} from './code-in-page.ts';

type WithLog = { readonly log: StatementLog };

/** `other`: what else a test computes of the same value. */
const codeOfExpected = (expected: Value): string =>
  is(expected, 'script') ? 'other' : expected === undefined ? 'undefined' : codeOfPlain(expected);
const comparison =
  (operator: string) =>
  (expected: Value): string =>
    `value ${operator} ${codeOfExpected(expected)}`;
const same = (expected: Value): string =>
  Array.isArray(expected) || is(expected, 'script')
    ? `JSON.stringify(value) === JSON.stringify(${codeOfExpected(expected)})`
    : comparison('===')(expected);

/** Matchers for a value, as code of the page. Lists and objects are the same only by `toEqual`. */
const valueMatchers: Readonly<Record<string, (expected: Value, option?: Value) => string>> = {
  toBe: comparison('==='),
  toEqual: same,
  toStrictEqual: same,
  toExist: () => 'value != null',
  toBeTruthy: () => 'value',
  toBeFalsy: () => '!value',
  toBeNull: () => 'value === null',
  toBeDefined: () => 'value !== undefined',
  toBeUndefined: () => 'value === undefined',
  toBeGreaterThan: comparison('>'),
  toBeGreaterThanOrEqual: comparison('>='),
  toBeLessThan: comparison('<'),
  toBeLessThanOrEqual: comparison('<='),
  toBeCloseTo: (near, digits = 2) =>
    `Math.abs(value - ${codeOfExpected(near)}) < 10 ** -${codeOfPlain(digits)} / 2`,
  toBeA: (type) =>
    `Object.prototype.toString.call(value).slice(8, -1).toLowerCase() === ${codeOfPlain(type)}`,
  toHaveLength: (length) => `value.length === ${codeOfPlain(length)}`,
  toContain: (part) => `value.includes(${codeOfPlain(part)})`,
  toMatch: (pattern) =>
    is(pattern, 'pattern')
      ? `${codeOfPattern(pattern)}.test(value)`
      : `value.includes(${codeOfPlain(pattern)})`,
  // Chai also finds numbers by a pattern, and knows empty objects.
  match: (pattern) => {
    if (!is(pattern, 'pattern')) throw noEquivalent('match');
    return `${codeOfPattern(pattern)}.test(value)`;
  },
  'be.empty': () => 'Object.keys(value).length === 0',
};

/** Matchers that fail for values of other types, also with `not`. JavaScript compares `null` as 0. */
const typesOfMatchers: Readonly<Record<string, string>> = {
  toBeGreaterThan: 'number',
  toBeGreaterThanOrEqual: 'number',
  toBeLessThan: 'number',
  toBeLessThanOrEqual: 'number',
  toBeCloseTo: 'number',
  toMatch: 'string',
};

/** Code that is true if the variable `value` has the fields that are expected of it; undefined for other expectations. */
function fieldsTest({ matcher, args: [expected] = [] }: Expected): string | undefined {
  const isOfItem = matcher === 'toContainEqual';
  const isOfFields = /^to(?:Strict)?Equal$/.test(matcher) || isOfItem;
  const fields = is(expected, 'partial') && isOfFields ? expected.of : expected;
  if (!is(fields, 'object') || (fields === expected && matcher !== 'toMatchObject')) return undefined;
  // Objects in it may have their fields in another order, or more of them.
  const isPlain = (each: Value) => typeof each !== 'object' || each === null;
  const isFlat = (each: Value) => isPlain(each) || (Array.isArray(each) && each.every(isPlain));
  if (![...fields.fields.values()].every(isFlat)) return undefined;
  const isSame = '([name, each]) => JSON.stringify(value?.[name]) === JSON.stringify(each)';
  const test = `Object.entries(${codeOfPlain(fields)}).every(${isSame})`;
  return isOfItem ? `value.some((value) => ${test})` : test;
}

/** Code that is true if the variable `value` is what a matcher expects. @throws NotImported for a matcher without such code. */
export function valueTest(expected: Expected): string {
  const type = entryOf(typesOfMatchers, expected.matcher);
  const test = comparisonTest(expected);
  return type === undefined ? test : `typeof value === '${type}' && ${test}`;
}

/** The opposite of `valueTest`. */
function failureTest(expected: Expected): string {
  const type = entryOf(typesOfMatchers, expected.matcher);
  const test = comparisonTest({ ...expected, isNegated: expected.isNegated !== true });
  return type === undefined ? test : `typeof value !== '${type}' || ${test}`;
}

function comparisonTest({ matcher, args = [], isNegated = false }: Expected): string {
  const [expected, option] = args;
  const ofFields = fieldsTest({ matcher, args });
  if (ofFields !== undefined) return isNegated ? `!(${ofFields})` : ofFields;
  const test = entryOf(valueMatchers, matcher);
  const isList = Array.isArray(expected) && expected.every((each) => !is(each, 'object'));
  const isKnown =
    !(Array.isArray(expected) || is(expected, 'object')) || (isList && matcher.endsWith('Equal'));
  if (test === undefined || !isKnown) throw noEquivalent(matcher);
  return isNegated ? `!(${test(expected, option)})` : test(expected, option);
}

const pathOf = ({ path = 'value' }: Of<'script'>): string => path;

/** What `code` makes of what code has returned. */
export function scriptWith(of: Of<'script'>, code: (path: string) => string): Of<'script'> {
  return { ...of, path: code(pathOf(of)) };
}

/** A part of what code has returned. */
export function scriptMember(of: Of<'script'>, name: string): Of<'script'> {
  return { ...of, path: pathOf(of) + propertyCode(name) };
}

/** Functions of JavaScript that the page has, too. */
const conversions = /^(?:Boolean|Number|String|parseFloat|parseInt)$/;

/** What a method gives that changes nothing, such as `find` of a list. @returns undefined for other methods. */
export function scriptCall(
  { log }: WithLog,
  of: Of<'script'>,
  name: string,
  args: readonly Value[],
): Of<'script'> | undefined {
  const isOfCopy = /^(?:sort|reverse)$/.test(name) && pathOf(of).endsWith('.slice()');
  if (!isOfCopy && (!isPure(name) || name === 'forEach')) return undefined;
  const codes = args.map((each) => {
    if (is(each, 'global') && conversions.test(each.name)) return each.name;
    return is(each, 'function') ? functionCode(log, each) : codeOfPlain(each);
  });
  return scriptWith(of, (path) => `${path}.${name}(${codes.join(', ')})`);
}

/** Adds a line to the step that runs code, which is the value that a spec has read. */
function addCode({ steps }: Pick<CaseWriter, 'steps'>, { step }: Of<'script'>, line: string): void {
  const { interaction } = step.element;
  if (!steps.includes(step) || interaction?.action !== 'JAVASCRIPT')
    throw new NotImported('the code that gives the value is not imported');
  const { code } = interaction.calledWith;
  const read = code.startsWith('const value = ') ? code : `const value = ${code}`;
  interaction.calledWith = { ...interaction.calledWith, code: `${read}\n${line}` };
}

/** Code for what a step before has read. Until then, it is kept in the storage of the tab. */
function codeOfEarlier(writer: Pick<CaseWriter, 'steps'>, of: Of<'script'>): string {
  const codes = writer.steps.map(({ element: { interaction } }) =>
    interaction?.action === 'JAVASCRIPT' ? interaction.calledWith.code : '',
  );
  const storedValues = codes.join('\n').match(/sessionStorage\.setItem\("kept-/g) ?? [];
  const name = JSON.stringify(`kept-${storedValues.length + 1}`);
  addCode(writer, of, `sessionStorage.setItem(${name}, JSON.stringify(${pathOf(of)}));`);
  // Without an item, it fails.
  return `JSON.parse(sessionStorage.getItem(${name}) ?? '')`;
}

/** Waits until the number of elements is to an earlier value as a matcher of values says. */
export function expectCount(
  writer: CaseWriter,
  selectors: readonly ExchangeSelector[],
  { expected, other }: { readonly expected: Expected; readonly other: Of<'script'> },
): undefined {
  const code = [
    `const value = ${allElements(selectors)}.length;`,
    `const other = ${codeOfEarlier(writer, other)};`,
    `return ${comparisonTest(expected)};`,
  ];
  writer.assertCode(code.join('\n'));
}

/** Waits until the text of the only element is not, or does not contain, a text that was read before. */
export function expectOtherText(
  writer: CaseWriter,
  selectors: readonly ExchangeSelector[],
  { matcher, other }: { readonly matcher: 'toHaveText' | 'toContainText'; readonly other: Of<'script'> },
): undefined {
  const inOneLine = ".replace(/\\s+/g, ' ').trim()";
  const code = [
    `const value = ${readingCode(selectors, 'textContent', [])}${inOneLine};`,
    `const other = ${codeOfEarlier(writer, other)}${inOneLine};`,
    `return ${matcher === 'toHaveText' ? 'value !== other' : '!value.includes(other)'};`,
  ];
  writer.assertCode(code.join('\n'));
}

/** Checks what code has returned, in the step that runs it: the value is the one that the spec checks. */
export function expectScript(
  writer: Pick<CaseWriter, 'steps'>,
  of: Of<'script'>,
  expected: Expected,
): undefined {
  const { steps } = writer;
  const { matcher, isNegated = false } = expected;
  const test = failureTest(expected);
  const other = expected.args?.find((each) => is(each, 'script'));
  if (other !== undefined && steps.indexOf(other.step) > steps.indexOf(of.step))
    throw noEquivalent('a comparison with a later value');
  let fails = test;
  if (other !== undefined) {
    const path = other.step === of.step ? pathOf(other) : codeOfEarlier(writer, other);
    fails = `((value, other) => ${test})(${pathOf(of)}, ${path})`;
  } else if (pathOf(of) !== 'value') fails = `((value) => ${test})(${pathOf(of)})`;
  // A whole response may have secrets. What is computed of a text says less than the text.
  const shown = pathOf(of).startsWith('value') ? pathOf(of) : 'value';
  const failure = `'The value fails ${isNegated ? 'not.' : ''}${matcher}: ' + JSON.stringify(${shown})`;
  addCode(writer, of, `if (${fails}) throw new Error(${failure});`);
}
