/** What of some items had room. */
export interface Taken {
  readonly taken: readonly string[];
  /** So many items had none. */
  readonly left: number;
}

/** How much room a text takes. */
export type Measure = (text: string) => number;

/** In characters, as JavaScript counts them. */
export const characters: Measure = (text) => text.length;

/** In bytes of UTF-8. */
export const bytes: Measure = (text) => Buffer.byteLength(text);

/** Hands out room until it is used up. */
export class Room {
  #left: number;
  readonly #measure: Measure;

  /** @param size in the unit of `measure`. */
  constructor(size: number, measure: Measure = characters) {
    this.#left = size;
    this.#measure = measure;
  }

  /** So much is left; none where it is negative. */
  get left(): number {
    return this.#left;
  }

  /** Writes the items up to the first that has no room; those behind it are not even written. */
  take<Item>(items: readonly Item[], write: (item: Item) => string, separator: string): Taken {
    const taken: string[] = [];
    for (const item of items) {
      const part = write(item);
      this.#left -= this.#measure(part) + this.#measure(separator);
      if (this.#left < 0) break;
      taken.push(part);
    }
    return { taken, left: items.length - taken.length };
  }
}
