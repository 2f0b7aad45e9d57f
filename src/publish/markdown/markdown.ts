/**
 * Markdown from untrusted text: names and messages come from tests and pages. Nothing in them may become a mention,
 * a link, an image, HTML, or break out of its place.
 */

const zeroWidth = '\u200B';

/**
 * Shows what would otherwise be invisible or reorder the text: control characters, bidi marks, tags, and halves of a
 * surrogate pair, which no UTF-8 can carry.
 */
export function showInvisible(text: string): string {
  return text.replace(
    // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for.
    /[\u0000-\u0008\u000B-\u001F\u007F-\u009F\u061C\u180E\u200E\u200F\u2028-\u202E\u2060-\u206F\uFEFF\uFFF9-\uFFFB\u{E0000}-\u{E007F}\p{Cs}]/gu,
    (character) => {
      const hex = (character.codePointAt(0) ?? 0).toString(16);
      return hex.length > 4 ? `\\u{${hex}}` : `\\u${hex.padStart(4, '0')}`;
    },
  );
}

/**
 * What GitHub finds in the finished text, where escaping is of no use any more: mentions, issues, addresses, emoji,
 * formulas, advisories, commits. A character of no width inside breaks each of them.
 */
const found = [
  /@|#|:(?=\/\/)|www(?=\.)/gi,
  /:(?=[\w+-]+:)/g,
  // Before the words below: what breaks a commit can be the start of one of them.
  /[0-9a-f]{6}(?=[0-9a-f])/gi,
  /\b(?:gh|ghsa|cve)(?=-)/gi,
];

/** One line of plain text. */
export function plain(text: string): string {
  return found
    .reduce((line, pattern) => line.replace(pattern, `$&${zeroWidth}`), foldLines(text))
    .replaceAll('$', `${zeroWidth}$$${zeroWidth}`)
    .replace(/[\\`*_{}[\]()#+\-.!|~:=^$"']/g, '\\$&')
    .replace(/&/g, '&amp;')
    .replace(/</g, '&lt;')
    .replace(/>/g, '&gt;');
}

/** One line as a code span: shown as it is. */
export function code(text: string): string {
  const line = foldLines(text);
  const fence = '`'.repeat(longestRun(line) + 1);
  const pad = line.startsWith('`') || line.endsWith('`') || line.trim() === '' ? ' ' : '';
  return `${fence}${pad}${line}${pad}${fence}`;
}

/** Several lines as a code block. */
export function codeBlock(text: string): string {
  const shown = showInvisible(text.replace(/\r\n?/g, '\n'));
  const fence = '`'.repeat(Math.max(3, longestRun(shown) + 1));
  return `${fence}text\n${shown}\n${fence}`;
}

/** A link with trusted words; `undefined` where the URL is no http or https URL. */
export function link(words: string, url: string): string | undefined {
  const { protocol, href } = URL.parse(url) ?? {};
  if (href === undefined || (protocol !== 'http:' && protocol !== 'https:')) return undefined;
  // `&` could begin an entity.
  return `[${words}](<${href.replace(/[<>\\|]/g, encodeURIComponent).replaceAll('&', '&amp;')}>)`;
}

/** Cuts at a whole character, and says so. */
export function cut(text: string, maxCharacters: number): string {
  if (text.length <= maxCharacters) return text;
  const end = text.codePointAt(maxCharacters - 1) ?? 0;
  return `${text.slice(0, end > 0xffff ? maxCharacters - 1 : maxCharacters)}…`;
}

/** A text as one line, in which nothing is hidden. */
export function foldLines(text: string): string {
  return showInvisible(text.replace(/\s+/g, ' ').trim());
}

function longestRun(text: string): number {
  return (text.match(/`+/g) ?? []).reduce((longest, run) => Math.max(longest, run.length), 0);
}
