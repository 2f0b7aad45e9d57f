import type { ArrowFunctionExpression, Class, FunctionDeclaration, FunctionExpression } from 'acorn';
import { escapeRegExp } from '../../common/text.ts';
import type { ExchangeSelector } from '../../contract/exchange/selector.ts';
import type { Piece } from '../../runner/variables/text.ts';
import { LocatorLineError } from '../../service/locator-line/call-chain.ts';
import { parseLocator } from '../../service/locator-line/parse-locator.ts';
import type { Step } from './case-writer.ts';
import { exchangePattern, exchangeText, joinPlain } from './exchange-text.ts';
import { NotImported } from './not-imported.ts';
import type { Scope } from './scope.ts';

export type FunctionNode = ArrowFunctionExpression | FunctionDeclaration | FunctionExpression;

/** Elements of a page, as a locator line of the exchange form. The line of the page itself is `page`. */
export interface Elements {
  readonly kind: 'elements';
  readonly page: number;
  readonly line: string;
}

export const firstPage: Elements = { kind: 'elements', page: 0, line: 'page' };

/** What a statement has read of the page, such as `await locator.textContent()`. */
export interface Reading {
  readonly kind: 'reading';
  /** The method that read it. */
  readonly method: string;
  /** The name of the constant that holds it. */
  readonly name?: string;
  readonly of: Value;
  readonly args: readonly Value[];
  /** The last step before it. */
  readonly after?: Step | undefined;
}

export interface DialogAnswer {
  accept?: boolean;
  messageContaining?: string;
  promptText?: string;
}

/** A list, which all of its names share. */
class List {
  readonly kind = 'list';
  #items: readonly Value[] | undefined;

  constructor(items: readonly Value[]) {
    this.items = items;
  }

