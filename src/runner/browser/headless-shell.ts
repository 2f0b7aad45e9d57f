import { existsSync, readdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { type BrowserKind, executablesIn, headlessShellBuild, type Machine } from './browser-kinds.ts';
import { registryPaths } from './playwright-registry.ts';

/** The names of its executable in Linux's PATH. */
const commands = ['chromium-headless-shell', 'chrome-headless-shell'];

/**
 * Possible paths of headless shells: Chromium without a user interface. Full Chrome opens a window for each page, which
 * takes the processor time of the test case once more.
 * @returns no paths for other browsers.
 */
export function headlessShellPaths(kind: BrowserKind, machine: Machine): string[] {
  if (!kind.builds.includes(headlessShellBuild)) return [];
  const folders = (machine.env.PATH ?? '').split(delimiter).filter((folder) => folder !== '');
  return [
    ...registryPaths(kind, machine, [headlessShellBuild]),
    ...toolCachePaths(kind, machine),
    ...folders.flatMap((folder) => commands.map((name) => join(folder, name))),
  ];
}

/** Paths in the runner's tool cache, as `@puppeteer/browsers` and GitHub's tool cache lay them out, newest version first. */
function toolCachePaths(kind: BrowserKind, { env, platform }: Machine): string[] {
  if (env.RUNNER_TOOL_CACHE === undefined || env.RUNNER_TOOL_CACHE === '') return [];
  const tool = join(env.RUNNER_TOOL_CACHE, 'chrome-headless-shell');
  if (!existsSync(tool)) return [];
  const versions = readdirSync(tool).sort((a, b) => b.localeCompare(a, 'en', { numeric: true }));
  return versions.flatMap((version) =>
    ['', 'x64', 'arm64'].flatMap((folder) => executablesIn(join(tool, version, folder), kind, platform)),
  );
}
