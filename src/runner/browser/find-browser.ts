import { existsSync } from 'node:fs';
import type { Browser } from '../../contract/values.ts';
import { type BrowserKind, browserKinds, installedPaths } from './browser-kinds.ts';
import { driverVersion } from './driver.ts';
import { driverPaths, playwrightRegistry, registryPaths, workspacePaths } from './playwright-registry.ts';
import type { Surroundings } from './surroundings.ts';

/** A browser is not on this machine. The message says how to get it. */
export class BrowserNotFound extends Error {
  constructor(kind: BrowserKind, looked: readonly string[]) {
    super(
      `${kind.label} was not found on this machine (looked at ${looked.join('; ')}). ` +
        `Add a step before this one: \`${installCommand(kind)}\`, ` +
        `or set the environment variable ${kind.variable} to the path of one.`,
    );
    this.name = 'BrowserNotFound';
  }
}

/** The command that installs the build of a browser that this program's driver was made for. */
export function installCommand({ playwrightName }: BrowserKind): string {
  return `npx playwright@${driverVersion} install --with-deps ${playwrightName}`;
}

/**
 * Finds a browser: the one of the workspace's Playwright, the one that its environment variable names, an installed
 * one, and last any that some Playwright has installed. Before all of them comes the build that the driver was made
 * for, where it can't drive any other with certainty.
 * @returns the path of its executable.
 * @throws BrowserNotFound
 */
export function findBrowser(browser: Browser, surroundings: Surroundings): string {
  const kind = browserKinds[browser];
  const named = surroundings.env[kind.variable];
  const isNamed = named !== undefined && named !== '';
  const found =
    driverPaths(kind, surroundings).find(existsSync) ??
    workspacePaths(kind, surroundings).find(existsSync) ??
    (isNamed ? [named] : []).find(existsSync) ??
    installedPaths(kind, surroundings).find(existsSync) ??
    registryPaths(kind, surroundings).find(existsSync);
  if (found !== undefined) return found;
  throw new BrowserNotFound(kind, [
    isNamed ? `${kind.variable}, ${named}, which is not there` : `${kind.variable}, not set`,
    ...(kind.installed.linux.length === 0 ? [] : ['the usual places']),
    `Playwright's browsers in ${playwrightRegistry(surroundings)}`,
  ]);
}
