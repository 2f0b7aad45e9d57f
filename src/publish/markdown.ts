/**
 * Markdown from untrusted text: names and messages come from tests and pages. Nothing in them may become a mention,
 * a link, an image, HTML, or break out of its place.
 */

const zeroWidth = '\u200B';

/** Shows what would otherwise be invisible or reorder the text: control characters and bidi marks. */
export function showInvisible(text: string): string {
  return text.replace(
    // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for.
    /[\u0000-\u0008\u000B-\u001F\u007F-\u009F\u061C\u200E\u200F\u2028-\u202E\u2066-\u2069\uFEFF]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** One line of plain text. */
export function plain(text: string): string {
  return foldLines(text)
    .replace(/[\\`*_{}[\]()#+\-.!|~:=^$"']/g, '\\$&')
    .replace(/&/g, '&amp;')
    .replace(/</g, '&lt;')
    .replace(/>/g, '&gt;')
    .replace(/@|\\#|\\:(?=\/\/)|www(?=\\\.)|\b(?:gh|[0-9a-f]{6})(?=[-0-9a-f\\])/gi, `$&${zeroWidth}`);
}

/** One line as a code span: shown as it is. */
export function code(text: string): string {
  const line = foldLines(text);
  const fence = '`'.repeat(longestRun(line) + 1);
  const pad = line.startsWith('`') || line.endsWith('`') || line.trim() === '' ? ' ' : '';
  // A table reads the bar before it reads the code span.
  return `${fence}${pad}${line.replaceAll('|', '\\|')}${pad}${fence}`;
}

/** Several lines as a code block. */
export function codeBlock(text: string): string {
  const shown = showInvisible(text.replace(/\r\n?/g, '\n'));
  const fence = '`'.repeat(Math.max(3, longestRun(shown) + 1));
  return `${fence}text\n${shown}\n${fence}`;
}

/** A link with trusted words; `undefined` where the URL is no http or https URL. */
export function link(words: string, url: string): string | undefined {
  if (!URL.canParse(url)) return undefined;
  const { protocol, href } = new URL(url);
  if (protocol !== 'http:' && protocol !== 'https:') return undefined;
  return `[${words}](<${href.replace(/[<>\\|]/g, encodeURIComponent)}>)`;
}

/** Cuts at a whole character, and says so. */
export function cut(text: string, maxCharacters: number): string {
  if (text.length <= maxCharacters) return text;
  const end = text.codePointAt(maxCharacters - 1) ?? 0;
  return `${text.slice(0, end > 0xffff ? maxCharacters - 1 : maxCharacters)}…`;
}

function foldLines(text: string): string {
  return showInvisible(text.replace(/\s+/g, ' ').trim());
}

function longestRun(text: string): number {
  return Math.max(0, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
}
