import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { homedir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { z } from 'zod';
import type { Browser } from '../../contract/values.ts';
import {
  type BrowserKind,
  browserKinds,
  executablesIn,
  headlessShellBuild,
  installedPaths,
  type Machine,
} from './browser-kinds.ts';
import { driverRevisions, driverVersion } from './driver.ts';

/** A browser is not installed on this machine. The message says how to install it. */
export class BrowserNotFound extends Error {
  constructor(kind: BrowserKind, searched: readonly string[], hint: string) {
    super(
      `${kind.label} was not found on this machine (searched ${searched.join('; ')}). ` +
        `Install it with \`${installCommand(kind)}\`, ` +
        `or set the environment variable ${kind.variable} to the path of its executable.${hint}`,
    );
    this.name = 'BrowserNotFound';
  }
}

/** The command that installs the browser build that the bundled driver supports. */
export function installCommand({ playwrightName }: BrowserKind): string {
  return `npx playwright@${driverVersion} install --with-deps ${playwrightName}`;
}

export interface BrowserWindow {
  /** Whether the browser shows a window, which a headless shell cannot. Default: false. */
  readonly headed?: boolean | undefined;
}

/**
 * Finds a browser, in this order: for Firefox and WebKit the build that the driver supports, then the one of the
 * workspace's Playwright, the one in the environment variable, a headless shell, an installed one, and any that Playwright
 * has installed. GitHub's runners set the environment variable to the installed Chrome, which is nobody's choice: a headless
 * shell comes before it.
 * @returns the path of its executable.
 * @throws BrowserNotFound
 */
export function findBrowser(
  browser: Browser,
  machine: Machine,
  { headed = false }: BrowserWindow = {},
): string {
  const kind = browserKinds[browser];
  const named = machine.env[kind.variable];
  const isNamed = named !== undefined && named !== '';
  const isUsable = (path: string) => existsSync(path) && !(headed && /headless[-_]shell/.test(path));
  const installed = installedPaths(kind, machine);
  const isChosen = isNamed && !installed.includes(named);
  const found =
    driverPaths(kind, machine).find(isUsable) ??
    workspacePaths(kind, machine).find(isUsable) ??
    (isChosen ? [named] : []).find(isUsable) ??
    headlessShellPaths(kind, machine).find(isUsable) ??
    (isNamed ? [named] : []).find(isUsable) ??
    installed.find(isUsable) ??
    registryPaths(kind, machine).find(isUsable);
  if (found !== undefined) return found;
  throw new BrowserNotFound(
    kind,
    [
      isNamed ? `${kind.variable}, ${named}, which does not exist` : `${kind.variable}, not set`,
      ...(kind.installed.linux.length === 0 ? [] : ['the usual install locations']),
      `Playwright's browsers in ${playwrightRegistry(machine)}`,
    ],
    missingBrowserHint(browser, machine),
  );
}

/** A sentence for the machines that are known to lack a browser; empty for others. */
export function missingBrowserHint(browser: Browser, { env, platform }: Machine): string {
  const isHostedArm =
    platform === 'linux' && env.RUNNER_ARCH === 'ARM64' && env.RUNNER_ENVIRONMENT === 'github-hosted';
  return isHostedArm && browser === 'CHROMIUM'
    ? " GitHub's `ubuntu-*-arm` runners have Firefox only: you can also set `browser: FIREFOX`."
    : '';
}

/** The names of its executable in Linux's PATH. */
const commands = ['chromium-headless-shell', 'chrome-headless-shell'];

/**
 * Possible paths of headless shells: Chromium without a user interface. Full Chrome opens a window for each page, which
 * takes the processor time of the test case once more.
 * @returns no paths for other browsers.
 */
function headlessShellPaths(kind: BrowserKind, machine: Machine): string[] {
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

/** The folder in which Playwright installs browsers. */
function playwrightRegistry({ env, platform }: Machine): string {
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
function workspacePaths(kind: BrowserKind, machine: Machine): string[] {
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
function driverPaths(kind: BrowserKind, machine: Machine): string[] {
  const revision = driverRevisions[kind.playwrightName];
  if (revision === undefined) return [];
  const folder = join(playwrightRegistry(machine), `${kind.playwrightName}-${revision}`);
  return executablesIn(folder, kind, machine.platform);
}

/**
 * Possible paths of what Playwright has installed of a browser, newest first.
 * @param builds the builds that count.
 */
function registryPaths(kind: BrowserKind, machine: Machine, builds = kind.builds): string[] {
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

/** @returns the path of `package.json` of the workspace's Playwright. @throws Error if the workspace does not have Playwright. */
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
