import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const name = '.browser-test-gate';

/** The folder of the last run's result files, traces and screenshots. */
export function lastRunFolder(workspace: string): string {
  return join(workspace, name, 'last-run');
}

/** Empties the folder of the last run. Its parent ignores itself, so that nothing of it is committed. */
export async function emptyLastRun(workspace: string): Promise<void> {
  const folder = lastRunFolder(workspace);
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  await writeFile(join(workspace, name, '.gitignore'), '*\n');
}
