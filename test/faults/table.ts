import type { Run } from './execute-run.ts';
import { isTransportFault, type Kind, stages } from './kind.ts';
import { rules } from './oracle.ts';

const letters = new Map([
  ['passed', 'P'],
  ['failed', 'F'],
  ['error', 'E'],
  ['timed-out', 'T'],
  ['killed', 'K'],
]);

/** A table with a row for each kind, a column for each stage, and a letter for the outcome of each run. */
export function outcomeTable(kinds: readonly Kind[], runs: readonly Run[]): string {
  const columns = stages.filter((stage) => runs.some(({ scenario }) => scenario.stage === stage));
  const cell = (kind: Kind, stage: string) =>
    runs
      .filter(({ scenario }) => scenario.kind === kind && scenario.stage === stage)
      .map(letterOf)
      .join('');
  const rows = kinds
    .filter((kind) => runs.some(({ scenario }) => scenario.kind === kind))
    .map((kind) => [kind.name, ...columns.map((stage) => cell(kind, stage))]);
  const all = [['kind', ...columns], ...rows];
  const widths = all[0]?.map((_, index) => Math.max(...all.map((row) => row[index]?.length ?? 0))) ?? [];
  const lines = all.map((row) =>
    row
      .map((text, index) => text.padEnd(widths[index] ?? 0))
      .join('  ')
      .trimEnd(),
  );
  return [...lines, '', legend].join('\n');
}

const legend =
  'P passed, F failed, E error, T timed-out, K killed, ? no verdict; ! breaks a promise; lower case: the fault was not injected';

function letterOf({ status, violations, injections, scenario }: Run): string {
  const letter = letters.get(status) ?? '?';
  const wasInjected = injections > 0 || !isTransportFault(scenario.kind);
  return `${wasInjected ? letter : letter.toLowerCase()}${violations.length > 0 ? '!' : ''}`;
}

/** A line for each broken promise, the worst first, with the command that repeats the run. */
export function violationLines(runs: readonly Run[]): string[] {
  return rules.flatMap((rule) =>
    runs.flatMap(({ scenario, violations }) =>
      violations
        .filter((each) => each.rule === rule)
        .map(({ detail }) => {
          const times = isTransportFault(scenario.kind) ? ` x${scenario.times}` : '';
          const { kind, stage, seed, truth } = scenario;
          return `${rule}: ${kind.name} at ${stage}${times}, truth ${truth}: ${detail}\n    npm run test:faults -- --runs 1 --kind ${kind.name} --stage ${stage} --seed ${seed}`;
        }),
    ),
  );
}

/** How many runs break each promise. */
export function ruleCounts(runs: readonly Run[]): string {
  const counts = rules.map((rule) => ({
    rule,
    count: runs.filter(({ violations }) => violations.some((each) => each.rule === rule)).length,
  }));
  return counts.map(({ rule, count }) => `${rule} ${count}`).join(', ');
}
