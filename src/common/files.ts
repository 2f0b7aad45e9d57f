import { closeSync, constants, fstatSync, openSync, readSync, realpathSync, statSync } from 'node:fs';
import { type FileHandle, mkdir, open, realpath, stat } from 'node:fs/promises';
import { dirname, isAbsolute, join, posix, relative, sep } from 'node:path';
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

/** A path relative to a folder, with slashes on each system. */
export function relativePath(folder: string, path: string): string {
  return relative(folder, path).split(sep).join('/');
}

/** Why a file may not be read: it is a folder, a pipe, or a link that leads out of the workspace or
 * changes while the file is opened. */
export type FileProblem = 'folder' | 'not a file' | 'outside';

interface OpenedFile {
  readonly handle: FileHandle;
  /** In bytes. */
  readonly size: number;
  /** Its path without links. */
  readonly path: string;
}

/** Without O_NONBLOCK, opening a pipe would wait for a writer. */
const flags = constants.O_RDONLY | constants.O_NONBLOCK;

/**
 * Opens a file of a folder for reading. The opened file is checked, not its path, which may change at any moment.
 * @param root the folder, without links in its path.
 * @param path relative to the folder.
 * @returns the opened file, or why it may not be read. @throws the error of the system if it can't be opened.
 */
async function openInside(root: string, path: string): Promise<OpenedFile | FileProblem> {
  const handle = await open(join(root, path), flags);
  try {
    const found = checkOpened(handle.fd, root, path);
    if (typeof found === 'object') return { handle, ...found };
    await handle.close();
    return found;
  } catch (error) {
    await handle.close();
    throw error;
  }
}

/**
 * Reads at most `maxBytes` of a file of a folder, as `openInside` opens it. Synchronous, which takes a third of the time for
 * many small files.
 */
export function readInside(
  root: string,
  path: string,
  maxBytes: number,
): (Pick<OpenedFile, 'size'> & { bytes: Uint8Array }) | FileProblem {
  const fd = openSync(join(root, path), flags);
  try {
    const found = checkOpened(fd, root, path);
    if (typeof found === 'string') return found;
    // One byte more than it has: a read that does not fill the buffer has found the end.
    let bytes = Buffer.alloc(Math.min(found.size, maxBytes) + 1);
    let length = 0;
    for (let read = -1; read !== 0 && length < maxBytes; length += read) {
      if (length === bytes.length) bytes = Buffer.concat([bytes], maxBytes);
      read = readSync(fd, bytes, length, bytes.length - length, length);
    }
    return { size: found.size, bytes: bytes.subarray(0, length) };
  } finally {
    closeSync(fd);
  }
}

function checkOpened(fd: number, root: string, path: string): Omit<OpenedFile, 'handle'> | FileProblem {
  const found = fstatSync(fd, { bigint: true });
  if (!found.isFile()) return found.isDirectory() ? 'folder' : 'not a file';
  const real = realpathSync.native(join(root, path));
  const current = statSync(real, { bigint: true });
  const isSame = current.ino === found.ino && current.dev === found.dev;
  if (!isInside(root, real) || !isSame) return 'outside';
  return { size: Number(found.size), path: real };
}

/** Whether a path is the folder `root` or below it. The caller resolves links. */
export function isInside(root: string, path: string): boolean {
  const from = relative(root, path);
  return from === '' || (from !== '..' && !from.startsWith(`..${sep}`) && !isAbsolute(from));
}

/** The maximum size of a file that a test case uploads, in bytes. */
export const maxUploadBytes = 50 * 1024 * 1024;

/** The message where no repository is at hand. */
export const noRepository =
  'UPLOAD with `file` reads a file of the repository, and this service has none. Use the URL of the file.';

/** Files and folders that often hold secrets: `.git`, `.env`, `.npmrc`, and what google-github-actions/auth writes. */
const secretName = /^(?:\..+|gha-creds-.*\.json)$/i;

const secretReason =
  'is not uploaded, because files and folders whose names start with a dot often hold secrets, as do gha-creds-*.json. Copy the file to another path.';

const fileProblems: Readonly<Record<FileProblem, string>> = {
  folder: 'is a folder. Write the path of a file.',
  'not a file': 'is not a regular file. Replace it with a file.',
  outside: 'is a link that points outside the workspace. Replace it with the file itself.',
};

/**
 * Opens a file of the repository that a test case uploads.
 * @param workspace the root of the repository.
 * @param path from there, with forward slashes.
 * @throws Error with a message that names the path, what is wrong, and what to do.
 */
export async function openUpload(workspace: string, path: string): Promise<OpenedFile> {
  const root = await realpath(workspace);
  const normal = posix.normalize(path);
  const problem = pathProblem(path, normal);
  if (problem !== undefined) throw refused(path, problem);
  const opened = await openInside(root, normal).catch((error: unknown) => {
    throw refused(path, reasonOf(error));
  });
  if (typeof opened === 'string') throw refused(path, fileProblems[opened]);
  const refusal = refusalOf(opened, root);
  if (refusal === undefined) return opened;
  await opened.handle.close();
  throw refused(path, refusal);
}

function refused(path: string, problem: string): Error {
  return new Error(`The file ${JSON.stringify(path)} ${problem}`);
}

function pathProblem(path: string, normal: string): string | undefined {
  if (/^https?:\/\//i.test(path)) return 'is a URL. Write it without `file`.';
  if (isAbsolute(path) || /\\|^[a-z]:/i.test(path)) {
    return 'is not a path in the repository. Write the path from the root of the repository, with forward slashes.';
  }
  if (/^\.\.(?:\/|$)/.test(normal)) {
    return 'is outside the workspace. Move the file into the repository.';
  }
  return hasSecretName(normal.split('/')) ? secretReason : undefined;
}

function refusalOf({ size, path }: OpenedFile, root: string): string | undefined {
  if (hasSecretName(relative(root, path).split(sep))) return secretReason;
  if (size <= maxUploadBytes) return undefined;
  return `has ${size} bytes; the limit is ${maxUploadBytes}. Use a smaller file.`;
}

function hasSecretName(names: readonly string[]): boolean {
  return names.some((name) => name !== '.' && secretName.test(name));
}

function reasonOf(error: unknown): string {
  const code = errorCode(error) ?? 'unknown error';
  if (code === 'ENOENT' || code === 'ENOTDIR') {
    return 'does not exist. Write its path from the root of the repository.';
  }
  return `cannot be read (${code}). Check its permissions.`;
}
