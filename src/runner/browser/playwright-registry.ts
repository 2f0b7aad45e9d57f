import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { type BrowserKind, executablesIn } from './browser-kinds.ts';
import { driverRevisions } from './driver.ts';
import type { Surroundings } from './surroundings.ts';

/** Where Playwright keeps its browsers. */
export function playwrightRegistry({ env, platform }: Surroundings): string {
  const named = env.PLAYWRIGHT_BROWSERS_PATH;
  if (named !== undefined && named !== '' && named !== '0') return named;
  const home = env.HOME ?? homedir();
  if (platform === 'darwin') return join(home, 'Library', 'Caches', 'ms-playwright');
  if (platform === 'win32') return join(env.LocalAppData ?? join(home, 'AppData', 'Local'), 'ms-playwright');
  return join(env.XDG_CACHE_HOME ?? join(home, '.cache'), 'ms-playwright');
}

const browsersFile = z.object({ browsers: z.array(z.object({ name: z.string(), revision: z.string() })) });

/**
 * Where the browser of the very revision stands that the workspace's Playwright asks for. Its code is not run, only
 * read.
 * @returns paths at which it may be; none where the workspace has no Playwright.
 */
export function workspacePaths(kind: BrowserKind, surroundings: Surroundings): string[] {
  const { env, platform, workspace } = surroundings;
  try {
    const folder = dirname(resolvePlaywright(workspace));
    const home =
      env.PLAYWRIGHT_BROWSERS_PATH === '0'
        ? join(folder, '.local-browsers')
        : playwrightRegistry(surroundings);
    const { browsers } = browsersFile.parse(JSON.parse(readFileSync(join(folder, 'browsers.json'), 'utf8')));
    return browsers
      .filter(({ name }) => kind.builds.includes(name))
      .flatMap(({ name, revision }) =>
        executablesIn(join(home, `${folderName(name)}-${revision}`), kind, platform),
      );
  } catch {
    // No Playwright in the workspace, or one of another layout: the other places are looked at.
    return [];
  }
}

/** Where the build stands that this program's own driver was made for; none for a browser that is driven in any version. */
export function driverPaths(kind: BrowserKind, surroundings: Surroundings): string[] {
  const revision = driverRevisions[kind.playwrightName];
  if (revision === undefined) return [];
  const folder = join(playwrightRegistry(surroundings), `${kind.playwrightName}-${revision}`);
  return executablesIn(folder, kind, surroundings.platform);
}

/** Where any Playwright has installed a browser, the newest first. */
export function registryPaths(kind: BrowserKind, surroundings: Surroundings): string[] {
  const registry = playwrightRegistry(surroundings);
  if (!existsSync(registry)) return [];
  const builds = kind.builds.map(folderName);
  const folders = readdirSync(registry)
    .map((name) => ({ name, parts: /^(?<build>.+)-(?<revision>\d+)$/.exec(name)?.groups }))
    .filter(({ parts }) => builds.includes(parts?.build ?? ''))
    .sort((a, b) => Number(b.parts?.revision) - Number(a.parts?.revision));
  return folders.flatMap(({ name }) => executablesIn(join(registry, name), kind, surroundings.platform));
}

function folderName(build: string): string {
  return build.replaceAll('-', '_');
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
