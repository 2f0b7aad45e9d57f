/** The median and the range of some numbers. */
export interface Spread {
  readonly median: number;
  readonly min: number;
  readonly max: number;
}

/** @param values at least one. */
export function spreadOf(values: readonly number[]): Spread {
  const sorted = values.toSorted((a, b) => a - b);
  const at = (index: number) => sorted[index] ?? Number.NaN;
  const middle = (sorted.length - 1) / 2;
  return {
    median: (at(Math.floor(middle)) + at(Math.ceil(middle))) / 2,
    min: at(0),
    max: at(sorted.length - 1),
  };
}
