/**
 * What would end a line, be invisible in an editor, reverse the order of what follows, or not survive as UTF-8: it is
 * written as an escape.
 */
const unprintable = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}]|(?! )\p{Zs}/gu;

const shortEscapes: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' };

/** A text as a JavaScript string literal: single quotes, double ones where that saves escapes. */
export function stringLiteral(text: string): string {
  const quote = text.includes("'") && !text.includes('"') ? '"' : "'";
  return quote + escaped(text).replaceAll(quote, `\\${quote}`) + quote;
}

/** A text as it stands between the backticks of a template literal. */
export function templateText(text: string): string {
  return escaped(text).replace(/`|\$(?=\{)/g, '\\$&');
}

/** Whether a text can stand in code as it is, without an escape for any of its characters. */
export function isPrintable(text: string): boolean {
  return text.search(unprintable) === -1;
}

function escaped(text: string): string {
  return text.replaceAll('\\', '\\\\').replace(unprintable, escapeOne);
}

/** Written as UTF-16 units: after half a pair, not every tool can read `\u{…}`. */
function escapeOne(character: string): string {
  const units = character.split('').map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
  return shortEscapes[character] ?? units.join('');
}
