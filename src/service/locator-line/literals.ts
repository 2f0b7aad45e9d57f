import { parseExpressionAt } from 'acorn';
import { messageOf } from '../../common/errors.ts';
import { patternSource } from '../../contract/exchange/pattern.ts';

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
export function textLiteral(text: string): string {
  const source = patternSource(text);
  return source === undefined ? stringLiteral(text) : patternLiteral(source);
}

/** A regular expression as a literal if one has exactly this source, else as `new RegExp('…')`. */
export function patternLiteral(source: string): string {
  return fitsLiteral(source) ? `/${source}/` : `new RegExp(${stringLiteral(source)})`;
}

/** @returns why a text is not the source of a regular expression; undefined if it is one. */
export function patternProblem(source: string): string | undefined {
  try {
    new RegExp(source);
    return undefined;
  } catch (error) {
    return messageOf(error);
  }
}

function fitsLiteral(source: string): boolean {
  if (source.search(unprintable) !== -1 || patternProblem(source) !== undefined) return false;
  try {
    const literal = parseExpressionAt(`/${source}/`, 0, { ecmaVersion: 'latest' });
    return literal.type === 'Literal' && literal.regex?.pattern === source && literal.regex.flags === '';
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
