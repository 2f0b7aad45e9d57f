import { cpus, totalmem } from 'node:os';
import { type PlayerName, playerNames, type Round } from './measure.ts';
import { players } from './players.ts';
import type { Measured } from './run-player.ts';
import { type Spread, spreadOf } from './statistics.ts';

/** Which players are compared, and the maximum ratio of the first to the second. */
const goals: readonly {
  readonly of: PlayerName;
  readonly to: PlayerName;
  readonly by: 'ms' | 'peakBytes';
  readonly limit?: number;
}[] = [
  { of: 'runner', to: 'playwrightTest', by: 'ms', limit: 0.6 },
  { of: 'runner', to: 'script', by: 'ms', limit: 0.95 },
  { of: 'service', to: 'playwrightTest', by: 'ms' },
  { of: 'service', to: 'script', by: 'ms' },
  { of: 'runner', to: 'playwrightTest', by: 'peakBytes', limit: 1 },
];

/** A description of the machine in one line. */
export function machine(): string {
  const [first] = cpus();
  return `${cpus().length} × ${first?.model ?? 'unknown processor'}, ${gigabytes(totalmem())}, Node ${process.version}`;
}

/** Time and memory of each player. @param watched the rounds with measured memory. */
export function playerTable(rounds: readonly Round[], watched: readonly Round[]): string {
  return table(
    ['tool', 'time, median (min–max)', 'peak memory, median (min–max)'],
    playerNames.map((name) => [
      players[name].title,
      spreadText(spreadOf(rounds.map((round) => round[name].ms)), seconds),
      watched.length === 0
        ? ''
        : spreadText(spreadOf(watched.map((round) => round[name].peakBytes)), megabytes),
    ]),
  );
}

/** The ratios between players, computed per round. */
export function ratioTable(rounds: readonly Round[], watched: readonly Round[]): string {
  return table(
    ['ratio', 'median (min–max)', 'goal', ''],
    goals.flatMap(({ of, to, by, limit }) => {
      const measured = by === 'ms' ? rounds : watched;
      if (measured.length === 0) return [];
      const title = `${by === 'ms' ? 'time' : 'memory'}: ${players[of].title} / ${players[to].title}`;
      return [
        ratioRow(
          title,
          measured.map((round) => round[of][by] / round[to][by]),
          limit,
        ),
      ];
    }),
  );
}

/** The ratio of the runner's time in full Chrome to that in a headless shell, computed per round. */
export function browserTable(shell: readonly Round[], full: readonly Round[]): string {
  const ratios = shell.flatMap(({ runner }, index) => {
    const other = full[index];
    return other === undefined ? [] : [other.runner.ms / runner.ms];
  });
  return table(
    ['ratio', 'median (min–max)', 'goal', ''],
    [ratioRow('time: runner in full Chrome / in a headless shell', ratios, 1.5)],
  );
}

function ratioRow(title: string, ratios: readonly number[], limit: number | undefined): string[] {
  const spread = spreadOf(ratios);
  return [
    title,
    spreadText(spread, (ratio) => ratio.toFixed(2)),
    limit === undefined ? '' : `≤ ${limit}`,
    limit === undefined ? '' : spread.median <= limit ? 'met' : 'missed',
  ];
}

/** How the time grows with the number of cases. */
export function growthTable(
  growth: readonly { readonly count: number; readonly measured: Measured }[],
): string {
  return table(
    ['cases', 'time', 'per case', 'per further case'],
    growth.map(({ count, measured }, index) => {
      const before = growth[index - 1];
      const further =
        before === undefined ? '' : milliseconds((measured.ms - before.measured.ms) / (count - before.count));
      return [String(count), seconds(measured.ms), milliseconds(measured.ms / count), further];
    }),
  );
}

export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

function spreadText({ median, min, max }: Spread, text: (value: number) => string): string {
  return `${text(median)} (${text(min)}–${text(max)})`;
}

export function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(2)} s`;
}

function milliseconds(ms: number): string {
  return `${ms.toFixed(0)} ms`;
}

function megabytes(bytes: number): string {
  return `${(bytes / 2 ** 20).toFixed(0)} MiB`;
}

function gigabytes(bytes: number): string {
  return `${(bytes / 2 ** 30).toFixed(0)} GiB`;
}
