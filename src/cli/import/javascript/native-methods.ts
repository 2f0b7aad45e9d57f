import { plainOf } from './convert-value.ts';
import { hasVariables, rawText } from './texts.ts';
import {
  entryOf,
  is,
  isTagged,
  maxLength,
  NotImported,
  type Of,
  objectOf,
  onlyWhenRun,
  type Value,
} from './value.ts';

type Run = (callback: Value, args: Value[]) => Value;

/** The items that a loop or a spread takes of a value; undefined if it has none, or they are not constant. */
export function itemsOf(value: Value): Value[] | undefined {
  if (Array.isArray(value)) return value;
  if (typeof value === 'string' && !hasVariables(value)) return [...value];
  if (is(value, 'reading')) return value.items;
  if (!is(value, 'collection')) return undefined;
  return value.isSet ? [...value.entries.keys()] : [...value.entries];
}

/** `new Map(items)` or `new Set(items)`. @throws NotImported if the items are not constant. */
function newCollection(items: Value, isSet: boolean): Of<'collection'> {
  const entries = listOf(items ?? []).map((item): [Value, Value] => {
    const [key, value] = isSet || !Array.isArray(item) ? [item, item] : item;
    return [keyOf(key), value];
  });
  return { kind: 'collection', isSet, entries: new Map(entries) };
}

/** The items of a value. @throws NotImported if they are not constant. */
export function listOf(value: Value): Value[] {
  const items = itemsOf(value);
  if (items === undefined) throw new NotImported(`the list ${onlyWhenRun}`);
  return items;
}

/** @throws NotImported if it cannot be compared with other keys. */
function keyOf(key: Value): Value {
  const isConstant = typeof key === 'string' ? !hasVariables(key) : !isTagged(key) || key.kind === 'object';
  if (isConstant) return key;
  throw new NotImported(`the key ${onlyWhenRun}`);
}

/** What a method of a map or a set does; undefined if it has no such method. */
function collectionMethod(
  of: Of<'collection'>,
  name: string,
  run: Run,
): ((args: Value[]) => Value) | undefined {
  const { entries, isSet } = of;
  if (name === 'set' || name === 'add')
    return ([key, value]) => {
      entries.set(keyOf(key), isSet ? key : value);
      return of;
    };
  if (name === 'forEach')
    return ([callback]) => void [...entries].map(([key, value]) => run(callback, [value, key, of]));
  const method: unknown = /^(?:get|has|delete|clear|keys|values|entries)$/.test(name)
    ? Reflect.get(entries, name)
    : undefined;
  if (typeof method !== 'function') return undefined;
  return (args) => result(Reflect.apply(method, entries, args.map(keyOf)));
}

/** What a value of JavaScript stands for. */
export function valueFrom(plain: unknown): Value {
  if (Array.isArray(plain)) return plain.map(valueFrom);
  if (isPrimitive(plain)) return plain;
  if (typeof plain !== 'object') throw new NotImported('a value of this kind has no equivalent');
  return objectOf(Object.entries(plain ?? {}).map(([name, each]) => [name, valueFrom(each)]));
}

function isPrimitive(value: unknown): value is string | number | boolean | null | undefined {
  return value === null || ['string', 'number', 'boolean', 'undefined'].includes(typeof value);
}

/** Kinds that are truthy, whatever they hold. */
const alwaysTruthy = /^(?:object|collection|class|function|native|elements|pattern)$/;

/** @throws NotImported if it is known only when the test runs. */
export function isTruthy(value: Value): boolean {
  if (Array.isArray(value) || (isTagged(value) && alwaysTruthy.test(value.kind))) return true;
  return Boolean(plainOf(value));
}

const operators: Readonly<Record<string, (a: number, b: number) => number | boolean>> = {
  '+': (a, b) => a + b,
  '-': (a, b) => a - b,
  '*': (a, b) => a * b,
  '/': (a, b) => a / b,
  '%': (a, b) => a % b,
  '**': (a, b) => a ** b,
  '<': (a, b) => a < b,
  '<=': (a, b) => a <= b,
  '>': (a, b) => a > b,
  '>=': (a, b) => a >= b,
};

