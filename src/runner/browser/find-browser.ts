import { existsSync } from 'node:fs';
import type { Browser } from '../../contract/values.ts';
import { type BrowserKind, browserKinds, installedPaths, type Machine } from './browser-kinds.ts';
import { driverVersion } from './driver.ts';
import { headlessShellPaths } from './headless-shell.ts';
import { driverPaths, playwrightRegistry, registryPaths, workspacePaths } from './playwright-registry.ts';

/** A browser is not installed on this machine. The message says how to install it. */
export class BrowserNotFound extends Error {
  constructor(kind: BrowserKind, searched: readonly string[], hint = '') {
    super(
      `${kind.label} was not found on this machine (searched ${searched.join('; ')}). ` +
        `Install it in an earlier step with \`${installCommand(kind)}\`, ` +
        `or set the environment variable ${kind.variable} to the path of its executable.${hint}`,
    );
    this.name = 'BrowserNotFound';
  }
}

/** The command that installs the browser build that the bundled driver supports. */
export function installCommand({ playwrightName }: BrowserKind): string {
  return `npx playwright@${driverVersion} install --with-deps ${playwrightName}`;
}

/**
 * Finds a browser, in this order: for Firefox and WebKit the build that the driver supports, then the one of the
 * workspace's Playwright, the one in the environment variable, a headless shell, an installed one, and any that Playwright
 * has installed. GitHub's runners set the environment variable to the installed Chrome, which is nobody's choice: a headless
 * shell comes before it.
 * @param headed whether it has to show a window, which a headless shell cannot.
 * @returns the path of its executable.
 * @throws BrowserNotFound
 */
export function findBrowser(browser: Browser, machine: Machine, headed = false): string {
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
