import { strToU8, zipSync } from 'fflate';
import type { ExportedFile } from './export-test-files.ts';

/**
 * Packs files into a zip (`application/zip`, the answer of POST code, section 4.6). The same files give the same bytes.
 */
export function zipFiles(files: readonly ExportedFile[]): Uint8Array {
  const entries = files.map(({ name, content }): [string, Uint8Array] => [name, strToU8(content)]);
  // The earliest time that a zip knows. Zips have local time, so it is made in the time zone of the moment.
  const entryTime = new Date(1980, 0, 1);
  return zipSync(Object.fromEntries(entries), { level: 6, mtime: entryTime });
}
