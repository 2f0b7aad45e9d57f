import type { FileHandle } from 'node:fs/promises';
import { messageOf } from '../common/errors.ts';
import { decodeUtf8 } from '../common/text.ts';
import { type FileProblem, openInside } from '../common/workspace-file.ts';
import type { LineColumn, ParseProblem } from './problem.ts';

const maxFileBytes = 1024 * 1024;

const notAFile = 'is not a file. Remove it, or replace it with a file.';

const fileProblems: Readonly<Record<FileProblem, string>> = {
  folder: notAFile,
  'not a file': notAFile,
  outside:
    'a link that points outside the workspace, or changes while it is read, is not followed. Replace it with the file itself.',
};

/**
 * Reads a test file.
 * @param root the workspace, without links in its path.
 * @param file path relative to the workspace.
 * @returns the text, or the problem of the file.
 */
export async function readText(root: string, file: string): Promise<string | ParseProblem> {
  const start = { line: 1, column: 1 };
  try {
    const found = await openInside(root, file);
    if (typeof found === 'string') return { ...start, message: fileProblems[found] };
    const { handle, size } = found;
    await using opened = handle;
    if (size > maxFileBytes) {
      return { ...start, message: `the file has ${size} bytes; the limit is ${maxFileBytes}. Split it.` };
    }
    const text = decodeText(await readAll(opened, size));
    return typeof text === 'string' ? text : { ...text, message: 'not UTF-8: save the file as UTF-8' };
  } catch (error) {
    return { ...start, message: `can't be read: ${messageOf(error)}` };
  }
}

/** Reads at most `maxFileBytes`, even if the file grows meanwhile. */
async function readAll(opened: FileHandle, size: number): Promise<Uint8Array> {
  // One byte more than it has: a read that does not fill the buffer has found the end.
  let bytes = Buffer.alloc(size + 1);
  let length = 0;
  for (let read = -1; read !== 0 && length < maxFileBytes; length += read) {
    if (length === bytes.length) bytes = Buffer.concat([bytes], maxFileBytes);
    read = (await opened.read(bytes, length, bytes.length - length, length)).bytesRead;
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
