import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { openRepository, type Run, runRun } from './execute-run.ts';
import { cellsOf } from './fault-scenario.ts';
import { kinds } from './kinds/kinds.ts';
import { outcomeTable, ruleCounts, violationLines } from './table.ts';

const usage = `Usage: npm run test:faults -- [--runs 1000] [--seed 1] [--kind K] [--stage S] [--jobs N] [--log]
  Runs the built action (dist/index.js) against a service and a GitHub with faults, and compares its verdict with the actual outcome.

  --runs   number of runs; kinds and stages alternate
  --seed   seed of the first run; the same seed gives the same runs
  --kind   only this kind of fault; --stage: only at this stage
  --jobs   runs in parallel; default: four for each processor
  --log    print the log of each run
  --list   print the kinds and their stages
`;

const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '1000' },
    seed: { type: 'string', default: '1' },
    kind: { type: 'string' },
    stage: { type: 'string' },
    jobs: { type: 'string', default: String(4 * availableParallelism()) },
    log: { type: 'boolean', default: false },
    list: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});

const seed = wholeNumber(values.seed);
const cells = cellsOf(kinds, seed).filter(
  ({ kind, stage }) =>
    (values.kind === undefined || kind.name === values.kind) &&
    (values.stage === undefined || stage === values.stage),
);

if (values.help) {
  process.stdout.write(usage);
} else if (values.list) {
  for (const { name, stages } of kinds) console.log(`${name}: ${stages.join(', ')}`);
} else if (cells.length === 0) {
  process.stderr.write(`No fault has this kind and stage. --list prints all of them.\n\n${usage}`);
  process.exitCode = 2;
} else {
  const runs = await runAll(wholeNumber(values.runs));
  report(runs);
}

/** Executes the runs in parallel. @returns them in the order of their seeds. */
async function runAll(count: number): Promise<Run[]> {
  await using repository = await openRepository();
  const runs: Run[] = [];
  let next = 0;
  // An interrupted run prints the table of the scenarios so far.
  const stop = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort());
  const worker = async () => {
    while (next < count && !stop.signal.aborted) {
      const index = next;
      next += 1;
      const cell = cells[index % cells.length];
      if (cell === undefined) return;
      const run = await runRun(cell, seed + index, repository);
      runs.push(run);
      if (values.log) console.log(run.log);
      if (runs.length % 50 === 0) process.stderr.write(`${runs.length} of ${count}\n`);
    }
  };
  await Promise.all(Array.from({ length: wholeNumber(values.jobs) }, worker));
  return runs.sort((a, b) => a.scenario.seed - b.scenario.seed);
}

function report(runs: readonly Run[]): void {
  const lines = violationLines(runs);
  console.log(outcomeTable(kinds, runs));
  console.log(
    `\n${runs.length} runs, ${new Set(runs.map(({ scenario }) => scenario.kind)).size} kinds, seed ${seed}.`,
  );
  console.log(`Broken promises: ${lines.length === 0 ? 'none' : ruleCounts(runs)}.`);
  for (const line of lines) console.log(`\n${line}`);
  if (lines.length > 0) process.exitCode = 1;
}

function wholeNumber(text: string): number {
  const number = Number(text);
  if (!Number.isSafeInteger(number) || number < 0) throw new RangeError(`"${text}" is not a whole number`);
  return number;
}
