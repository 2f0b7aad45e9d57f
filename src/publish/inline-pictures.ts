import { lstat, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isInFolder, type Pictures, picturesOf } from '../report/html/evidence.ts';
import { worstFirst } from '../results/cases.ts';
import type { RunResults } from '../results/run-results.ts';

/** Upper limit of all pictures in the page, and of one of them, in bytes. As text in the page they are a third larger. */
const maxPictureBytes = 6_000_000;
const maxBytesEach = 200_000;

const pictureFormats = [
  { signature: Buffer.from('89504e470d0a1a0a', 'hex'), type: 'image/png' },
  { signature: Buffer.from('ffd8ff', 'hex'), type: 'image/jpeg' },
];

/**
 * Reads the screenshots and the pictures of steps to embed in the page, worst results first, until the budget is used up.
 * Only PNG and JPEG files in the folder are read: a service could name any file of this machine.
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
  for (const file of worstFirst(results).flatMap(picturesOf)) {
    if ('url' in file || !isInFolder(file.path)) continue;
    const picture = await readPicture(join(folder, file.path), Math.min(budget, maxBytesEach));
    if (picture === undefined) continue;
    budget -= picture.bytes.length;
    pictures.set(file.path, `data:${picture.type};base64,${picture.bytes.toString('base64')}`);
  }
  return pictures;
}

async function readPicture(
  path: string,
  maxBytes: number,
): Promise<{ bytes: Buffer; type: string } | undefined> {
  const stats = await lstat(path).catch(() => undefined);
  if (stats === undefined || !stats.isFile() || stats.size > maxBytes) return undefined;
  const bytes = await readFile(path).catch(() => undefined);
  const format = pictureFormats.find(({ signature }) =>
    bytes?.subarray(0, signature.length).equals(signature),
  );
  return bytes === undefined || format === undefined ? undefined : { bytes, type: format.type };
}