/** `left operator right`. @throws NotImported */
export function binary(operator: string, left: Value, right: Value): Value {
  const isText = typeof left === 'string' || typeof right === 'string';
  if (operator === '+' && isText && isPrimitive(left) && isPrimitive(right))
    return withinLimit(`${left}${right}`);
  const [a, b] = [left, right].map((each) => (isTagged(each) && isTruthy(each) ? each : plainOf(each)));
  if (typeof a === 'number' && typeof b === 'number' && Object.hasOwn(operators, operator))
    return entryOf(operators, operator)?.(a, b);
  if (typeof a === 'string' && typeof b === 'string' && /^[<>]=?$/.test(operator))
    return binary(operator, Number(a > b) - Number(a < b), 0);
  const isLoose = operator === '==' || operator === '!=';
  const isComparable = typeof a === typeof b || a == null || b == null || !isLoose;
  if (/^[!=]==?$/.test(operator) && isComparable && !(isTagged(a) && isTagged(b)))
    return (isLoose && a == null ? b == null : a === b) === operator.startsWith('=');
  throw new NotImported(`the operator ${operator} has no equivalent`);
}

/** @throws NotImported for a text or a list that is too long. */
export function withinLimit<T extends Value>(value: T): T {
  const isLong = (typeof value === 'string' || Array.isArray(value)) && value.length > maxLength;
  if (isLong) throw new NotImported(`the ${typeof value === 'string' ? 'text' : 'list'} is too long`);
  return value;
}

const words = (text: string): ReadonlySet<string> => new Set(text.split(' '));
/** Methods that give the same whenever they are called. */
const ofTexts = words(
  'at charAt charCodeAt concat endsWith includes indexOf lastIndexOf match padEnd padStart repeat replace replaceAll search slice split startsWith substring toFixed toLowerCase toString toUpperCase trim trimEnd trimStart',
);
const ofLists = words(
  'at concat entries every filter find findIndex findLast findLastIndex flat flatMap forEach includes indexOf join keys lastIndexOf map reduce reduceRight slice some toReversed toSorted values',
);
const mutating = words('fill pop push reverse shift sort splice unshift');
/** They compare items, or make a text of them. */
const comparing = words('flat includes indexOf join lastIndexOf sort toSorted');
const withPredicate = words('every filter find findIndex findLast findLastIndex some');

/** Whether a method of a list does not change it. */
export function isPure(method: string): boolean {
  return ofLists.has(method) || ofTexts.has(method) || method === 'get' || method === 'has';
}

/** Whether a method changes the list, map or set that it is called on. */
export function isMutating(method: string): boolean {
  return mutating.has(method) || /^(?:set|add|delete|clear|assign)$/.test(method);
}

/**
 * A call of a method that JavaScript has for a constant, a list, a map or a set.
 * @returns a function that calls the method, or undefined if JavaScript has no such method.
 */
export function nativeMethod(of: Value, name: string, run: Run): ((args: Value[]) => Value) | undefined {
  if (is(of, 'collection')) return collectionMethod(of, name, run);
  const isList = Array.isArray(of);
  const isKnown = isList ? ofLists.has(name) || mutating.has(name) : ofTexts.has(name);
  if (!isKnown || (!isList && typeof of !== 'string' && typeof of !== 'number')) return undefined;
  const method: unknown = Reflect.get(Object(of), name);
  if (typeof method !== 'function') return undefined;
  const call = (args: Value[]): Value => {
    const isText = typeof of === 'string' && hasVariables(of);
    if (isText && /^(?:trim|toString)$/.test(name)) return of;
    const compares = !isList || (comparing.has(name) && !is(args[0] ?? null, 'function'));
    const plain = compares ? JSON.stringify(plainOf(of)) : '';
    const given = args.map((each) => argumentOf(each, withPredicate.has(name), compares, run));
    const sizes = given.map((each) => (typeof each === 'number' ? each : String(each).length));
    if (compares && Math.max(1, ...sizes) * plain.length > 10 * maxLength)
      throw new NotImported('the text is too long');
    return result(Reflect.apply(method, of, given));
  };
  return (args) => unlessItFails(() => call(args));
}

/** @throws NotImported for an error of JavaScript, which the spec would get, too. */
function unlessItFails<T>(call: () => T): T {
  try {
    return call();
  } catch (error) {
    const isOfLanguage = [RangeError, SyntaxError, TypeError, URIError].some((type) => error instanceof type);
    throw isOfLanguage ? new NotImported('the call fails') : error;
  }
}

