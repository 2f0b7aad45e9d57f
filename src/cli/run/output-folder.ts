import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { messageOf, UserError } from '../../common/errors.ts';
import { makeFolder } from '../../common/make-folder.ts';

const name = '.browser-test-gate';

/** The folder of the last run's result files, traces and screenshots. */
export function lastRunFolder(workspace: string): string {
  return join(workspace, name, 'last-run');
}

/** Empties the folder of the last run. Its parent ignores itself, so that nothing of it is committed. */
export async function emptyLastRun(workspace: string): Promise<void> {
  await createLastRun(workspace, () => rm(lastRunFolder(workspace), { recursive: true, force: true }));
}

/** Writes a file beside the last run. @returns its path. */
export async function writeBesideLastRun(workspace: string, fileName: string, text: string): Promise<string> {
  await createLastRun(workspace);
  const path = join(workspace, name, fileName);
  await writeFile(path, text);
  return path;
}

async function createLastRun(workspace: string, prepare = async () => {}): Promise<void> {
  try {
    await prepare();
    await makeFolder(lastRunFolder(workspace));
    await writeFile(join(workspace, name, '.gitignore'), '*\n');
  } catch (error) {
    throw new UserError(`Cannot write to the folder ${name}, which keeps the last run: ${messageOf(error)}`);
  }
}
