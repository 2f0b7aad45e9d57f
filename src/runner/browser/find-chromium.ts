import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { homedir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { z } from 'zod';

/** What the search looks at. */
export interface Surroundings {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly platform: NodeJS.Platform;
  /** The user's repository: its own Playwright names the browser that the team tests with. */
  readonly workspace: string;
}

/** No Chromium on this machine. The message says how to get one. */
export class BrowserNotFound extends Error {
  constructor(looked: readonly string[]) {
    super(
      `No Chrome or Chromium was found on this machine (looked at ${looked.join('; ')}). ` +
        'GitHub-hosted runners have Chrome; elsewhere add a step before this one: `npx playwright install --with-deps chromium`, ' +
        'or install the package `chromium` of your distribution, or set the environment variable CHROME_BIN to the path of one.',
    );
    this.name = 'BrowserNotFound';
  }
}

/**
 * Finds a Chromium: the one of the workspace's Playwright, the one that CHROME_BIN names, an installed Chrome or
 * Chromium, and last any browser that some Playwright has installed.
 * @returns the path of its executable.
 * @throws BrowserNotFound
 */
export function findChromium(surroundings: Surroundings): string {
  const { env } = surroundings;
  const registry = playwrightRegistry(surroundings);
  const found =
    workspaceBrowser(surroundings, registry) ??
    existing([env.CHROME_BIN]) ??
    existing(installedPaths(surroundings)) ??
    anyPlaywrightBrowser(registry, surroundings.platform);
  if (found !== undefined) return found;
  throw new BrowserNotFound([
    env.CHROME_BIN === undefined || env.CHROME_BIN === ''
      ? 'CHROME_BIN, not set'
      : `CHROME_BIN, ${env.CHROME_BIN}, which is not there`,
    'the usual places of Chrome and Chromium',
    `Playwright's browsers in ${registry}`,
  ]);
}

function existing(paths: readonly (string | undefined)[]): string | undefined {
  return paths.find((path) => path !== undefined && path !== '' && existsSync(path));
}

function installedPaths({ env, platform }: Surroundings): string[] {
  if (platform === 'darwin') {
    return ['Google Chrome', 'Chromium'].map((app) => `/Applications/${app}.app/Contents/MacOS/${app}`);
  }
  if (platform === 'win32') {
    const roots = [env.ProgramFiles, env['ProgramFiles(x86)'], env.LocalAppData];
    return roots.flatMap((root) =>
      root === undefined ? [] : [join(root, 'Google', 'Chrome', 'Application', 'chrome.exe')],
    );
  }
  const names = ['google-chrome', 'google-chrome-stable', 'chromium', 'chromium-browser'];
  const folders = [...(env.PATH ?? '').split(delimiter), '/usr/bin', '/opt/google/chrome'];
  return names.flatMap((name) => folders.filter((each) => each !== '').map((folder) => join(folder, name)));
}

/** Where Playwright keeps its browsers. */
function playwrightRegistry({ env, platform }: Surroundings): string {
  const named = env.PLAYWRIGHT_BROWSERS_PATH;
  if (named !== undefined && named !== '' && named !== '0') return named;
  const home = env.HOME ?? homedir();
  if (platform === 'darwin') return join(home, 'Library', 'Caches', 'ms-playwright');
  if (platform === 'win32') return join(env.LocalAppData ?? join(home, 'AppData', 'Local'), 'ms-playwright');
  return join(env.XDG_CACHE_HOME ?? join(home, '.cache'), 'ms-playwright');
}

const browsersFile = z.object({ browsers: z.array(z.object({ name: z.string(), revision: z.string() })) });

/** The browser of the very revision that the workspace's Playwright asks for. Its code is not run, only read. */
function workspaceBrowser({ env, platform, workspace }: Surroundings, registry: string): string | undefined {
  try {
    const manifest = resolvePlaywright(workspace);
    const home = env.PLAYWRIGHT_BROWSERS_PATH === '0' ? join(dirname(manifest), '.local-browsers') : registry;
    const { browsers } = browsersFile.parse(
      JSON.parse(readFileSync(join(dirname(manifest), 'browsers.json'), 'utf8')),
    );
    const wanted = browsers.filter(
      ({ name }) => name.startsWith('chromium') && !name.includes('tip-of-tree'),
    );
    return existing(
      wanted.flatMap(({ name, revision }) =>
        executables(join(home, `${name.replaceAll('-', '_')}-${revision}`), platform),
      ),
    );
  } catch {
    // No Playwright in the workspace, or one of another layout: the other places are looked at.
    return undefined;
  }
}

/** How a workspace may hold Playwright: each package is looked up from the one before, as strict installers need. */
const playwrightChains = [
  ['@playwright/test', 'playwright', 'playwright-core'],
  ['@playwright/test', 'playwright-core'],
  ['playwright', 'playwright-core'],
  ['playwright-core'],
];

/** @returns the path of `package.json` of the workspace's Playwright. @throws where there is none. */
function resolvePlaywright(workspace: string): string {
  for (const chain of playwrightChains) {
    try {
      return chain.reduce(
        (from, name) => createRequire(from).resolve(`${name}/package.json`),
        join(workspace, 'package.json'),
      );
    } catch {
      // Not installed in this way.
    }
  }
  throw new Error('no Playwright');
}

function anyPlaywrightBrowser(registry: string, platform: NodeJS.Platform): string | undefined {
  if (!existsSync(registry)) return undefined;
  const folders = readdirSync(registry).filter((name) => /^chromium(_headless_shell)?-\d+$/.test(name));
  const newestFirst = folders.sort((a, b) => revision(b) - revision(a));
  return existing(newestFirst.flatMap((folder) => executables(join(registry, folder), platform)));
}

function revision(folder: string): number {
  return Number(folder.split('-').at(-1));
}

/** Where the executable stands inside a folder of Playwright's, in the layouts in use. */
function executables(folder: string, platform: NodeJS.Platform): string[] {
  const inside =
    platform === 'darwin'
      ? [
          'chrome-mac/Chromium.app/Contents/MacOS/Chromium',
          'chrome-mac-arm64/Google Chrome for Testing.app/Contents/MacOS/Google Chrome for Testing',
          'chrome-mac-x64/Google Chrome for Testing.app/Contents/MacOS/Google Chrome for Testing',
          'chrome-mac/headless_shell',
          'chrome-headless-shell-mac-arm64/chrome-headless-shell',
          'chrome-headless-shell-mac-x64/chrome-headless-shell',
        ]
      : platform === 'win32'
        ? [
            'chrome-win/chrome.exe',
            'chrome-win64/chrome.exe',
            'chrome-win/headless_shell.exe',
            'chrome-headless-shell-win64/chrome-headless-shell.exe',
          ]
        : [
            'chrome-linux/chrome',
            'chrome-linux64/chrome',
            'chrome-linux/headless_shell',
            'chrome-headless-shell-linux64/chrome-headless-shell',
          ];
  return inside.map((path) => join(folder, path));
}
