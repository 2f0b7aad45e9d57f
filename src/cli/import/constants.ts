import type { Piece } from '../../runner/variables/text.ts';
import { NotImported } from './not-imported.ts';
import { constant, entryOf, listOf, maxLength, nothing, plainText, type Value } from './value.ts';

/** What JavaScript has for a constant of a spec. */
type Plain = string | number | boolean | undefined | readonly Plain[] | { readonly [name: string]: Plain };

function constantText(pieces: readonly Piece[]): string {
  if (pieces.every((each) => 'plain' in each)) return pieces.map(({ plain }) => plain).join('');
  throw new NotImported('a value is known only when the test runs');
}

/**
 * @param textOf texts with variables in them are not constant, unless it makes them so.
 * @param budget how many values there may be: a list can have the same list many times.
 * @throws NotImported if a part of the value is not constant.
 */
export function plainOf(
  value: Value | undefined,
  textOf = constantText,
  budget = { left: maxLength },
): Plain {
  budget.left -= 1;
  if (budget.left < 0) throw new NotImported('the list is too long');
  const partOf = (each: Value) => plainOf(each, textOf, budget);
  switch (value?.kind) {
    case 'constant':
      return value.value;
    case 'list':
      return value.items.map(partOf);
    case 'object':
      return Object.fromEntries([...value.fields].map(([name, each]) => [name, partOf(each)]));
    case 'text':
      return textOf(value.pieces);
  }
  throw new NotImported('a value is known only when the test runs');
}

function asValue(plain: unknown): Value {
  if (typeof plain === 'string') return plainText(plain);
  if (typeof plain === 'number' || typeof plain === 'boolean') return constant(plain);
  if (Array.isArray(plain)) return listOf(plain.map(asValue));
  if (typeof plain !== 'object' || plain === null) return nothing;
  return {
    kind: 'object',
    fields: new Map(Object.entries(plain).map(([name, each]) => [name, asValue(each)])),
  };
}

/** @throws NotImported if the value is known only when the test runs. */
export function isTruthy(value: Value): boolean {
  return !['constant', 'text', 'reading', 'global'].includes(value.kind) || Boolean(plainOf(value));
}

function isPrimitive(plain: Plain): plain is string | number | boolean | undefined {
  return typeof plain !== 'object';
}

const ofNumbers: Readonly<Record<string, (a: number, b: number) => number>> = {
  '+': (a, b) => a + b,
  '-': (a, b) => a - b,
  '*': (a, b) => a * b,
  '/': (a, b) => a / b,
  '%': (a, b) => a % b,
};
const comparisons: Readonly<Record<string, (a: number | string, b: number | string) => boolean>> = {
  '<': (a, b) => a < b,
  '<=': (a, b) => a <= b,
  '>': (a, b) => a > b,
  '>=': (a, b) => a >= b,
};

/** `left operator right`, without sums of texts. @throws NotImported */
export function binary(operator: string, left: Value, right: Value): Value {
  const [a, b] = [plainOf(left), plainOf(right)];
  const isNumeric = typeof a === 'number' && typeof b === 'number';
  const number = isNumeric ? entryOf(ofNumbers, operator)?.(a, b) : undefined;
  if (number !== undefined) return constant(number);
  const isSameType = isNumeric || (typeof a === 'string' && typeof b === 'string');
  const compared = isSameType ? entryOf(comparisons, operator)?.(a, b) : undefined;
  if (compared !== undefined) return constant(compared);
  if (isPrimitive(a) && isPrimitive(b) && /^[!=]==$/.test(operator))
    return constant((a === b) === (operator === '==='));
  throw new NotImported(`the operator ${operator} has no equivalent`);
}

/** The size of a constant times that of a method's argument, in characters: `repeat` and `join` multiply them. */
const maxSize = 10 * maxLength;

/** Methods of texts, numbers and lists that give the same whenever they are called. */
const methods = new Set(
  'at charAt concat endsWith entries includes indexOf join padEnd padStart repeat replace replaceAll slice split startsWith substring toFixed toLowerCase toUpperCase trim'.split(
    ' ',
  ),
);

/** Whether a method of a list does not change it. */
export function isPure(method: string): boolean {
  return (
    methods.has(method) || /^(?:forEach|map|filter|find|some|every|reduce|flat|flatMap|keys)$/.test(method)
  );
}

const functions: Readonly<Record<string, (...args: readonly Plain[]) => unknown>> = {
  'Object.keys': (of) => Object.keys(Object(of)),
  'Object.values': (of) => Object.values(Object(of)),
  'Object.entries': (of) => Object.entries(Object(of)),
  'Math.floor': (of) => Math.floor(Number(of)),
  'Math.round': (of) => Math.round(Number(of)),
  'Math.ceil': (of) => Math.ceil(Number(of)),
  Number: (of) => Number(of),
  'JSON.stringify': (of) => JSON.stringify(of),
};

/** A call of a constant's method. @returns undefined if there is none that is known. @throws NotImported */
export function callMethod(of: Value, name: string, args: () => readonly Value[]): Value | undefined {
  if (!methods.has(name) || (of.kind !== 'text' && of.kind !== 'constant' && of.kind !== 'list'))
    return undefined;
  const plain: unknown = plainOf(of);
  const given = args().map((each) => plainOf(each));
  const method: unknown = Reflect.get(Object(plain), name);
  if (typeof method !== 'function') return undefined;
  const sizes = given.map((each) => (typeof each === 'number' ? each : JSON.stringify(each ?? '').length));
  if (Math.max(1, ...sizes) * JSON.stringify(plain).length > maxSize)
    throw new NotImported('the text is too long');
  const result: unknown = Reflect.apply(method, plain, given);
  const isIterator = typeof result === 'object' && result !== null && Symbol.iterator in result;
  return asValue(isIterator ? Array.from(Object(result)) : result);
}

/** A call of a function that JavaScript defines, such as `Object.keys`. @returns undefined for any other function. */
export function callFunction(path: string, args: () => readonly Value[]): Value | undefined {
  const call = entryOf(functions, path);
  return call === undefined ? undefined : asValue(call(...args().map((each) => plainOf(each))));
}
