import { execFile } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { startGitHub } from '../test/support/github-server.ts';
import { compilePlayers } from './compile.ts';
import { taskFolder } from './players.ts';
import { type Cost, cost } from './process-cost.ts';
import type { ScaleTask } from './scale-task.ts';
import { spreadOf } from './statistics.ts';

/** Number of results, and how many of them failed. */
const resultSizes = [
  [100, 0],
  [1000, 0],
  [10_000, 0],
  [100, 10],
  [1000, 100],
  [10_000, 1000],
] as const;
const fileSizes = [10, 100, 500, 2000];

/**
 * Measures how publishing grows with the results, and reading and pushing with the test files. Each figure is the median of
 * the rounds, each in a new process.
 * @returns two Markdown tables.
 */
export async function benchScale(rounds: number, progress: (activity: string) => void): Promise<string> {
  await using folder = await taskFolder();
  const compiled = await compilePlayers(folder.path);
  const published: string[] = [];
  for (const [count, failed] of resultSizes) {
    progress(`${count} results`);
    const label = `${count.toLocaleString('en')}, ${failed === 0 ? 'all passed' : `${failed} failed`}`;
    published.push(row(label, count, await measure(join(compiled, 'publish'), { count, failed }, rounds)));
  }
  const read: string[] = [];
  for (const count of fileSizes) {
    progress(`${count} files`);
    read.push(
      row(
        count.toLocaleString('en'),
        count,
        await measure(join(compiled, 'files'), { count, failed: 0 }, rounds),
      ),
    );
  }
  const head = (name: string, one: string) =>
    `| ${name} | ms | processor ms | processor µs per ${one} | MiB |\n|---|--:|--:|--:|--:|`;
  return [head('results', 'result'), ...published, '', head('test files', 'file'), ...read].join('\n');
}

async function measure(
  player: string,
  size: Pick<ScaleTask, 'count' | 'failed'>,
  rounds: number,
): Promise<Cost[]> {
  const costs: Cost[] = [];
  for (let round = 0; round < rounds; round += 1) {
    await using folder = await taskFolder();
    await using github = await startGitHub();
    const evidence = join(folder.path, 'evidence');
    await mkdir(evidence);
    const task: ScaleTask = { ...size, folder: evidence, url: github.url };
    const script = join(player, 'index.js');
    const { stdout } = await promisify(execFile)(process.execPath, [script, JSON.stringify(task)]);
    costs.push(cost.parse(JSON.parse(stdout)));
  }
  return costs;
}

function row(label: string, count: number, costs: readonly Cost[]): string {
  const median = (figure: keyof Cost) => spreadOf(costs.map((each) => each[figure] ?? Number.NaN)).median;
  const each = ((1000 * median('cpuMs')) / count).toFixed(0);
  return `| ${[label, median('ms').toFixed(0), median('cpuMs').toFixed(0), each, median('mib').toFixed(0)].join(' | ')} |`;
}
