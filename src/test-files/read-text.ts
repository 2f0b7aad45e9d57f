import { constants } from 'node:fs';
import { type FileHandle, open, realpath, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { decodeUtf8 } from './decode.ts';
import { isInside } from './inside.ts';
import type { ParseProblem } from './problem.ts';

const maxFileBytes = 1024 * 1024;

/**
 * Reads a test file. The checks are of what was opened: its path may lead elsewhere by the next moment.
 * @param root the workspace, without links in its path.
 * @param file relative to it.
 * @returns the text, or what is wrong with the file.
 */
export async function readText(root: string, file: string): Promise<string | ParseProblem> {
  const start = { line: 1, column: 1 };
  try {
    // Without waiting: a pipe would not open before someone writes into it.
    await using opened = await open(join(root, file), constants.O_RDONLY | constants.O_NONBLOCK);
    const problem = await problemOf(opened, root, file);
    if (problem !== undefined) return { ...start, message: problem };
    const text = decodeUtf8(await readAll(opened));
    return typeof text === 'string' ? text : { ...text, message: 'not UTF-8: save the file as UTF-8' };
  } catch (error) {
    return { ...start, message: `can't be read: ${error instanceof Error ? error.message : String(error)}` };
  }
}

async function problemOf(opened: FileHandle, root: string, file: string): Promise<string | undefined> {
  const found = await opened.stat({ bigint: true });
  if (!found.isFile()) return 'is no file. Take it out, or put a file there.';
  const real = await realpath(join(root, file));
  const there = await stat(real, { bigint: true });
  if (!isInside(root, real) || there.ino !== found.ino || there.dev !== found.dev) {
    return 'a link that leads out of the workspace, or changes while it is read, is not followed. Put the file itself there.';
  }
  if (found.size > maxFileBytes) {
    return `the file has ${found.size} bytes; ${maxFileBytes} are the limit. Split it.`;
  }
  return undefined;
}

/** No more than the limit, even if the file grows meanwhile. */
async function readAll(opened: FileHandle): Promise<Uint8Array> {
  const bytes = Buffer.alloc(maxFileBytes);
  let length = 0;
  for (let read = -1; read !== 0 && length < maxFileBytes; length += read) {
    read = (await opened.read(bytes, length, maxFileBytes - length, length)).bytesRead;
  }
  return bytes.subarray(0, length);
}
