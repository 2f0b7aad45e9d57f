/**
 * JSON has no regular expressions, so real files wrap one into a marker: `OCTOREGEX^Order \d+$OCTOREGEX`.
 * It may stand wherever a text stands.
 */
const marker = 'OCTOREGEX';
const wrapped = /^OCTOREGEX([\s\S]*)OCTOREGEX$/;

/** @returns the source of the regular expression that a text wraps; undefined if it is a plain text. */
export function patternSource(text: string): string | undefined {
  return wrapped.exec(text)?.[1];
}

/** The source of a regular expression as a text of the exchange form. */
export function patternText(source: string): string {
  return marker + source + marker;
}

/**
 * Reads a text that may be a pattern.
 * @returns the text itself, or the regular expression that it wraps.
 * @throws SyntaxError if the wrapped source is not a regular expression.
 */
export function textOrPattern(text: string): string | RegExp {
  const source = patternSource(text);
  return source === undefined ? text : new RegExp(source);
}
