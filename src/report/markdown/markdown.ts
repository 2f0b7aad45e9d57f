import { cut, foldLines, joinFilled, showLines } from '../../common/text.ts';
import type { SourceLocation } from '../../results/run-results.ts';
import { formatLocation, maxUrlCharacters, sourceUrlOf, webUrl } from '../links.ts';

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
  const href = url == null || url.length > maxUrlCharacters ? undefined : webUrl(url);
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

/** Size in bytes of UTF-8: the unit of all limits here. GitHub's limits in characters are met as well. */
export const bytes = (text: string): number => Buffer.byteLength(text);

interface Fitting {
  readonly texts: readonly string[];
  readonly left: number;
}

/** What remains of a maximum size, in bytes. */
export class Budget {
  /** Negative once an item did not fit. */
  left: number;

  constructor(size: number) {
    this.left = size;
  }

  /** Writes the items up to the first that does not fit; those behind it are not even written, nor is any later item. */
  take<Item>(items: readonly Item[], write: (item: Item) => string, separator = '\n\n'): Fitting {
    const texts: string[] = [];
    for (const item of items) {
      const text = write(item);
      this.left -= bytes(text) + separator.length;
      if (this.left < 0) break;
      texts.push(text);
    }
    return { texts, left: items.length - texts.length };
  }

  /** The texts that fit. One that does not fit leaves the budget to the others. Empty texts are dropped. */
  pick(texts: readonly string[]): string[] {
    return texts.filter((text) => {
      const size = bytes(text) + 2;
      if (text === '' || size > this.left) return false;
      this.left -= size;
      return true;
    });
  }
}

/**
 * Writes several items within one size. An item that wants less than an equal share gets all that it wants, and the others
 * share the rest. If not every item can get `minSize`, or all that it wants, the last ones are left out.
 * @param write returns a text of at most `maxSize` bytes; an empty text if that is too small.
 */
export function writeFairly<Item>(
  items: readonly Item[],
  size: number,
  write: (item: Item, maxSize: number) => string,
  minSize = 3500,
): Fitting {
  // Many items at full size would take long to write, and little of it would be used.
  const firstSize = Math.min(size, Math.max(100_000, (4 * size) / items.length));
  let left = size;
  let needed = 0;
  const drafts = items.map((item, index) => {
    const text = write(item, firstSize);
    // Each text is followed by a separator.
    const used = bytes(text) + 2;
    const mayBeCut = firstSize < size && used > firstSize / 4;
    const wanted = mayBeCut ? size : used;
    needed += Math.min(wanted, minSize);
    return { index, item, text, wanted, fits: needed <= size };
  });
  const smallestFirst = drafts.filter(({ fits }) => fits).sort((a, b) => a.wanted - b.wanted);
  const written = items.map(() => '');
  for (const [position, { index, item, text, wanted }] of smallestFirst.entries()) {
    const share = Math.floor(left / (smallestFirst.length - position));
    const final = wanted <= share ? text : write(item, share - 2);
    left -= bytes(final) + 2;
    written[index] = final;
  }
  const texts = written.filter((text) => text !== '');
  return { texts, left: items.length - texts.length };
}
