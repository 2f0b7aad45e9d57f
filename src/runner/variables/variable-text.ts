import { messageOf } from '../../common/errors.ts';
import { escapeRegExp } from '../../common/text.ts';
import {
  matchesAnyText,
  matchesNoText,
  patternSource,
  patternText,
  textOrPattern,
} from '../../contract/exchange/pattern.ts';
import { InvalidStep } from '../failure/reason.ts';
import type { KnownVariables } from './variables.ts';

/**
 * Replaces `$NAME` and `$$name` with their values. A dollar sign without a name, as in `$5`, stays unchanged, and `\$NAME`
 * becomes `$NAME`. In a pattern, values are escaped.
 * @throws UndefinedVariable
 */
export function fillIn(text: string, variables: KnownVariables): string {
  const source = patternSource(text);
  if (source === undefined) return joined(textPieces(text), (name) => variables.value(name));
  // Without its markers: the last one may follow a dollar sign, where it is not the name of a variable.
  return patternText(joined(sourcePieces(source), (name) => escapeRegExp(variables.value(name))));
}

/** Escapes a text in which `$NAME` is no variable, for a test case. `fillIn` returns the text. */
export function literalText(text: string): string {
  return text.replace(/\$(?=\$*[A-Za-z_])/g, '\\$&');
}

/**
 * Replaces `$NAME` in code with its value, without escaping. Names without a variable of the run stay unchanged, because code
 * has such names itself. So does `$$name`: its value may come from a page and must not become code.
 * @throws UndefinedVariable for variables of a test account that the environment does not have.
 */
export function fillInCode(code: string, variables: KnownVariables): string {
  return joined(sourcePieces(code), (name) => (variables.isOfRun(name) ? variables.value(name) : `$${name}`));
}

/** The variables that a text uses, without their first `$`. */
export function variableNames(text: string): string[] {
  const source = patternSource(text);
  return source === undefined ? namesOf(textPieces(text)) : variableNamesOfCode(source);
}

/** The variables that code uses, without their first `$`. */
export function variableNamesOfCode(code: string): string[] {
  return namesOf(sourcePieces(code));
}

function namesOf(pieces: readonly Piece[]): string[] {
  return pieces.flatMap((piece) => ('name' in piece ? piece.name : []));
}

function joined(pieces: readonly Piece[], value: (name: string) => string): string {
  return pieces.map((piece) => ('name' in piece ? value(piece.name) : piece.plain)).join('');
}

/** A part of a text: plain, or the name of a variable without its first `$`. */
export type Piece = { readonly plain: string } | { readonly name: string };

/** `$$name` is a dynamic variable and must not be read as a dollar sign followed by `$name`. */
const name = String.raw`\$(\$?[A-Za-z_]\w*)`;
/** A backslash is an escape only before the dollar sign of a name. */
const escapedDollar = new RegExp(String.raw`\\(\$)(?=(?:\\?\$)*[A-Za-z_])|${name}`, 'g');
const escapedAny = new RegExp(String.raw`(\\[\s\S])|${name}`, 'g');

/** Splits a text in which `\$` before a name is a dollar sign. */
export function textPieces(text: string): Piece[] {
  return pieces(text, escapedDollar);
}

/** Splits a pattern's source or code, in which a backslash and the next character stay unchanged. */
export function sourcePieces(source: string): Piece[] {
  return pieces(source, escapedAny);
}

/** @param marks its first group matches plain text, its second a name. */
function pieces(text: string, marks: RegExp): Piece[] {
  const found: Piece[] = [];
  let plain = '';
  let end = 0;
  for (const { 0: match, 1: kept, 2: name, index } of text.matchAll(marks)) {
    plain += text.slice(end, index) + (kept ?? '');
    end = index + match.length;
    if (name === undefined) continue;
    found.push(...(plain === '' ? [] : [{ plain }]), { name });
    plain = '';
  }
  plain += text.slice(end);
  return plain === '' && found.length > 0 ? found : [...found, { plain }];
}

/**
 * Reads a text that may be a pattern and replaces its variables. The value of a variable never turns a text into a pattern.
 * @param holder the field of the text, for messages.
 * @throws Error if the pattern is invalid; what `fill` throws.
 */
export function readPattern(text: string, holder: string, fill: (text: string) => string): string | RegExp {
  const filled = fill(text);
  return patternSource(text) === undefined ? filled : read(filled, holder);
}

/**
 * The same for a text that elements are found by.
 * @throws Error if any text would match because the variables of the text are empty.
 */
export function readMatcher(text: string, holder: string, fill: (text: string) => string): string | RegExp {
  const read = readPattern(text, holder, fill);
  if (!matchesAnyText(read)) return read;
  const reason = text.includes('$')
    ? `because a variable in ${JSON.stringify(text)} is empty. Check the step that sets it`
    : `so it finds nothing in particular: ${JSON.stringify(text)}. Write the text`;
  throw new Error(`${holder} would match any text, ${reason}.`);
}

/** A part of a selector of CSS, XPath or a text that an empty text makes find every element or none: `[id*=""]`, `:text("")`. */
const emptyPart = /(?:[*^$~]=|[(,])\s*(?:""|'')|(?:^|>>)\s*text=\s*(?:$|>>|""|'')/;

/**
 * Replaces the variables of a selector of CSS or XPath.
 * @throws Error if it searches for a part of a text that is empty because of them.
 */
export function readCss(text: string, holder: string, fill: (text: string) => string): string {
  const filled = fill(text);
  if (!emptyPart.test(filled) || emptyPart.test(text)) return filled;
  throw new Error(
    `${holder} would search for an empty text, because a variable in ${JSON.stringify(text)} is empty. Check the step that sets it.`,
  );
}

function read(wrapped: string, holder: string): string | RegExp {
  try {
    const pattern = textOrPattern(wrapped);
    if (typeof pattern === 'string' || !matchesNoText(pattern)) return pattern;
  } catch (error) {
    const reason = messageOf(error);
    throw new InvalidStep(`${holder} has an invalid pattern: ${reason}. Correct it in the test case.`);
  }
  throw new InvalidStep(`${holder} has a pattern that no text matches. Correct it in the test case.`);
}
