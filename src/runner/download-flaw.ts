import { open } from 'node:fs/promises';
import type { Download } from 'playwright-core';

/**
 * What is wrong with a file that has arrived, as the end of a sentence: an app may answer a page, such as its own start page or
 * a login, in place of the file. Undefined if nothing is, or if the file is on the machine of a remote browser.
 */
export async function flawOf(download: Download): Promise<string | undefined> {
  try {
    await using file = await open(await download.path());
    const { buffer, bytesRead } = await file.read({ length: 256 });
    if (bytesRead === 0) return 'is empty';
    const isPage = /^\s*<!doctype html\b/i.test(buffer.toString('latin1', 0, bytesRead));
    return isPage && !/\.\w?html?$/i.test(download.suggestedFilename()) ? 'is a web page' : undefined;
  } catch {
    return undefined;
  }
}