/** A value as the argument of a native method: functions of the spec become functions. */
function argumentOf(value: Value, isPredicate: boolean, compares: boolean, run: Run): unknown {
  if (is(value, 'function') || is(value, 'native') || is(value, 'global')) {
    return (...args: Value[]) => {
      const returned = run(value, args.slice(0, 3));
      return isPredicate ? isTruthy(returned) : returned;
    };
  }
  if (!is(value, 'pattern')) return compares ? plainOf(value) : value;
  // A quantified group may take for ever.
  if (/\)[*+{]/.test(value.source) || hasVariables(value.source))
    throw new NotImported('a pattern of this kind is known only when the test runs');
  return new RegExp(value.source, value.flags);
}

function result(given: unknown): Value {
  if (isPrimitive(given) || isTagged(given) || Array.isArray(given)) return withinLimit(given);
  if (typeof given === 'object' && given !== null && Symbol.iterator in given)
    return Array.from(Object(given));
  throw new NotImported('a value of this kind has no equivalent');
}

export function fieldsOf(of: Value): [string, Value][] {
  if (Array.isArray(of)) return of.map((each, index) => [String(index), each]);
  if (is(of, 'object') && !of.isOpen) return [...of.fields];
  throw new NotImported('the object is known only when the test runs');
}

/** `Array.from(list, map)` and `Array.from({ length: 3 }, map)`. */
function listFrom([of, map]: Value[], run: Run): Value {
  const length = is(of, 'object') ? of.fields.get('length') : undefined;
  if (typeof length === 'number' && length > 10_000) throw new NotImported('the list is too long');
  const items = typeof length === 'number' ? Array.from({ length }, () => undefined) : listOf(of);
  return map === undefined ? [...items] : items.map((each, index) => run(map, [each, index]));
}

function listOfLength(items: Value[], run: Run): Value {
  const [length] = items;
  if (items.length !== 1 || typeof length !== 'number') return items;
  return listFrom([objectOf([['length', length]])], run);
}

const ofMath = words('abs ceil floor max min pow round sign sqrt trunc');
const ofPlain: Readonly<Record<string, (...args: never[]) => unknown>> = {
  Number,
  'Number.parseInt': Number.parseInt,
  'Number.parseFloat': Number.parseFloat,
  parseInt: Number.parseInt,
  parseFloat: Number.parseFloat,
  Boolean,
  encodeURIComponent,
  decodeURIComponent,
  'JSON.stringify': JSON.stringify,
  'JSON.parse': (text: string) => JSON.parse(text),
  'URLSearchParams.new': (fields: Record<string, string>) => new URLSearchParams(fields).toString(),
};
function patternFrom([source, flags]: Value[]): Value {
  if (is(source, 'pattern')) return source;
  return { kind: 'pattern', source: rawText(source), flags: flags === undefined ? '' : rawText(flags) };
}

const functions: Readonly<Record<string, (args: Value[], run: Run) => Value>> = {
  'Object.keys': ([of]) => fieldsOf(of).map(([name]) => name),
  'Object.values': ([of]) => fieldsOf(of).map(([, value]) => value),
  'Object.entries': ([of]) => fieldsOf(of),
  'Object.freeze': ([of]) => of,
  'Object.fromEntries': ([of]) =>
    objectOf(listOf(of).map((each) => (Array.isArray(each) ? [String(each[0]), each[1]] : ['', each]))),
  'Array.isArray': ([of]) => Array.isArray(of),
  'Promise.all': ([of]) => {
    if (Array.isArray(of)) return of;
    throw new NotImported('the list is known only when the test runs');
  },
  'Array.from': listFrom,
  Array: listOfLength,
  'Array.new': listOfLength,
  RegExp: patternFrom,
  'RegExp.new': patternFrom,
  'Map.new': ([of]) => newCollection(of, false),
  'Set.new': ([of]) => newCollection(of, true),
};

/** A function that JavaScript defines, such as `Object.keys`. @returns undefined for any other function. */
export function nativeFunction(path: string, run: Run): ((args: Value[]) => Value) | undefined {
  const defined = entryOf(functions, path);
  if (defined !== undefined) return (args) => defined(args, run);
  const [, ofNumbers = ''] = /^Math\.(\w+)$/.exec(path) ?? [];
  const known: unknown = ofMath.has(ofNumbers) ? Reflect.get(Math, ofNumbers) : entryOf(ofPlain, path);
  if (typeof known !== 'function') return undefined;
  return (args) => {
    const plain = args.map((each) => plainOf(each));
    return unlessItFails(() => withinLimit(valueFrom(Reflect.apply(known, undefined, plain))));
  };
}
