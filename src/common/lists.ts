/** Returns the only item; undefined if there is no item, or more than one. */
export function onlyOne<T>(items: Iterable<T>): T | undefined {
  const [first, ...others] = items;
  return others.length === 0 ? first : undefined;
}

/** Splits items into chunks of at most `size` items. */
export function inChunks<T>(items: readonly T[], size: number): T[][] {
  const count = Math.ceil(items.length / size);
  return Array.from({ length: count }, (_, index) => items.slice(index * size, (index + 1) * size));
}
