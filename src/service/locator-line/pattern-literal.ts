import { isPrintable, stringLiteral } from './string-literal.ts';

/** What a text wraps that is a pattern in the exchange form; undefined where it is a plain text. See `pattern.ts`. */
export function patternSource(text: string): string | undefined {
  return /^OCTOREGEX([\s\S]*)OCTOREGEX$/.exec(text)?.[1];
}

/** A text as a string literal, or as a regular expression where it is a pattern. */
export function textLiteral(text: string): string {
  const source = patternSource(text);
  return source === undefined ? stringLiteral(text) : patternLiteral(source);
}

/** A regular expression: as a literal where one says exactly this source, else as `new RegExp('…')`. */
export function patternLiteral(source: string): string {
  return fitsLiteral(source) ? `/${source}/` : `new RegExp(${stringLiteral(source)})`;
}

/**
 * Where the regular expression literal that begins at `start` has its closing slash.
 * @returns undefined where it has none in its line.
 */
export function closingSlash(text: string, start: number): number | undefined {
  let inClass = false;
  for (let at = start + 1; at < text.length; at += 1) {
    const character = text.charAt(at);
    if (/[\n\r\u2028\u2029]/.test(character)) return undefined;
    if (character === '/' && !inClass) return at;
    if (character === '\\') at += /[\n\r\u2028\u2029]/.test(text.charAt(at + 1)) ? 0 : 1;
    else if (character === '[') inClass = true;
    else if (character === ']') inClass = false;
  }
  return undefined;
}

/** @returns what is wrong with the source of a regular expression; undefined where nothing is. */
export function patternProblem(source: string): string | undefined {
  try {
    new RegExp(source);
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

function fitsLiteral(source: string): boolean {
  // Two slashes, and a slash and a star, begin a comment.
  if (source === '' || source.startsWith('*') || !isPrintable(source)) return false;
  return closingSlash(`/${source}/`, 0) === source.length + 1 && patternProblem(source) === undefined;
}
