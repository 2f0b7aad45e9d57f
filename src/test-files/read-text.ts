import { constants } from 'node:fs';
import { type FileHandle, open, realpath, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { messageOf } from '../common/errors.ts';
import { decodeUtf8 } from '../common/text.ts';
import { isInside } from './find-files.ts';
import type { LineColumn, ParseProblem } from './problem.ts';

const maxFileBytes = 1024 * 1024;

/**
 * Reads a test file. The opened file is checked, not its path, which may change at any moment.
 * @param root the workspace, without links in its path.
 * @param file path relative to the workspace.
 * @returns the text, or the problem of the file.
 */
export async function readText(root: string, file: string): Promise<string | ParseProblem> {
  const start = { line: 1, column: 1 };
  try {
    // Without O_NONBLOCK, opening a pipe would wait for a writer.
    await using opened = await open(join(root, file), constants.O_RDONLY | constants.O_NONBLOCK);
    const problem = await problemOf(opened, root, file);
    if (problem !== undefined) return { ...start, message: problem };
    const text = decodeText(await readAll(opened));
    return typeof text === 'string' ? text : { ...text, message: 'not UTF-8: save the file as UTF-8' };
  } catch (error) {
    return { ...start, message: `can't be read: ${messageOf(error)}` };
  }
}

async function problemOf(opened: FileHandle, root: string, file: string): Promise<string | undefined> {
  const found = await opened.stat({ bigint: true });
  if (!found.isFile()) return 'is not a file. Remove it, or replace it with a file.';
  const real = await realpath(join(root, file));
  const current = await stat(real, { bigint: true });
  if (!isInside(root, real) || current.ino !== found.ino || current.dev !== found.dev) {
    return 'a link that points outside the workspace, or changes while it is read, is not followed. Replace it with the file itself.';
  }
  if (found.size > maxFileBytes) {
    return `the file has ${found.size} bytes; the limit is ${maxFileBytes}. Split it.`;
  }
  return undefined;
}

/** Reads at most `maxFileBytes`, even if the file grows meanwhile. */
async function readAll(opened: FileHandle): Promise<Uint8Array> {
  const bytes = Buffer.alloc(maxFileBytes);
  let length = 0;
  for (let read = -1; read !== 0 && length < maxFileBytes; length += read) {
    read = (await opened.read(bytes, length, maxFileBytes - length, length)).bytesRead;
  }
  return bytes.subarray(0, length);
}

/** @returns the text without its byte order mark, or the position of the first byte that is not UTF-8. */
export function decodeText(bytes: Uint8Array): string | LineColumn {
  const text = decodeUtf8(bytes);
  if (text !== undefined) return text;
  // Replacement characters differ from the bytes that they replace.
  const replaced = Buffer.from(new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes));
  const wrong = replaced.findIndex((byte, index) => byte !== bytes[index]);
  // As a stream: an incomplete character at the end is part of the wrong one.
  const before = new TextDecoder().decode(bytes.subarray(0, wrong), { stream: true }).split('\n');
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
}
