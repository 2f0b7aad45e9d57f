import { foldLines, showInvisible } from '../../common/text.ts';

/**
 * Markdown from untrusted text: names and messages come from tests and pages. Nothing in them may become a mention,
 * a link, an image, HTML, or break out of its place.
 */

const zeroWidth = '\u200B';

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

function longestRun(text: string): number {
  return (text.match(/`+/g) ?? []).reduce((longest, run) => Math.max(longest, run.length), 0);
}
