import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { handWrittenSuite } from './hand-written.ts';
import { type Task, taskArgument } from './task.ts';

/** The task of a player, and the folder of the compiled players. */
export interface PlayerTask extends Task {
  readonly compiled: string;
}

/** Runs the cases of a task in a separate process. */
export interface Player {
  readonly title: string;
  /** Prepares what is not measured. @returns the arguments and the working directory of Node. */
  readonly prepare: (task: PlayerTask) => Promise<{ readonly args: readonly string[]; readonly cwd: string }>;
}

const root = join(import.meta.dirname, '..');

export const players = {
  script: scriptPlayer('playwright-core script', 'script'),
  runner: scriptPlayer('runner', 'runner'),
  service: scriptPlayer('runner with service and client', 'service'),
  playwrightTest: { title: 'Playwright Test, hand-written', prepare: preparePlaywrightTest },
} as const satisfies Record<string, Player>;

export function scriptPlayer(title: string, name: string): Player {
  return {
    title,
    prepare: async ({ compiled, ...task }) => ({
      args: [join(compiled, name, 'index.js'), taskArgument(task)],
      cwd: task.folder,
    }),
  };
}

async function preparePlaywrightTest({ url, count, workers, folder }: PlayerTask) {
  for (const { name, content } of handWrittenSuite({ url, count }))
    await writeFile(join(folder, name), content);
  return { args: playwrightTestArgs(workers), cwd: folder };
}

export function playwrightTestArgs(workers: number): string[] {
  const cli = createRequire(import.meta.url).resolve('@playwright/test/cli');
  return [cli, 'test', '--reporter=dot', `--workers=${workers}`];
}

/** A temporary folder inside the repository, so that its packages are found. */
export async function taskFolder(): Promise<AsyncDisposable & { readonly path: string }> {
  const build = join(root, 'build');
  await mkdir(build, { recursive: true });
  const path = await mkdtemp(join(build, 'bench-'));
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }) };
}
