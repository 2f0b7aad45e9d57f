import { escapeRegExp } from '../../../common/text.ts';
import { patternText } from '../../../contract/exchange/pattern.ts';
import { type Piece, sourcePieces, textPieces } from '../../../runner/variables/variable-text.ts';
import { is, NotImported, type Of, onlyWhenRun, type Value } from './value.ts';

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
