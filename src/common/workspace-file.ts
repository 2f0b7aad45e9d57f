import { constants } from 'node:fs';
import { type FileHandle, open, realpath, stat } from 'node:fs/promises';
import { isAbsolute, join, relative, sep } from 'node:path';

/** Why a file may not be read: it is a folder, a pipe, or a link that leads out of the workspace or
 * changes while the file is opened. */
export type FileProblem = 'folder' | 'not a file' | 'outside';

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
 * @returns the opened file, or why it may not be read. @throws the error of the system if it can't be opened.
 */
export async function openInside(root: string, path: string): Promise<OpenedFile | FileProblem> {
  // Without O_NONBLOCK, opening a pipe would wait for a writer.
  const handle = await open(join(root, path), constants.O_RDONLY | constants.O_NONBLOCK);
  try {
    const found = await checked(handle, root, path);
    if (typeof found === 'string') await handle.close();
    return found;
  } catch (error) {
    await handle.close();
    throw error;
  }
}

async function checked(handle: FileHandle, root: string, path: string): Promise<OpenedFile | FileProblem> {
  const found = await handle.stat({ bigint: true });
  if (!found.isFile()) return found.isDirectory() ? 'folder' : 'not a file';
  const real = await realpath(join(root, path));
  const current = await stat(real, { bigint: true });
  const isSame = current.ino === found.ino && current.dev === found.dev;
  if (!isInside(root, real) || !isSame) return 'outside';
  return { handle, size: Number(found.size), path: real };
}

/** Whether a path is the folder `root` or below it. The caller resolves links. */
export function isInside(root: string, path: string): boolean {
  const from = relative(root, path);
  return from === '' || (from !== '..' && !from.startsWith(`..${sep}`) && !isAbsolute(from));
}
