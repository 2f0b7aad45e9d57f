const maxSampled = 100;
/** A sample may be wrong by so much. */
const margin = 1.25;
/** Its multiples are spread evenly, whatever pattern the items have. */
const goldenRatio = 0.618033988749895;

/** Items that are written at one of several levels of detail. */
interface Levels<Level, Item> {
  /** From the largest to the smallest. */
  readonly levels: readonly Level[];
  readonly items: readonly Item[];
  /** Size limit of all items together, in bytes. */
  readonly maxBytes: number;
  readonly sizeOf: (item: Item, level: Level) => number;
  readonly encode: (level: Level) => Iterable<Buffer>;
}

/** Writes items in as much detail as fits: at the first level that is small enough, or at the last one, whatever its size. */
export function encodeWithin<Level, Item>(
  options: Levels<Level, Item>,
): { readonly level: Level; readonly pieces: readonly Buffer[] } {
  const { levels, maxBytes, encode } = options;
  for (const level of plausibleLevels(options)) {
    const limit = level === levels.at(-1) ? Number.POSITIVE_INFINITY : maxBytes;
    const pieces = piecesWithin(encode(level), limit);
    if (pieces !== undefined) return { level, pieces };
  }
  throw new Error('There is no level of detail');
}

/** @returns undefined if the pieces have more bytes. */
function piecesWithin(pieces: Iterable<Buffer>, maxBytes: number): Buffer[] | undefined {
  const all: Buffer[] = [];
  let bytes = 0;
  for (const piece of pieces) {
    bytes += piece.length;
    if (bytes > maxBytes) return undefined;
    all.push(piece);
  }
  return all;
}

/** Leaves out the levels at which many items would be far too large, by the size of a sample. The last one always remains. */
function plausibleLevels<Level, Item>(options: Levels<Level, Item>): readonly Level[] {
  const { levels, items, maxBytes, sizeOf } = options;
  // All levels of a few items are tried soon enough.
  if (items.length <= maxSampled) return levels;
  const sample = Array.from({ length: maxSampled }, (_, index) =>
    items.at(((index * goldenRatio) % 1) * items.length),
  ).filter((item) => item !== undefined);
  const maxSampleSize = ((margin * maxBytes) / items.length) * maxSampled;
  const sizeOfAll = (level: Level) => sample.reduce((sum, item) => sum + sizeOf(item, level), 0);
  return levels.slice(levels.findIndex((level) => sizeOfAll(level) <= maxSampleSize));
}
