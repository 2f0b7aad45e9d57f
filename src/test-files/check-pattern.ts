import {
  compilePattern,
  isHalfMarked,
  matchesAnyText,
  matchesNoText,
  patternProblem,
  patternSource,
} from '../contract/exchange/pattern.ts';

/** @returns what is wrong with a text that may be a pattern. One with variables is not judged. */
export function wrongPattern(text: string): string | undefined {
  if (isHalfMarked(text)) return 'a pattern needs OCTOREGEX at its beginning and at its end';
  const source = patternSource(text);
  const reason = source === undefined || hasVariables(source) ? undefined : patternProblem(source);
  if (reason !== undefined) return `the pattern is invalid: ${reason}`;
  const pattern = compile(text);
  return pattern !== undefined && matchesNoText(pattern)
    ? 'no text matches this pattern. Correct it'
    : undefined;
}

/** Whether a text, or a pattern, matches every text. A pattern with variables is not judged: their values are not known here. */
export function matchesAnything(text: string): boolean {
  const expected = patternSource(text) === undefined ? text : compile(text);
  return expected !== undefined && matchesAnyText(expected);
}

export function hasVariables(source: string): boolean {
  return /\$\$?[A-Za-z_]/.test(source);
}

/** @returns undefined for a text, a pattern with variables, and one that is not valid. */
export function compile(text: string): RegExp | undefined {
  const source = patternSource(text);
  if (source === undefined || hasVariables(source)) return undefined;
  try {
    return compilePattern(source);
  } catch {
    return undefined;
  }
}
