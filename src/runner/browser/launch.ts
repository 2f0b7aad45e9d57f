import { realpathSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CDPSession, Browser as DrivenBrowser, LaunchOptions } from 'playwright-core';
import { messageOf } from '../../common/errors.ts';
import type { Browser } from '../../contract/values.ts';
import { withTimeout } from '../wait.ts';
import { type BrowserKind, browserKinds, type Machine } from './browser-kinds.ts';
import { driverVersion, loadDriver } from './driver.ts';
import { type BrowserWindow, findBrowser, installCommand } from './find-browser.ts';

export class BrowserNotStarted extends Error {
  constructor(executablePath: string, cause: unknown, advice: string) {
    super(`The browser ${executablePath} did not start: ${startReason(cause)}\n${advice}`, { cause });
    this.name = 'BrowserNotStarted';
  }
}

/** How many lines of the output of driver and browser a message shows. */
const maxReasonLines = 12;

/** The output of the browser, without the long command line. */
function startReason(cause: unknown): string {
  if (!(cause instanceof Error)) return String(cause);
  const output = (cause.message.split('Call log:')[0] ?? '')
    .split('\n')
    .filter((line) => line.trim() !== '' && !/^(Browser logs:|<launch(ing|ed)>)/.test(line))
    .map((line) => line.replace(/^\[pid=\d+\]\[(err|out)\] /, ''));
  return output.slice(0, maxReasonLines).join('\n');
}

/** Timeout for the start of a browser, in ms: a cold Firefox on a busy machine takes more than ten seconds. */
const launchMs = 60_000;

/**
 * Finds a browser on this machine and starts it.
 * @throws BrowserNotFound, BrowserNotStarted
 */
export async function launchBrowser(
  browser: Browser,
  machine: Machine,
  window: BrowserWindow = {},
): Promise<LocalBrowser> {
  const executablePath = findBrowser(browser, machine, window);
  const kind = browserKinds[browser];
  const fromPlaywright = isPlaywrightBuild(executablePath, kind);
  // Browsers leave sockets and other files in the folder for temporary files, especially when they are killed.
  const folder = await makeTempFolder();
  const env = { ...process.env, TMPDIR: folder, TMP: folder, TEMP: folder };
  try {
    const driven = await launch(kind, {
      executablePath,
      headless: !window.headed,
      env,
      // Otherwise a killed run would leave traces in the machine's folder for temporary files.
      tracesDir: folder,
      ...vendorOptions(browser, fromPlaywright, folder),
    });
    return await localBrowser(driven, executablePath, folder);
  } catch (error) {
    await removeFolder(folder);
    throw new BrowserNotStarted(executablePath, error, advice(browser, fromPlaywright));
  }
}

async function makeTempFolder(): Promise<string> {
  try {
    return await mkdtemp(join(tmpdir(), 'browser-'));
  } catch (error) {
    throw new Error(
      `The browser cannot start, because no temporary folder can be created: ${messageOf(error)}. Check the free disk space, and that TMPDIR names a folder that this job may write to.`,
      { cause: error },
    );
  }
}

async function launch({ playwrightName }: BrowserKind, options: LaunchOptions): Promise<DrivenBrowser> {
  const playwright = await loadDriver();
  return await playwright[playwrightName].launch({
    timeout: launchMs,
    // The action handles signals and closes the browser itself.
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false,
    ...options,
  });
}

/** Options of one browser. Playwright's Firefox build has its own protocol; Mozilla's is automated over WebDriver BiDi. */
function vendorOptions(browser: Browser, fromPlaywright: boolean, folder: string): LaunchOptions {
  if (browser === 'CHROMIUM') return { args: [disableFeatures] };
  if (browser !== 'FIREFOX' || fromPlaywright) return {};
  return {
    channel: 'moz-firefox',
    // With one process per site, frames of other sites receive no clicks and keys.
    firefoxUserPrefs: {
      'fission.autostart': false,
      // In a shared folder, a downloaded file might be renamed to `name(1)`.
      'browser.download.folderList': 2,
      'browser.download.dir': folder,
    },
  };
}

/** Whether the executable is in a folder of Playwright's registry, such as `firefox-1538`. */
function isPlaywrightBuild(executablePath: string, { playwrightName }: BrowserKind): boolean {
  return realpathSync(executablePath)
    .split(/[\\/]/)
    .some((folder) => folder.startsWith(`${playwrightName}-`) && /-\d+$/.test(folder));
}

function advice(browser: Browser, fromPlaywright: boolean): string {
  const kind = browserKinds[browser];
  const command = `\`${installCommand(kind)}\``;
  if (browser !== 'CHROMIUM' && fromPlaywright) {
    return `The build of Playwright ${driverVersion} is required, whatever version the repository uses. Install it with ${command}.`;
  }
  const age = browser === 'FIREFOX' ? 'Firefox 153 or later is required. ' : '';
  return `${age}Set the environment variable ${kind.variable} to the path of one that works, or install it with ${command}.`;
}

