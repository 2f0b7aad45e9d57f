/** All inputs, with `FUZZ=full` in the environment. */
const full = process.env.FUZZ === 'full';
const isDeep = process.env.TEST_DEPTH === 'deep';

/**
 * How many inputs a property is tried with. They are the same each time, so that a failure can be seen again; `FUZZ_SEED`
 * gives others.
 * @param deep number for the deep run; the quick one tries a fifth of them.
 */
export function runs(deep: number, all = deep): { numRuns: number; seed: number } {
  const numRuns = full ? all : isDeep ? deep : deep / 5;
  return { numRuns, seed: Number(process.env.FUZZ_SEED ?? 20_260_103) };
}

/** Time that a test has, in ms. */
export const fuzzTimeoutMs = full ? 1_800_000 : 300_000;

/** Tells a figure, where somebody asked for all runs. */
export function printFigure(figure: string): void {
  if (full) console.log(figure);
}
