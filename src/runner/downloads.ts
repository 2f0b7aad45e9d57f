import { open } from 'node:fs/promises';
import type { Download } from 'playwright-core';

/** Waits until a file has arrived, or cancels it after so many ms. @returns why it failed; null if it did not. */
export async function arrivalOf(
  download: Download,
  limitMs: number,
): Promise<{ readonly failure: string | null; readonly isLate: boolean }> {
  let isLate = false;
  const timer = setTimeout(() => {
    isLate = true;
    void download.cancel().catch(() => {});
  }, limitMs);
  try {
    const failure = await download.failure();
    return { failure, isLate };
  } finally {
    clearTimeout(timer);
  }
}

/** How files of some formats begin. */
const formats: readonly (readonly [name: RegExp, start: RegExp])[] = [
  [/\.pdf$/i, /%PDF-/],
  [/\.(?:zip|docx|xlsx|pptx|od[pst]|epub)$/i, /^PK/],
  [/\.png$/i, /^\x89PNG/],
  [/\.jpe?g$/i, /^\xff\xd8/],
  // An app may answer JSON that says what has failed.
  [/\.(?:csv|tsv|ics|vcf|xml)$/i, /^(?!\s*\{)/],
];

/**
 * What is wrong with a file that has arrived, such as `is empty`. In place of the file, an app may answer a message or a page,
 * such as a login. Undefined if nothing is wrong, or if the file is on the machine of a remote browser.
 */
export async function flawOfDownload(download: Download): Promise<string | undefined> {
  try {
    await using file = await open(await download.path());
    const { buffer, bytesRead } = await file.read({ length: 1024 });
    if (bytesRead === 0) return 'is empty';
    const [name, start] = [download.suggestedFilename(), buffer.toString('latin1', 0, bytesRead)];
    if (/^\s*<(?:!doctype )?html\b/i.test(start) && !/\.\w?html?$/i.test(name)) return 'is a web page';
    const format = formats.find(([pattern]) => pattern.test(name))?.[1];
    return format?.test(start) === false ? 'is not in the format that its name says' : undefined;
  } catch {
    return undefined;
  }
}