  /** @throws NotImported if code that is not imported may have changed the list. */
  get items(): readonly Value[] {
    if (this.#items === undefined) throw new NotImported(`the list ${notConstant}`);
    return this.#items;
  }

  set items(items: readonly Value[]) {
    if (items.length > maxLength) throw new NotImported('the list is too long');
    this.#items = items;
  }

  forget(): void {
    this.#items = undefined;
  }
}

/** What an expression of a spec stands for. It is read from the syntax; nothing of the file runs. */
export type Value =
  | { readonly kind: 'text'; readonly pieces: readonly Piece[] }
  | { readonly kind: 'constant'; readonly value: number | boolean | undefined }
  | { readonly kind: 'pattern'; readonly pieces: readonly Piece[]; readonly flags: string }
  | List
  | { readonly kind: 'object'; readonly fields: Map<string, Value> }
  | { readonly kind: 'function'; readonly node: FunctionNode; readonly scope: Scope }
  | { readonly kind: 'getter'; readonly get: Extract<Value, { kind: 'function' }> }
  | { readonly kind: 'class'; readonly node: Class; readonly scope: Scope }
  /** A function that is not in the file, such as `use` of a fixture. */
  | { readonly kind: 'native'; readonly call: (args: Args) => Value }
  /** A call that waits, such as `page.waitForURL()`: its steps belong where it is awaited. */
  | { readonly kind: 'pending'; readonly wait: () => Value }
  /** A name that the framework defines, such as `test.describe`, `expect`, `cy` or `keyboard`. */
  | { readonly kind: 'global'; readonly name: string; readonly page?: number }
  | Elements
  | Reading
  /** `chainer` is of Cypress: the words after `expect(…)`. */
  | { readonly kind: 'expectation'; readonly of: Value; readonly negated: boolean; readonly chainer?: string }
  | { readonly kind: 'response'; readonly address: string }
  | { readonly kind: 'download'; readonly step: Step }
  | { readonly kind: 'dialog'; readonly answer: DialogAnswer };
export type Args = readonly Value[];

const notConstant = 'is known only when the test runs';
/** Of a list, or of a text. */
export const maxLength = 100_000;

/** The entry of a table, whose keys are names that a spec may have. */
export function entryOf<T>(table: Readonly<Record<string, T>>, name: string): T | undefined {
  return Object.hasOwn(table, name) ? table[name] : undefined;
}

export function constant(value: number | boolean | undefined): Value {
  return { kind: 'constant', value };
}

export const nothing = constant(undefined);

export function plainText(plain: string): Value {
  return { kind: 'text', pieces: [{ plain }] };
}

export function variable(name: string): Value {
  return { kind: 'text', pieces: [{ name }] };
}

type Pattern = Extract<Value, { kind: 'pattern' }>;

/** A pattern with a text in it, in which white space is any, or another pattern. */
export function patternOf(before: string, value: Value | undefined, after: string, flags = ''): Pattern {
  const escaped = (plain: string) => escapeRegExp(plain).replace(/\s+/g, '\\s+');
  const within =
    value === undefined
      ? []
      : value.kind === 'pattern'
        ? value.pieces
        : piecesOf(value).map((each) => ('plain' in each ? { plain: escaped(each.plain) } : each));
  return { kind: 'pattern', pieces: joinPlain([{ plain: before }, ...within, { plain: after }]), flags };
}

/** A pattern of texts that contain a text. */
export function containing(text: Value | undefined): Value {
  return patternOf('', text, '');
}

export function listOf(items: Args): Value {
  return new List(items);
}

/** Texts one after the other. */
export function joined(values: Args): Value {
  const pieces = joinPlain(values.flatMap(piecesOf));
  const length = pieces.reduce((sum, each) => sum + ('plain' in each ? each.plain.length : 1), 0);
  if (length > maxLength) throw new NotImported('the text is too long');
  return { kind: 'text', pieces };
}

/** The pieces of a value that can be part of a text. */
export function piecesOf(value: Value): readonly Piece[] {
  if (value.kind === 'text') return value.pieces;
  if (value.kind === 'constant' && value.value !== undefined) return [{ plain: String(value.value) }];
  throw new NotImported(`the value ${notConstant}`);
}

/** A value as a text of the exchange form. */
export function textOf(value: Value | undefined): string {
  if (value === undefined) throw new NotImported('a text is missing');
  return exchangeText(piecesOf(value));
}

/** A text for people, such as a title: variables have their names in it. */
export function titleOf(value: Value): string {
  return piecesOf(value)
    .map((each) => ('plain' in each ? each.plain : `$${each.name}`))
    .join('');
}

/** A text, or a regular expression as a pattern. */
export function textOrPatternOf(value: Value | undefined): string {
  return value?.kind === 'pattern' ? exchangePattern(value.pieces, value.flags) : textOf(value);
}

export function numberOf(value: Value | undefined): number {
  if (value?.kind === 'constant' && typeof value.value === 'number') return value.value;
  throw new NotImported('a number is needed');
}

export function isConstant(value: Value | undefined, is: boolean): boolean {
  return value?.kind === 'constant' && value.value === is;
}

/** Options about time limits and logging. */
const withoutInfluence = ['timeout', 'noWaitAfter', 'waitUntil', 'log', 'delay', 'steps'];

/**
 * The fields of an options object.
 * @param known fields that can be imported.
 */
export function optionsOf(value: Value | undefined, known: readonly string[] = []): Map<string, Value> {
  if (value === undefined || value === nothing) return new Map();
  if (value.kind !== 'object') throw new NotImported(`the options ${notConstant}`);
  const fields = [...value.fields].filter(
    ([name]) => known.includes(name) || !withoutInfluence.includes(name),
  );
  for (const [name] of fields) {
    if (!known.includes(name)) throw new NotImported(`the option ${name} has no equivalent`);
  }
  return new Map(fields);
}

/** @throws NotImported if the locator has no equivalent. */
export function selectorsOf(value: Value | undefined): ExchangeSelector[] {
  if (value?.kind !== 'elements') throw new NotImported(`the element ${notConstant}`);
  if (value.line === 'page') return [];
  try {
    return parseLocator(value.line);
  } catch (error) {
    if (!(error instanceof LocatorLineError)) throw error;
    throw new NotImported(error.message.replace(/^character \d+: /, ''));
  }
}

/** A value as the code of a locator line: texts are those of the exchange form. */
export function codeOf(value: Value): string {
  switch (value.kind) {
    case 'text':
      return JSON.stringify(textOf(value));
    case 'pattern':
      return `new RegExp(${JSON.stringify(exchangePattern(value.pieces, value.flags).slice(9, -9))})`;
    case 'constant':
      return Object.is(value.value, -0) ? '-0' : String(value.value);
    case 'object':
      return `{ ${[...value.fields].map(([name, each]) => `${JSON.stringify(name)}: ${codeOf(each)}`).join(', ')} }`;
  }
  throw new NotImported(`a value of the locator ${notConstant}`);
}
