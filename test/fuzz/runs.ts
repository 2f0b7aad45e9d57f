/** All of them with `FUZZ=full` in the environment; the suite takes so many that it stays quick. */
export const full = process.env.FUZZ === 'full';

/** The same texts each time, so that a failure can be seen again; `FUZZ_SEED` gives others. */
export function runs(small: number, all: number): { numRuns: number; seed: number } {
  return { numRuns: full ? all : small, seed: Number(process.env.FUZZ_SEED ?? 20_260_103) };
}

/** Time that a test has, in ms. */
export const fuzzTimeoutMs = full ? 1_800_000 : 300_000;

/** Tells a figure, where somebody asked for all runs. */
export function tell(figure: string): void {
  if (full) console.log(figure);
}
