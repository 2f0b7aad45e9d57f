import { rm } from 'node:fs/promises';
import type { Browser, CDPSession } from 'playwright-core';
import { within } from '../within.ts';

/** A browser that was started on this machine. */
export interface LocalBrowser {
  readonly browser: Browser;
  /** Its process, where it is known; the driver itself kills one that has not closed for half a minute. */
  readonly pid: number | undefined;
  /** Resolves when it has gone, however that came, and its files have been removed. */
  readonly tidied: Promise<void>;
}

/** How long a browser may take to close, in ms. */
const closeMs = 5000;

/**
 * Takes charge of a browser that has just started.
 * @param folder a folder of its own for temporary files, which is removed after it.
 */
export async function localBrowser(browser: Browser, folder: string): Promise<LocalBrowser> {
  const gone = Promise.withResolvers<void>();
  browser.once('disconnected', () => gone.resolve());
  const folders = [folder];
  const tidied = gone.promise.then(async () => {
    await Promise.all(folders.map(removeFolder));
  });
  const session = await chromiumSession(browser);
  // The driver removes the profile as well, but nobody is told when: it may be too late for a process that ends. Not
  // waited for: a browser that has just started is still getting to know the machine.
  if (session !== undefined) void profileOf(session).then((profile) => folders.push(...profile));
  return { browser, pid: session === undefined ? undefined : await processIdOf(session), tidied };
}

/** Removes a folder, also while what has just been killed still writes to it. Never rejects. */
export async function removeFolder(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 }).catch(() => {});
}

async function chromiumSession(browser: Browser): Promise<CDPSession | undefined> {
  if (browser.browserType().name() !== 'chromium') return undefined;
  return browser.newBrowserCDPSession().catch(() => undefined);
}

async function processIdOf(session: CDPSession): Promise<number | undefined> {
  const told = await session.send('SystemInfo.getProcessInfo').catch(() => undefined);
  return told?.processInfo.find(({ type }) => type === 'browser')?.id;
}

/** @returns the folder of the profile; none where it is not told. */
async function profileOf(session: CDPSession): Promise<string[]> {
  const told = await session.send('SystemInfo.getInfo').catch(() => undefined);
  // Nothing but a folder that the driver has made is ever removed.
  const profile = /--user-data-dir="?([^"]*[\\/]playwright_\w+_profile-\w+)/.exec(
    told?.commandLine ?? '',
  )?.[1];
  return profile === undefined ? [] : [profile];
}

/** Closes a browser, or kills it where it does not close in time. Resolves when its process and files are gone. */
export async function closeLocal(local: LocalBrowser): Promise<void> {
  await closed(local).catch(() => killLocal(local));
}

/** Kills a browser that does not answer; one whose process is not known is closed. */
export async function killLocal(local: LocalBrowser): Promise<void> {
  if (local.pid !== undefined && local.browser.isConnected()) kill(local.pid);
  await closed(local).catch(() => {});
}

/** @throws TimedOut */
async function closed({ browser, tidied }: LocalBrowser): Promise<void> {
  await within(closeMs, 'The browser did not close.', async () => {
    await browser.close();
    await tidied;
  });
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has just ended by itself.
  }
}
