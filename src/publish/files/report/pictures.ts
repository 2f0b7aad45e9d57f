import { lstat, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { PublishedRun } from '../../verdict.ts';
import { isBeside } from '../evidence-beside.ts';
import { inOrder } from './order.ts';

/** Pictures as `data:` addresses, by their path. */
export type Pictures = ReadonlyMap<string, string>;

/** So many bytes of pictures are put into the page itself. */
const pictureBudget = 20 * 1024 * 1024;

const pngStart = Buffer.from('89504e470d0a1a0a', 'hex');

/**
 * Reads screenshots for the report, in the order in which it shows them, until the budget is used up: the others are
 * linked. Only pictures of the folder are read: a service could name any file of this machine.
 * @param run with its evidence beside the report.
 * @param budget in bytes.
 */
export async function inlinePictures(
  run: PublishedRun,
  folder: string,
  budget: number = pictureBudget,
): Promise<Pictures> {
  const pictures = new Map<string, string>();
  let left = budget;
  for (const { screenshot } of inOrder(run.verdict.results).flatMap((result) => [
    result,
    ...result.earlierAttempts,
  ])) {
    if (screenshot === undefined || 'url' in screenshot || !isBeside(screenshot.path)) continue;
    const png = await readPicture(join(folder, screenshot.path), left);
    if (png === undefined) continue;
    left -= png.length;
    pictures.set(screenshot.path, `data:image/png;base64,${png.toString('base64')}`);
  }
  return pictures;
}

async function readPicture(path: string, maxBytes: number): Promise<Buffer | undefined> {
  const stats = await lstat(path).catch(() => undefined);
  if (stats === undefined || !stats.isFile() || stats.size > maxBytes) return undefined;
  const bytes = await readFile(path).catch(() => undefined);
  return bytes?.subarray(0, pngStart.length).equals(pngStart) ? bytes : undefined;
}
