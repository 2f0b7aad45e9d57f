import type { LineColumn } from './problem.ts';

/**
 * Decodes UTF-8 strictly; a byte order mark is dropped.
 * @returns the text, or where the first wrong byte stands.
 */
export function decodeUtf8(bytes: Uint8Array): string | LineColumn {
  if (isCleanPrefix(bytes, bytes.length)) {
    try {
      return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    } catch {
      // Only the end is wrong: a character that is cut off.
    }
  }
  let clean = 0;
  for (let step = bytes.length; step >= 1; step = step === 1 ? 0 : Math.ceil(step / 2)) {
    while (clean + step <= bytes.length && isCleanPrefix(bytes, clean + step)) clean += step;
  }
  // As a stream: a character that is cut off at the end is the wrong one, and does not count.
  const before = new TextDecoder().decode(bytes.subarray(0, clean), { stream: true }).split('\n');
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
}

/** True while the first `length` bytes are UTF-8, a character cut off at the end allowed. */
function isCleanPrefix(bytes: Uint8Array, length: number): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes.subarray(0, length), { stream: true });
    return true;
  } catch {
    return false;
  }
}
