/**
 * JSON carries no regular expression, so real files wrap one into a marker: `OCTOREGEX^Order \d+$OCTOREGEX`.
 * It may stand wherever a text stands.
 */
const wrapped = /^OCTOREGEX([\s\S]*)OCTOREGEX$/;

/**
 * Reads a text that may be a pattern.
 * @returns the text itself, or the regular expression that it wraps.
 * @throws SyntaxError when the wrapped text is no regular expression.
 */
export function textOrPattern(text: string): string | RegExp {
  const source = wrapped.exec(text)?.[1];
  return source === undefined ? text : new RegExp(source);
}
