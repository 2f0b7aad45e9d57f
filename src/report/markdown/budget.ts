/** The size of a text. */
export type Measure = (text: string) => number;

/** Size in characters, as JavaScript counts them. */
export const characters: Measure = (text) => text.length;

/** Size in bytes of UTF-8. */
export const bytes: Measure = (text) => Buffer.byteLength(text);

/** The items that fit into a budget. */
export interface Fitting {
  readonly texts: readonly string[];
  /** Number of items left out. */
  readonly left: number;
}

/** What remains of a maximum size. */
export class Budget {
  #left: number;
  readonly #measure: Measure;

  /** @param size in the unit of `measure`. */
  constructor(size: number, measure: Measure = characters) {
    this.#left = size;
    this.#measure = measure;
  }

  /** The remaining size; negative once an item did not fit. */
  get left(): number {
    return this.#left;
  }

  /** Writes the items up to the first that does not fit; those behind it are not even written, nor is any later item. */
  take<Item>(items: readonly Item[], write: (item: Item) => string, separator = '\n\n'): Fitting {
    const texts: string[] = [];
    for (const item of items) {
      const text = write(item);
      this.#left -= this.#measure(text) + this.#measure(separator);
      if (this.#left < 0) break;
      texts.push(text);
    }
    return { texts, left: items.length - texts.length };
  }

  /** The texts that fit. One that does not fit leaves the budget to the others. Empty texts are dropped. */
  pick(texts: readonly string[]): string[] {
    return texts.filter((text) => {
      const size = this.#measure(text) + 2;
      if (text === '' || size > this.#left) return false;
      this.#left -= size;
      return true;
    });
  }
}

/**
 * Divides a size fairly: an item that wants less than an equal share gets all that it wants, and the others share the rest.
 * @returns the share of each item, in the same order.
 */
export function fairShares(wanted: readonly number[], size: number): number[] {
  const shares = wanted.map(() => 0);
  let left = Math.max(0, size);
  const order = wanted.map((want, index) => ({ want, index })).sort((a, b) => a.want - b.want);
  for (const [position, { want, index }] of order.entries()) {
    const share = Math.min(want, Math.floor(left / (order.length - position)));
    shares[index] = share;
    left -= share;
  }
  return shares;
}

/**
 * Writes several items within one size, with a fair share for each. If not every item can get `minSize`, or all that it wants,
 * the last ones are left out: their texts are empty.
 * @param write must return a text that is not larger than `maxSize`.
 */
export function writeFairly<Item>(
  items: readonly Item[],
  size: number,
  minSize: number,
  write: (item: Item, maxSize: number) => string,
  measure: Measure = characters,
): string[] {
  // Many items at full size would take long to write, and little of it would be used.
  const firstSize = Math.min(size, Math.max(100_000, (4 * size) / items.length));
  const texts = items.map((item) => write(item, firstSize));
  const wanted = texts.map((text) => {
    const used = measure(text);
    const mayBeCut = firstSize < size && used > firstSize / 4;
    // Each text is followed by a separator.
    return (mayBeCut ? size : used) + 2;
  });
  let needed = 0;
  const chosen = wanted.filter((want) => {
    needed += Math.min(want, minSize);
    return needed <= size;
  });
  const shares = fairShares(chosen, size);
  return items.map((item, index) => {
    const share = shares[index] ?? 0;
    const text = texts[index] ?? '';
    if (share === 0) return '';
    return (wanted[index] ?? 0) <= share ? text : write(item, share - 2);
  });
}
