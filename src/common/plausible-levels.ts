const maxSampled = 100;
/** A sample may be wrong by so much. */
const margin = 1.25;
/** Its multiples are spread evenly, whatever pattern the items have. */
const goldenRatio = 0.618033988749895;

/**
 * Leaves out the levels of detail at which many items would be far too large, by the size of a sample.
 * @param levels from the largest to the smallest, of which the last is always returned.
 * @param sizeOf an item at a level.
 */
export function plausibleLevels<Level, Item>(
  levels: readonly Level[],
  items: readonly Item[],
  maxSize: number,
  sizeOf: (item: Item, level: Level) => number,
): readonly Level[] {
  // All levels of a few items are tried soon enough.
  if (items.length <= maxSampled) return levels;
  const sample = Array.from({ length: maxSampled }, (_, index) =>
    items.at(((index * goldenRatio) % 1) * items.length),
  ).filter((item) => item !== undefined);
  const maxSampleSize = ((margin * maxSize) / items.length) * maxSampled;
  const sizeOfAll = (level: Level) => sample.reduce((sum, item) => sum + sizeOf(item, level), 0);
  return levels.slice(levels.findIndex((level) => sizeOfAll(level) <= maxSampleSize));
}
