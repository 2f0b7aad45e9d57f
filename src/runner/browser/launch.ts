import { realpathSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser as DrivenBrowser, LaunchOptions } from 'playwright-core';
import type { Browser } from '../../contract/values.ts';
import { type BrowserKind, browserKinds } from './browser-kinds.ts';
import { driverVersion } from './driver.ts';
import { findBrowser, installCommand } from './find-browser.ts';
import { type LocalBrowser, localBrowser, removeFolder } from './local-browser.ts';
import type { Surroundings } from './surroundings.ts';

/** The browser was found and did not start. */
export class BrowserNotStarted extends Error {
  constructor(executablePath: string, cause: unknown, advice: string) {
    super(`The browser ${executablePath} did not start: ${startReason(cause)}\n${advice}`, { cause });
    this.name = 'BrowserNotStarted';
  }
}

/** How many lines of what the driver and the browser say are told. */
const reasonLines = 12;

/** What the browser wrote says why; the command line that it was started with does not, and is long. */
function startReason(cause: unknown): string {
  if (!(cause instanceof Error)) return String(cause);
  const said = (cause.message.split('Call log:')[0] ?? '')
    .split('\n')
    .filter((line) => line.trim() !== '' && !/^(Browser logs:|<launch(ing|ed)>)/.test(line))
    .map((line) => line.replace(/^\[pid=\d+\]\[(err|out)\] /, ''));
  return said.slice(0, reasonLines).join('\n');
}

/** How long a browser may take to start, in ms: a cold Firefox on a busy machine takes more than ten seconds. */
const launchMs = 60_000;

/**
 * Finds a browser on this machine and starts it.
 * @throws BrowserNotFound, BrowserNotStarted
 */
export async function launchBrowser(browser: Browser, surroundings: Surroundings): Promise<LocalBrowser> {
  const executablePath = findBrowser(browser, surroundings);
  const kind = browserKinds[browser];
  const ofPlaywright = isPlaywrightBuild(executablePath, kind);
  // Browsers leave sockets and the like in the folder for temporary files, more so when they are killed.
  const folder = await mkdtemp(join(tmpdir(), 'browser-'));
  const env = { ...process.env, TMPDIR: folder, TMP: folder, TEMP: folder };
  try {
    const driven = await launch(kind, {
      executablePath,
      env,
      // Else a run that is cut off leaves one in the machine's own folder.
      tracesDir: folder,
      ...vendorOptions(browser, ofPlaywright, folder),
    });
    return await localBrowser(driven, folder);
  } catch (error) {
    await removeFolder(folder);
    throw new BrowserNotStarted(executablePath, error, advice(browser, ofPlaywright));
  }
}

async function launch({ playwrightName }: BrowserKind, options: LaunchOptions): Promise<DrivenBrowser> {
  // Loaded only where a browser is needed; the driver ships beside the bundle, not inside it.
  const playwright = await import(/* webpackIgnore: true */ 'playwright-core');
  return await playwright[playwrightName].launch({
    timeout: launchMs,
    // Signals end the whole action; it closes the browser itself.
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false,
    ...options,
  });
}

/** Playwright's Firefox is driven by a protocol of its own; the one that Mozilla ships, over WebDriver BiDi. */
function vendorOptions(browser: Browser, ofPlaywright: boolean, folder: string): LaunchOptions {
  if (browser !== 'FIREFOX' || ofPlaywright) return {};
  return {
    channel: 'moz-firefox',
    // With a process for each site, clicks and keys do not arrive in frames of other sites.
    firefoxUserPrefs: {
      'fission.autostart': false,
      // In a folder that others use, a file may have to be called `name(1)`.
      'browser.download.folderList': 2,
      'browser.download.dir': folder,
    },
  };
}

/** Whether the executable stands in a folder of Playwright's, like `firefox-1538`. */
function isPlaywrightBuild(executablePath: string, { playwrightName }: BrowserKind): boolean {
  return realpathSync(executablePath)
    .split(/[\\/]/)
    .some((folder) => folder.startsWith(`${playwrightName}-`) && /-\d+$/.test(folder));
}

function advice(browser: Browser, ofPlaywright: boolean): string {
  const kind = browserKinds[browser];
  const command = `\`${installCommand(kind)}\``;
  if (browser !== 'CHROMIUM' && ofPlaywright) {
    return `It must be the build of Playwright ${driverVersion}, whatever version the repository uses: add a step before this one, ${command}.`;
  }
  const age = browser === 'FIREFOX' ? 'Firefox must be of version 153 or later. ' : '';
  return `${age}Set the environment variable ${kind.variable} to one that works, or add a step before this one: ${command}.`;
}
