import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Browsers put sockets there, and the path of a socket is limited to about 100 characters. */
const longestTempFolder = 40;

/**
 * Makes a folder for temporary files that is this process's own.
 * @returns undefined where none can be made, or where its path would be too long.
 */
export function createTempFolder(): string | undefined {
  const prefix = join(tmpdir(), 'gate-');
  if (prefix.length + 6 > longestTempFolder) return undefined;
  try {
    return mkdtempSync(prefix);
  } catch {
    return undefined;
  }
}

/** Removes a folder, as far as that is possible at once. */
export function removeNow(folder: string): void {
  try {
    rmSync(folder, { recursive: true, force: true, maxRetries: 3, retryDelay: 50 });
  } catch {
    // What was just killed still writes: the post step removes the rest.
  }
}
