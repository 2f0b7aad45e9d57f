import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { type BrowserKind, executablesIn, type Machine } from './browser-kinds.ts';
import { driverRevisions } from './driver.ts';

/** The folder in which Playwright installs browsers. */
export function playwrightRegistry({ env, platform }: Machine): string {
  const named = env.PLAYWRIGHT_BROWSERS_PATH;
  if (named !== undefined && named !== '' && named !== '0') return named;
  const home = env.HOME ?? homedir();
  if (platform === 'darwin') return join(home, 'Library', 'Caches', 'ms-playwright');
  if (platform === 'win32') return join(env.LocalAppData ?? join(home, 'AppData', 'Local'), 'ms-playwright');
  return join(env.XDG_CACHE_HOME ?? join(home, '.cache'), 'ms-playwright');
}

const browsersFile = z.object({ browsers: z.array(z.object({ name: z.string(), revision: z.string() })) });

/**
 * Possible paths of the browser build that the workspace's Playwright requires. Its code is read but not run.
 * @returns no paths if the workspace has no Playwright.
 */
export function workspacePaths(kind: BrowserKind, machine: Machine): string[] {
  const { env, platform, workspace } = machine;
  try {
    const folder = dirname(resolvePlaywright(workspace));
    const home =
      env.PLAYWRIGHT_BROWSERS_PATH === '0' ? join(folder, '.local-browsers') : playwrightRegistry(machine);
    const { browsers } = browsersFile.parse(JSON.parse(readFileSync(join(folder, 'browsers.json'), 'utf8')));
    return kind.builds.flatMap((build) =>
      browsers
        .filter(({ name }) => name === build)
        .flatMap(({ name, revision }) =>
          executablesIn(join(home, `${folderName(name)}-${revision}`), kind, platform),
        ),
    );
  } catch {
    // No Playwright in the workspace, or one with another layout: other locations are searched.
    return [];
  }
}

/** Possible paths of the build that the bundled driver supports; none for a browser that it supports in any version. */
export function driverPaths(kind: BrowserKind, machine: Machine): string[] {
  const revision = driverRevisions[kind.playwrightName];
  if (revision === undefined) return [];
  const folder = join(playwrightRegistry(machine), `${kind.playwrightName}-${revision}`);
  return executablesIn(folder, kind, machine.platform);
}

/**
 * Possible paths of what Playwright has installed of a browser, newest first.
 * @param builds the builds that count.
 */
export function registryPaths(kind: BrowserKind, machine: Machine, builds = kind.builds): string[] {
  const registry = playwrightRegistry(machine);
  if (!existsSync(registry)) return [];
  const names = builds.map(folderName);
  const folders = readdirSync(registry)
    .map((name) => ({ name, parts: /^(?<build>.+)-(?<revision>\d+)$/.exec(name)?.groups }))
    .filter(({ parts }) => names.includes(parts?.build ?? ''))
    .sort((a, b) => Number(b.parts?.revision) - Number(a.parts?.revision));
  return folders.flatMap(({ name }) => executablesIn(join(registry, name), kind, machine.platform));
}

function folderName(build: string): string {
  return build.replaceAll('-', '_');
}

/** How a workspace may contain Playwright: each package is resolved from the one before, as strict installers require. */
const playwrightChains = [
  ['@playwright/test', 'playwright', 'playwright-core'],
  ['@playwright/test', 'playwright-core'],
  ['playwright', 'playwright-core'],
  ['playwright-core'],
];

/** @returns the path of `package.json` of the workspace's Playwright. @throws Error if there is none. */
function resolvePlaywright(workspace: string): string {
  for (const chain of playwrightChains) {
    try {
      return chain.reduce(
        (from, name) => createRequire(from).resolve(`${name}/package.json`),
        join(workspace, 'package.json'),
      );
    } catch {
      // Not installed this way.
    }
  }
  throw new Error('The workspace has no Playwright.');
}
