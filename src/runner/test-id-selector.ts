/** What may stand in a CSS selector as it is: Playwright's way needs that. */
const attributeName = /^-*[a-z_\u0080-\uffff][\w\u0080-\uffff-]*$/i;

/**
 * A selector for Playwright's own way to look for a test id, with the attribute of one run: the public setting holds for
 * the whole process.
 * @param attribute its name; several are separated by commas, as in Playwright's setting.
 * @throws Error where the attribute can't be looked for.
 */
export function testIdSelector(attribute: string, id: string | RegExp): string {
  if (!attribute.split(',').every((each) => attributeName.test(each))) {
    throw new Error(
      `TEST_ID can't look for the attribute "${attribute}": a name has letters, digits, - and _, several are separated by commas alone. Correct \`testIdAttribute\` of the test target.`,
    );
  }
  const value = typeof id === 'string' ? `${quoted(id)}s` : patternCode(id);
  return `internal:testid=[${quoted(attribute)}=${value}]`;
}

function quoted(text: string): string {
  return `"${text.replace(/["\\]/g, '\\$&')}"`;
}

/**
 * A pattern as a selector may hold it: `>>` would end the selector, and a quotation mark would begin a text, so that
 * they are written by their codes.
 */
function patternCode(pattern: RegExp): string {
  return String(pattern).replace(/\\(.)|["'`]|(?<=>)>/gs, (found, escaped?: string) =>
    escaped === undefined || /["'`]/.test(escaped) ? hexCode(escaped ?? found) : found,
  );
}

function hexCode(character: string): string {
  return `\\x${character.charCodeAt(0).toString(16)}`;
}
