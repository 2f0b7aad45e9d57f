import { expect, it } from 'vitest';
import { openRepository, type Run, runRun } from './execute-run.ts';
import { type Cell, cellsOf, drawScenario } from './fault-scenario.ts';
import { effectAt, isTransportFault } from './kind.ts';
import { kinds } from './kinds/kinds.ts';
import { violationLines } from './table.ts';

/** Number of runs, each of another kind; `npm run test:faults` executes all of them. */
const count = 40;
const atOnce = 4;
const firstSeed = 1;

/** Runs that do not have to wait for their deadline, each with its seed. */
function quickRuns(): (Cell & { readonly seed: number })[] {
  const seen = new Set<string>();
  return cellsOf(kinds, firstSeed)
    .map((cell, index) => ({ ...cell, seed: firstSeed + index }))
    .filter((cell) => {
      const { kind, stage, times } = drawScenario(cell, cell.seed);
      if (seen.has(kind.name)) return false;
      const waits = isTransportFault(kind)
        ? effectAt(kind, stage) === 'stall' || times > 2
        : kind.expect('passed').includes('timed-out');
      if (!waits) seen.add(kind.name);
      return !waits;
    })
    .slice(0, count);
}

it(`the built action keeps its promises through ${count} kinds of fault`, { timeout: 600_000 }, async () => {
  await using repository = await openRepository();
  const left = quickRuns();
  const runs: Run[] = [];
  const worker = async () => {
    for (let cell = left.shift(); cell !== undefined; cell = left.shift()) {
      runs.push(await runRun(cell, cell.seed, repository));
    }
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  expect(runs).toHaveLength(count);
  expect(violationLines(runs)).toEqual([]);
});
