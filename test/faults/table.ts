import type { Run } from './execute-run.ts';
import { isStroke, type Kind, stages } from './kind.ts';
import { rules } from './oracle.ts';

const letters = new Map([
  ['passed', 'P'],
  ['failed', 'F'],
  ['error', 'E'],
  ['timed-out', 'T'],
  ['killed', 'K'],
]);

/** A row for each kind, a column for each stage, a letter for each run: how it ended. */
export function outcomeTable(kinds: readonly Kind[], runs: readonly Run[]): string {
  const columns = stages.filter((stage) => runs.some(({ draw }) => draw.stage === stage));
  const cell = (kind: Kind, stage: string) =>
    runs
      .filter(({ draw }) => draw.kind === kind && draw.stage === stage)
      .map(letterOf)
      .join('');
  const rows = kinds
    .filter((kind) => runs.some(({ draw }) => draw.kind === kind))
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
  'P passed, F failed, E error, T timed-out, K killed, ? no verdict; ! breaks a promise; small: the fault did not strike';

function letterOf({ status, violations, struck, draw }: Run): string {
  const letter = letters.get(status) ?? '?';
  const met = struck > 0 || !isStroke(draw.kind);
  return `${met ? letter : letter.toLowerCase()}${violations.length > 0 ? '!' : ''}`;
}

/** A line for each broken promise, the worst first, with the command that runs it again. */
export function violationLines(runs: readonly Run[]): string[] {
  return rules.flatMap((rule) =>
    runs.flatMap(({ draw, violations }) =>
      violations
        .filter((each) => each.rule === rule)
        .map(({ detail }) => {
          const times = isStroke(draw.kind) ? ` x${draw.times}` : '';
          const { kind, stage, seed, truth } = draw;
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