export interface LocalBrowser {
  readonly browser: DrivenBrowser;
  readonly executablePath: string;
  /** Whether it is a Chromium with a user interface, not a headless shell. */
  readonly isFullChrome: boolean;
  /** Its process id, if known. The driver itself kills a browser that does not close within 30 s. */
  readonly pid: number | undefined;
  /** Resolves when the process has ended, for whatever reason, and its files have been removed. */
  readonly closed: Promise<void>;
}

/** Timeout for closing a browser, in ms. */
const closeMs = 5000;

/**
 * Finds out the process of a browser that has just started, and removes its files after it has ended.
 * @param folder its folder for temporary files.
 */
async function localBrowser(
  browser: DrivenBrowser,
  executablePath: string,
  folder: string,
): Promise<LocalBrowser> {
  const disconnected = Promise.withResolvers<void>();
  browser.once('disconnected', () => disconnected.resolve());
  const folders = [folder];
  const closed = disconnected.promise.then(async () => {
    await Promise.all(folders.map(removeFolder));
  });
  const session = await chromiumSession(browser);
  // The driver removes the profile too, but not necessarily before this process exits. Not awaited: a browser that has
  // just started takes long to answer.
  if (session !== undefined) void profileOf(session).then((profile) => folders.push(...profile));
  const [pid, isFullChrome] =
    session === undefined
      ? [undefined, false]
      : await Promise.all([processIdOf(session), hasUserInterface(session)]);
  return { browser, executablePath, isFullChrome, pid, closed };
}

async function hasUserInterface(session: CDPSession): Promise<boolean> {
  const response = await session.send('Browser.getVersion').catch(() => undefined);
  // A headless shell is `HeadlessChrome/…`, also in the user agent; full Chrome only in the user agent.
  return response?.product.startsWith('HeadlessChrome') === false;
}

/** Removes a folder, even while a killed process still writes to it. Never rejects. */
async function removeFolder(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 }).catch(() => {});
}

async function chromiumSession(browser: DrivenBrowser): Promise<CDPSession | undefined> {
  if (browser.browserType().name() !== 'chromium') return undefined;
  return browser.newBrowserCDPSession().catch(() => undefined);
}

async function processIdOf(session: CDPSession): Promise<number | undefined> {
  const response = await session.send('SystemInfo.getProcessInfo').catch(() => undefined);
  return response?.processInfo.find(({ type }) => type === 'browser')?.id;
}

/** @returns the folder of the profile; none if the browser does not report it. */
async function profileOf(session: CDPSession): Promise<string[]> {
  const response = await session.send('SystemInfo.getInfo').catch(() => undefined);
  // Only a folder that the driver has created may be removed.
  const profile = /--user-data-dir="?([^"]*[\\/]playwright_\w+_profile-\w+)/.exec(
    response?.commandLine ?? '',
  )?.[1];
  return profile === undefined ? [] : [profile];
}

/** Closes a browser, or kills it if it does not close in time. Resolves when its process has ended and its files are removed. */
export async function closeLocal(local: LocalBrowser): Promise<void> {
  await close(local).catch(() => killLocal(local));
}

/** Kills a browser that does not respond; one whose process is unknown is closed. */
export async function killLocal(local: LocalBrowser): Promise<void> {
  if (local.pid !== undefined && local.browser.isConnected()) kill(local.pid);
  await close(local).catch(() => {});
}

async function close({ browser, closed }: LocalBrowser): Promise<void> {
  const done = browser.close().then(() => closed);
  await withTimeout(done, closeMs, 'The browser did not close.');
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has just ended itself.
  }
}

/** The features that the driver disables, as of its bundled version. Chromium only reads the last list it is given. */
const disabledByDriver = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'BoundaryEventDispatchTracksNodeRemoval',
  'DestroyProfileOnBrowserClose',
  'DialMediaRouteProvider',
  'GlobalMediaControls',
  'HttpsUpgrades',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'BlockOriginHeaderModificationOnRedirect',
  'Translate',
  'AutoDeElevate',
  'OptimizationHints',
  'msForceBrowserSignIn',
  'msEdgeUpdateLaunchServicesPreferredVersion',
];

/**
 * Features of full Chrome that no page can observe, but that cost processor time for each new window. The suggestions below
 * the address bar are two pages in another process, and one more process waits for the next page.
 */
const windowFeatures = ['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup', 'SpareRendererForSitePerProcess'];

/** The argument that disables both. */
const disableFeatures = `--disable-features=${[...disabledByDriver, ...windowFeatures].join(',')}`;

/** With so few test cases, a faster browser saves less than its installation takes. */
const fewCases = 20;

/**
 * Logs which browser of this machine is used, and how to get a faster one.
 * @param local undefined if the browser is on another machine.
 */
export function logBrowser(
  local: LocalBrowser | undefined,
  caseCount: number,
  info: (text: string) => void = () => {},
): void {
  if (local === undefined) return;
  const { browser, executablePath, isFullChrome } = local;
  const product = isFullChrome ? 'full Chrome' : browser.browserType().name();
  info(`Browser: ${executablePath}, ${product} ${browser.version()}`);
  if (isFullChrome && caseCount > fewCases) {
    info(
      `A headless shell runs test cases faster than full Chrome. To use one, add the step \`npx playwright@${driverVersion} install --with-deps chromium-headless-shell\`.`,
    );
  }
}
