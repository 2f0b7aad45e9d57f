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

/** Whether a text has a marker at its beginning or its end only, so that it is not read as a pattern. */
export function isHalfMarked(text: string): boolean {
  return patternSource(text) === undefined && (text.startsWith(marker) || text.endsWith(marker));
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

/** Whether an empty text is what a text or pattern expects. */
export function acceptsEmptyText(text: string): boolean {
  try {
    const expected = textOrPattern(text);
    return typeof expected === 'string' ? expected === '' : expected.test('');
  } catch {
    // Not a valid regular expression: nothing meets it.
    return false;
  }
}

/** Texts of many kinds: what matches all of them most likely matches every text that is not empty. */
const probes = ['x', '7', ' ', 'Ünïcode — 漢字', '\u{10ffff}', 'Total: $5.00 (3 items) Thank you!'];
const urlProbes = ['http://a', 'https://b.test:8080/c?d=e#f', 'http://127.0.0.1:3000/1/2'];
/** A pattern that only limits the length of a text does not match this one. */
const longProbe = 'Lorem ipsum 12, dolor; '.repeat(200);

/**
 * Whether a text is contained in every text, or a pattern matches every text, so that a check for it cannot fail. White space
 * and invisible characters count as nothing: they are collapsed in the texts that are compared.
 */
export function matchesAnyText(expected: string | RegExp): boolean {
  if (typeof expected === 'string') return expected.replace(/[\s\u200b\u00ad]/g, '') === '';
  return expected.test('') && matchesAnyFilledText(expected);
}

/** Whether a pattern matches every text that is not empty. */
export function matchesAnyFilledText(pattern: RegExp): boolean {
  return [...probes, longProbe].every((probe) => pattern.test(probe));
}

/** Whether a pattern matches every URL of a page, so that a check for it cannot fail. */
export function matchesAnyUrl(pattern: RegExp): boolean {
  return urlProbes.every((probe) => pattern.test(probe));
}
