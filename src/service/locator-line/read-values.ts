import { LocatorLineError } from './locator-line-error.ts';
import { patternProblem, patternSource } from './pattern-literal.ts';
import type { Call, ObjectValue, SimpleValue, Value } from './read-calls.ts';

type TextValue = SimpleValue & { readonly kind: 'text' };

/** The call's first value, which must be a text with something in it. */
export function plainText(call: Call): TextValue {
  const [value] = call.values;
  if (value?.kind !== 'text') throw wrong(call, value, 'a text in quotes');
  if (value.value === '')
    throw new LocatorLineError(value.at, `${call.method} needs a text that is not empty`);
  return { ...value, kind: 'text' };
}

/** The call's first value: a text or a regular expression, in the exchange form. */
export function textOrPattern(call: Call): string {
  const [value] = call.values;
  if (value?.kind === 'pattern') return exchangeText(value, call.method);
  plainText(call);
  return exchangeText(value, call.method);
}

/** The call's first value: a whole number, as it is written. */
export function wholeNumber(call: Call): string {
  const [value] = call.values;
  if (value?.kind !== 'number' || !/^-?\d+$/.test(value.value)) throw wrong(call, value, 'a whole number');
  return String(BigInt(value.value));
}

/** Refuses more values than the call takes. */
export function takeAtMost(call: Call, count: number): void {
  const extra = call.values[count];
  if (extra === undefined) return;
  const most = count === 0 ? 'no value' : count === 1 ? 'one value' : `${count} values`;
  throw new LocatorLineError(extra.at, `${call.method} takes ${most}`);
}

/** What an option's value must be. */
export type OptionKind = 'text' | 'boolean' | 'number';

/** The options of a call, in the exchange form. */
export interface ReadOptions {
  readonly texts: ReadonlyMap<string, string>;
  readonly booleans: ReadonlyMap<string, boolean>;
  readonly numbers: ReadonlyMap<string, number>;
}

/**
 * Reads the object that a call may have as its value number `index`.
 * @throws LocatorLineError at an option that is not among `allowed`, or of another kind.
 */
export function readOptions(
  call: Call,
  index: number,
  allowed: Readonly<Record<string, OptionKind>>,
): ReadOptions {
  const texts = new Map<string, string>();
  const booleans = new Map<string, boolean>();
  const numbers = new Map<string, number>();
  for (const [name, value] of optionsObject(call, index)?.members ?? []) {
    const kind = Object.hasOwn(allowed, name) ? allowed[name] : undefined;
    if (kind === undefined) {
      const names = Object.keys(allowed).join(', ');
      throw new LocatorLineError(
        value.keyAt,
        `${name} is no option that ${call.method} may have here: ${names}`,
      );
    }
    if (kind === 'boolean' && value.kind === 'boolean') booleans.set(name, value.value);
    else if (kind === 'number' && value.kind === 'number') numbers.set(name, Number(value.value));
    else if (kind === 'text') texts.set(name, exchangeText(value, name));
    else
      throw new LocatorLineError(
        value.at,
        `${name} takes ${kind === 'boolean' ? 'true or false' : 'a number'}`,
      );
  }
  return { texts, booleans, numbers };
}

function optionsObject(call: Call, index: number): ObjectValue | undefined {
  const value = call.values[index];
  if (value === undefined || value.kind === 'object') return value;
  throw wrong(
    call,
    value,
    `options such as ${call.method === 'filter' ? '{ hasText: … }' : '{ exact: true }'}`,
  );
}

/** A text as it is, a regular expression wrapped as the exchange form has it. */
function exchangeText(value: Value | undefined, of: string): string {
  if (value?.kind === 'text') {
    const source = patternSource(value.value);
    if (source !== undefined) refuseBadPattern(source, value.at);
    return value.value;
  }
  if (value?.kind === 'pattern') return `OCTOREGEX${sourceWithFlags(value)}OCTOREGEX`;
  throw new LocatorLineError(value?.at ?? 0, `${of} takes a text in quotes or a regular expression`);
}

/** The exchange form has no flags; those that may stand inside a pattern are written into it. */
function sourceWithFlags({ value, flags, at }: SimpleValue & { kind: 'pattern' }): string {
  if (!/^[ims]*$/.test(flags) || new Set(flags).size !== flags.length) {
    throw new LocatorLineError(
      at,
      `the flags ${JSON.stringify(flags)} are not allowed: i, m and s are, each once`,
    );
  }
  refuseBadPattern(value, at);
  return flags === '' ? value : `(?${flags}:${value})`;
}

function refuseBadPattern(source: string, at: number): void {
  const problem = patternProblem(source);
  if (problem !== undefined) throw new LocatorLineError(at, problem);
}

function wrong(call: Call, value: Value | undefined, expected: string): LocatorLineError {
  return new LocatorLineError(value?.at ?? call.at, `${call.method} takes ${expected}`);
}
