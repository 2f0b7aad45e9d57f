import { messageOf } from '../common/errors.ts';
import { decodeUtf8 } from '../common/text.ts';
import { type FileProblem, readInside } from '../common/workspace-file.ts';
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
export function readText(root: string, file: string): string | ParseProblem {
  const start = { line: 1, column: 1 };
  try {
    const found = readInside(root, file, maxFileBytes);
    if (typeof found === 'string') return { ...start, message: fileProblems[found] };
    const { size, bytes } = found;
    if (size > maxFileBytes) {
      return { ...start, message: `the file has ${size} bytes; the limit is ${maxFileBytes}. Split it.` };
    }
    const text = decodeText(bytes);
    return typeof text === 'string' ? text : { ...text, message: 'not UTF-8: save the file as UTF-8' };
  } catch (error) {
    return { ...start, message: `can't be read: ${messageOf(error)}` };
  }
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
