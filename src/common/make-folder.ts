import { mkdir, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { errorCode } from './errors.ts';

/**
 * Creates a folder with its parents, unless it exists. Node's own `recursive` never ends below `/proc`, where nothing can be
 * created in a folder that exists, and the answer is ENOENT.
 * @throws Error with the code of `mkdir`.
 */
export async function makeFolder(path: string): Promise<void> {
  const error = await failureToMake(path);
  if (error === undefined) return;
  const isParentMissing = errorCode(error) === 'ENOENT';
  if (!isParentMissing || dirname(path) === path) throw error;
  await makeFolder(dirname(path));
  const again = await failureToMake(path);
  if (again !== undefined) throw again;
}

/** @returns why the folder is still not there. */
async function failureToMake(path: string): Promise<unknown> {
  try {
    await mkdir(path);
    return undefined;
  } catch (error) {
    const isFolder = (await stat(path).catch(() => undefined))?.isDirectory() === true;
    return isFolder ? undefined : error;
  }
}
