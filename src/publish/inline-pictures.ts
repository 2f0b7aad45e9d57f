import { lstat, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isInFolder, type Pictures } from '../report/html/test-case-row.ts';
import { worstFirst } from '../results/counts.ts';
import type { RunResults } from '../results/run-results.ts';

/** Upper limit of all pictures in the page, in bytes. */
const maxPictureBytes = 20 * 1024 * 1024;

const pngSignature = Buffer.from('89504e470d0a1a0a', 'hex');

/**
 * Reads the screenshots to embed in the page, worst results first, until the budget is used up. Only PNG files in the
 * folder are read: a service could name any file of this machine.
 * @param folder of the results file.
 * @param maxBytes for all pictures together.
 */
export async function inlinePictures(
  { results }: Pick<RunResults, 'results'>,
  folder: string,
  maxBytes = maxPictureBytes,
): Promise<Pictures> {
  const pictures = new Map<string, string>();
  let budget = maxBytes;
  for (const { screenshot } of worstFirst(results).flatMap((each) => [each, ...each.earlierAttempts])) {
    if (screenshot === undefined || 'url' in screenshot || !isInFolder(screenshot.path)) continue;
    const png = await readPng(join(folder, screenshot.path), budget);
    if (png === undefined) continue;
    budget -= png.length;
    pictures.set(screenshot.path, `data:image/png;base64,${png.toString('base64')}`);
  }
  return pictures;
}

async function readPng(path: string, maxBytes: number): Promise<Buffer | undefined> {
  const stats = await lstat(path).catch(() => undefined);
  if (stats === undefined || !stats.isFile() || stats.size > maxBytes) return undefined;
  const bytes = await readFile(path).catch(() => undefined);
  return bytes?.subarray(0, pngSignature.length).equals(pngSignature) ? bytes : undefined;
}
