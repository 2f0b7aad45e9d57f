import { constants } from 'node:fs';
import { type FileHandle, open, realpath, stat } from 'node:fs/promises';
import { isAbsolute, join, relative, sep } from 'node:path';

/** A file that may not be read. The message says why and what to do, without the path. */
export class FileRefused extends Error {}

export interface OpenedFile {
  readonly handle: FileHandle;
  /** In bytes. */
  readonly size: number;
  /** Its path without links. */
  readonly path: string;
}

/**
 * Opens a file of a folder for reading. The opened file is checked, not its path, which may change at any moment.
 * @param root the folder, without links in its path.
 * @param path relative to the folder.
 * @throws FileRefused if it is not a file, or is outside the folder; the error of the system if it can't be opened.
 */
export async function openInside(root: string, path: string): Promise<OpenedFile> {
  // Without O_NONBLOCK, opening a pipe would wait for a writer.
  const handle = await open(join(root, path), constants.O_RDONLY | constants.O_NONBLOCK);
  try {
    const found = await handle.stat({ bigint: true });
    if (!found.isFile()) throw new FileRefused('is not a file. Remove it, or replace it with a file.');
    const real = await realpath(join(root, path));
    const current = await stat(real, { bigint: true });
    if (!isInside(root, real) || current.ino !== found.ino || current.dev !== found.dev) {
      throw new FileRefused(
        'is a link that points outside the workspace, or changes while it is read. Replace it with the file itself.',
      );
    }
    return { handle, size: Number(found.size), path: real };
  } catch (error) {
    await handle.close();
    throw error;
  }
}

/** Whether a path is the folder `root` or below it. The caller resolves links. */
export function isInside(root: string, path: string): boolean {
  const from = relative(root, path);
  return from === '' || (from !== '..' && !from.startsWith(`..${sep}`) && !isAbsolute(from));
}
