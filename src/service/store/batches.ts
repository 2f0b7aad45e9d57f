/** Small enough that other requests are answered meanwhile. */
export const batchSize = 50;

/** A long list, which is read batch by batch, so that it neither fills the memory nor blocks other requests. */
export class Batches<T> {
  readonly #batches: Iterable<readonly T[]>;

  constructor(batches: Iterable<readonly T[]>) {
    this.#batches = batches;
  }

  [Symbol.iterator](): Iterator<readonly T[]> {
    return this.#batches[Symbol.iterator]();
  }

  /** @param convert makes the items of a batch: as many as it has, or fewer. */
  map<Result>(convert: (batch: readonly T[]) => readonly Result[]): Batches<Result> {
    return new Batches(mapped(this.#batches, convert));
  }
}

function* mapped<T, Result>(
  batches: Iterable<readonly T[]>,
  convert: (batch: readonly T[]) => readonly Result[],
) {
  for (const batch of batches) yield convert(batch);
}

/** Larger than what is read at once, because each batch is a transaction. */
const maxWritten = 200;

/** Work in short steps, between which other requests are answered. */
export type Steps<T> = Generator<undefined, T>;

/** Does all steps at once. */
export function allSteps<T>(steps: Steps<T>): T {
  for (;;) {
    const { done, value } = steps.next();
    if (done === true) return value;
  }
}

export function* collect<T>(batches: Iterable<readonly T[]>): Steps<T[]> {
  const all: T[] = [];
  for (const batch of batches) {
    all.push(...batch);
    yield;
  }
  return all;
}

/**
 * Writes items batch by batch.
 * @param write one batch, of which it gets the start in the list.
 * @returns a function that writes the last batch, for the caller's transaction, and returns the results of all.
 */
export function* writeInBatches<T, Result>(
  items: readonly T[],
  write: (batch: readonly T[], start: number) => readonly Result[],
): Steps<() => Result[]> {
  const written: Result[] = [];
  let start = 0;
  for (; items.length - start > maxWritten; start += maxWritten) {
    written.push(...write(items.slice(start, start + maxWritten), start));
    yield;
  }
  return () => [...written, ...write(items.slice(start), start)];
}
