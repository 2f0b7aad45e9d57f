import { escapeRegExp } from '../../../common/text.ts';
import { patternText } from '../../../contract/exchange/pattern.ts';
import type { ExchangeSelector } from '../../../contract/exchange/selector.ts';
import { type Piece, sourcePieces, textPieces } from '../../../runner/variables/text.ts';
import { LocatorLineError } from '../../../service/locator-line/call-chain.ts';
import { parseLocator } from '../../../service/locator-line/parse-locator.ts';
import { is, isTagged, maxLength, NotImported, type Of, onlyWhenRun, type Value } from './value.ts';

/** The name of a variable in a text stands between two code points that Unicode keeps from being characters. */
const mark = /\uFDD0([^\uFDD1]*)\uFDD1/;

export function variable(name: string): string {
  if (/^\$?[A-Za-z_]\w*$/.test(name)) return `\uFDD0${name}\uFDD1`;
  throw new NotImported(`${name} is not the name of a variable`);
}

export function hasVariables(text: string): boolean {
  return mark.test(text);
}

/** A variable at the beginning of a text, and what follows it. */
export function leadingVariable(text: string): { readonly name: string; readonly rest: string } | undefined {
  const [first, second] = piecesOf(text);
  if (first === undefined || !('name' in first)) return undefined;
  return { name: first.name, rest: second === undefined ? '' : text.slice(first.name.length + 2) };
}

function piecesOf(text: string): Piece[] {
  const pieces = text
    .split(mark)
    .map((part, index): Piece => (index % 2 === 0 ? { plain: part } : { name: part }))
    .filter((each) => !('plain' in each && each.plain === ''));
  return pieces.length === 0 ? [{ plain: '' }] : pieces;
}

/** What `plain` does to the parts of a text between its variables. */
function mapPlain(text: string, plain: (part: string, hasNext: boolean) => string): string {
  const parts = piecesOf(text).map((each, index, all) =>
    'name' in each ? `$${each.name}` : plain(each.plain, all[index + 1] !== undefined),
  );
  return parts.join('');
}

/** A text for people, such as a title: variables have their names in it. */
export function titleOf(value: Value): string {
  return mapPlain(rawText(value), (part) => part);
}

/** @throws NotImported if a value is no part of a text. */
export function rawText(value: Value): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  throw new NotImported(value === undefined ? 'a text is missing' : `the value ${onlyWhenRun}`);
}

/**
 * A value as a text of the exchange form, in which a dollar sign before a name has a backslash.
 * @throws NotImported for a backslash directly before a variable, which the form cannot express.
 */
export function textOf(value: Value): string {
  const raw = rawText(value);
  const text = mapPlain(raw, (part, hasNext) =>
    part.replace(new RegExp(`\\$(?=\\$*(?:[A-Za-z_]${hasNext ? '|$' : ''}))`, 'g'), '\\$$'),
  );
  if (JSON.stringify(textPieces(text)) === JSON.stringify(piecesOf(raw))) return text;
  const isAfter = /\uFDD1\w/.test(raw);
  throw new NotImported(
    isAfter ? 'a letter or digit follows a variable' : 'a backslash stands directly before a variable',
  );
}

/** A regular expression as a pattern of the exchange form. Outside of variables, `$` is the end of the text. */
export function exchangePattern({ source, flags }: Omit<Of<'pattern'>, 'kind'>): string {
  if (!/^[gims]*$/.test(flags)) throw new NotImported(`the flags ${flags} of a regular expression`);
  const escaped = mapPlain(source, (part) =>
    sourcePieces(part)
      .map((each) => ('name' in each ? `(?:$)${each.name}` : each.plain))
      .join(''),
  );
  const inline = flags.replace('g', '');
  return patternText(inline === '' ? escaped : `(?${inline}:${escaped})`);
}

/** A text, or a regular expression as a pattern. */
export function textOrPatternOf(value: Value): string {
  return is(value, 'pattern') ? exchangePattern(value) : textOf(value);
}

/** A pattern with a text in it, in which white space is any, or another pattern. */
export function patternOf(before: string, value: Value, after: string, flags = ''): Of<'pattern'> {
  const escaped = (text: string) =>
    text
      .split(/(\uFDD0[^\uFDD1]*\uFDD1)/)
      .map((part) => (mark.test(part) ? part : escapeRegExp(part).replace(/\s+/g, '\\s+')))
      .join('');
  const within = is(value, 'pattern') ? value.source : escaped(rawText(value));
  return { kind: 'pattern', source: before + within + after, flags };
}

export function numberOf(value: Value): number {
  if (typeof value === 'number') return value;
  throw new NotImported('a number is needed');
}

/** A constant, also in lists and objects. @throws NotImported if a part of it is not constant. */
export function plainOf(
  value: Value,
  ofText = (text: string): string => {
    if (!hasVariables(text)) return text;
    throw new NotImported(`a value ${onlyWhenRun}`);
  },
  budget = { left: maxLength },
): unknown {
  budget.left -= 1;
  if (budget.left < 0) throw new NotImported('the list is too long');
  if (typeof value === 'string') return ofText(value);
  if (Array.isArray(value)) return value.map((each) => plainOf(each, ofText, budget));
  if (!isTagged(value)) return value;
  if (value.kind !== 'object') throw new NotImported(`a value ${onlyWhenRun}`);
  const fields = [...value.fields].map(([name, each]) => [name, plainOf(each, ofText, budget)] as const);
  return Object.fromEntries(fields);
}

/** Options about time limits and logging. */
const withoutInfluence = /^(?:timeout|noWaitAfter|waitUntil|log|delay|steps|message|intervals)$/;

/**
 * The fields of an options object.
 * @param known fields that can be imported.
 */
export function optionsOf(value: Value, known: readonly string[] = []): ReadonlyMap<string, Value> {
  if (value === undefined || value === null) return new Map();
  if (!is(value, 'object') || value.isOpen) throw new NotImported(`the options ${onlyWhenRun}`);
  const fields = [...value.fields].filter(
    ([name, given]) => given !== undefined && (known.includes(name) || !withoutInfluence.test(name)),
  );
  const other = fields.find(([name]) => !known.includes(name));
  if (other !== undefined) throw new NotImported(`the option ${other[0]} has no equivalent`);
  return new Map(fields);
}

/** @throws NotImported if the locator has no equivalent. */
export function selectorsOf(value: Value): ExchangeSelector[] {
  if (!is(value, 'elements')) throw new NotImported(`the element ${onlyWhenRun}`);
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
  if (typeof value === 'string') return JSON.stringify(textOf(value));
  if (is(value, 'pattern')) return `new RegExp(${JSON.stringify(exchangePattern(value).slice(9, -9))})`;
  if (is(value, 'object') && !value.isOpen) {
    const fields = [...value.fields].filter(([, each]) => each !== undefined);
    return `{ ${fields.map(([name, each]) => `${JSON.stringify(name)}: ${codeOf(each)}`).join(', ')} }`;
  }
  if (Array.isArray(value) || isTagged(value)) throw new NotImported(`a value of the locator ${onlyWhenRun}`);
  return Object.is(value, -0) ? '-0' : String(value);
}
