import { cut, foldLines, joinFilled, showLines } from '../../common/text.ts';
import { webUrlOf } from '../../contract/exchange/address.ts';
import type { SourceLocation } from '../../results/run-results.ts';
import { formatLocation, maxUrlCharacters, sourceUrlOf } from '../links.ts';

/**
 * Markdown from untrusted text: names and messages come from tests and pages. Nothing in them may become a mention,
 * a link, an image, HTML, or break out of its place.
 */

const zeroWidth = '\u200B';
export const maxLineCharacters = 300;

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

/** One line of plain text, cut after 300 characters. */
export function plainLine(text: string): string {
  return plain(cut(text, maxLineCharacters));
}

/** One line as a code span: shown as it is. */
export function code(text: string): string {
  const line = foldLines(text);
  const fence = '`'.repeat(longestRun(line) + 1);
  const pad = line.startsWith('`') || line.endsWith('`') || line.trim() === '' ? ' ' : '';
  return `${fence}${pad}${line}${pad}${fence}`;
}

export function codeBlock(text: string): string {
  const shown = showLines(text);
  const fence = '`'.repeat(Math.max(3, longestRun(shown) + 1));
  return `${fence}text\n${shown}\n${fence}`;
}

/** A code span, which a narrow screen can wrap; a block if the text has several lines. */
export function textOrBlock(text: string): string {
  return /[\r\n]/.test(text) ? codeBlock(text) : code(text);
}

/** Finished Markdown below a title that unfolds it. */
export function fold(title: string, parts: readonly string[]): string {
  return joinFilled([`<details><summary>${title}</summary>`, ...parts, '</details>'], '\n\n');
}

/** Finished list items, and how many more there are. @param where they are found; empty if nowhere. */
export function listWithRest(items: readonly string[], left: number, where = ''): string {
  return [...items, ...(left > 0 ? [`- … and ${left} more${where}`] : [])].join('\n');
}

/** A link. @param label finished Markdown. @returns undefined if the URL is unknown, too long, or not an http or https URL. */
export function link(label: string, url: string | null | undefined): string | undefined {
  const href = url == null || url.length > maxUrlCharacters ? undefined : webUrlOf(url);
  // `&` could begin an entity.
  return href && `[${label}](<${href.replace(/[<>\\|]/g, encodeURIComponent).replaceAll('&', '&amp;')}>)`;
}

/** A code span that is a link; only a code span if it can't be linked. */
export function codeLink(text: string, url: string | null | undefined): string {
  // Not every Markdown parser finds the end of a link around code that needs more than one backtick.
  return (text.includes('`') ? undefined : link(code(text), url)) ?? code(text);
}

/** A link to the line of a file at its commit; a code span if it can't be linked. */
export function sourceLink(location: SourceLocation, sourceUrl: string | null): string {
  return codeLink(formatLocation(location), sourceUrlOf(location, sourceUrl));
}

function longestRun(text: string): number {
  return (text.match(/`+/g) ?? []).reduce((longest, run) => Math.max(longest, run.length), 0);
}
