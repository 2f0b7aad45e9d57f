import fc from 'fast-check';
import { expect } from 'vitest';
import { cpuMs } from '../support/cpu-time.ts';
import { printFigure, runs } from './runs.ts';

/** The most that reading one input may cost, in ms of this process's own time: the machine may be busy with others. */
const limitMs = 1000;

export interface Tried<T> {
  /** What the figure calls the inputs. */
  readonly name: string;
  readonly inputs: fc.Arbitrary<T>;
  readonly read: (input: T) => unknown;
  /** The errors that the reader documents. */
  readonly allowed?: readonly (new (
    ...given: never[]
  ) => Error)[];
  readonly deep?: number;
}

/** Gives a reader one input after the other: it may refuse each of them as it documents, and not take long. */
export async function tryAll<T>({ name, inputs, read, allowed = [], deep = 1000 }: Tried<T>): Promise<void> {
  const { numRuns, seed } = runs(deep, 50_000);
  let refused = 0;
  let slowest = 0;
  await fc.assert(
    fc.asyncProperty(inputs, async (input) => {
      const ms = await cpuMs(async () => {
        try {
          await read(input);
        } catch (error) {
          if (!allowed.some((type) => error instanceof type)) throw error;
          refused += 1;
        }
      });
      slowest = Math.max(slowest, ms);
      expect(ms).toBeLessThan(limitMs);
    }),
    { numRuns, seed },
  );
  printFigure(
    `${name}: ${numRuns} inputs, ${refused} refused, the slowest ${Math.round(slowest)} ms, no crash`,
  );
}

/** Texts made of pieces that mean something to their reader, arbitrary ones, and long ones of a single piece. */
export function textsOf(pieces: readonly string[], longest = 20_000): fc.Arbitrary<string> {
  const piece = fc.constantFrom(...pieces);
  return fc.oneof(
    { weight: 30, arbitrary: fc.array(piece, { maxLength: 40 }).map((parts) => parts.join('')) },
    { weight: 10, arbitrary: fc.string({ unit: 'binary', maxLength: 100 }) },
    {
      weight: 1,
      arbitrary: fc
        .tuple(piece, piece, fc.integer({ min: 1, max: longest }), piece)
        .map(([first, each, length, last]) => first + each.repeat(length / Math.max(each.length, 1)) + last),
    },
  );
}
