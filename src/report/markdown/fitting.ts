import { listWithRest } from './markdown.ts';

/** Fits Markdown into the sizes that GitHub allows: what does not fit is left out, and counted. */

/** Size in bytes of UTF-8: the unit of all limits here. GitHub's limits in characters are met as well. */
export const bytes = (text: string) => Buffer.byteLength(text);

/** Items with a line of their own. */
const maxLines = 40;

interface Fitting {
  readonly texts: readonly string[];
  readonly left: number;
}

/** What remains of a maximum size, in bytes: the parts of a text take from it one after the other. */
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
  pick(...texts: readonly string[]): string[] {
    return texts.filter((text) => {
      const size = bytes(text) + 2;
      if (text === '' || size > this.left) return false;
      this.left -= size;
      return true;
    });
  }

  /** A list of the first items that fit, and a text about the others, if any are left out. */
  someOf<Item>(
    items: readonly Item[],
    write: (item: Item) => string,
    rest: (left: readonly Item[]) => string,
    separator = '\n\n',
  ): string[] {
    const { texts } = this.take(items, write, separator);
    const left = items.slice(texts.length);
    return [texts.join(separator), left.length === 0 ? '' : rest(left)].filter((text) => text !== '');
  }

  /** A line for each of the first items, in at most half of what is left, and one that counts the others. */
  shortList<Item>(
    items: readonly Item[],
    write: (item: Item) => string,
    count = (left: readonly Item[]) => left.length,
  ): string[] {
    const { texts } = new Budget(this.left / 2).take(items.slice(0, maxLines), write, '\n');
    return this.pick(listWithRest(texts, count(items.slice(texts.length))));
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
): { readonly texts: readonly string[]; readonly left: readonly Item[] } {
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
  const isWritten = (_: unknown, index: number) => written[index] !== '';
  return {
    texts: written.filter(isWritten),
    left: items.filter((item, index) => !isWritten(item, index)),
  };
}
