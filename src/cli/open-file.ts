import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Machine } from '../runner/browser/browser-kinds.ts';
import { lastRunFolder } from './run/output-folder.ts';

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
