import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { messageOf, UserError } from '../../common/errors.ts';
import { makeFolder } from '../../common/files.ts';
import type { Machine } from '../../runner/browser/browser-kinds.ts';

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

/** Opens a file in the user's browser, and prints its path: the browser may fail without a word. */
export async function openFile(path: string, print: (text: string) => void): Promise<void> {
  const { platform } = process;
  const [command, ...args] =
    platform === 'darwin' ? ['open'] : platform === 'win32' ? ['cmd', '/c', 'start', ''] : ['xdg-open'];
  const child = hasDisplay(process)
    ? spawn(command ?? '', [...args, path], { detached: true, stdio: 'ignore' })
    : undefined;
  const isOpen =
    child !== undefined &&
    (await once(child, 'spawn').then(
      () => true,
      () => false,
    ));
  child?.unref();
  print(isOpen ? `Opening ${path}.` : `Open ${path} in a browser.`);
}

/** Opens the report of the last run. @returns the exit code. */
export async function openLastReport(): Promise<number> {
  const path = join(lastRunFolder(process.cwd()), 'report.html');
  if (!existsSync(path)) {
    console.error('error: there is no report in this folder. Run test cases first: browser-test-gate run');
    return 1;
  }
  await openFile(path, console.log);
  return 0;
}

/** Whether a machine can show a browser window. */
export function hasDisplay({ env, platform }: Pick<Machine, 'env' | 'platform'>): boolean {
  return platform !== 'linux' || Boolean(env.DISPLAY) || Boolean(env.WAYLAND_DISPLAY);
}
