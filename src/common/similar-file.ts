import { readdir } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { nearMisses } from './near-misses.ts';

/**
 * Suggests the file with the most similar name in the folder of a missing one.
 * @returns a sentence with a space before it, or an empty string if no name is similar.
 */
export async function similarFileHint(root: string, path: string): Promise<string> {
  const names = await readdir(join(root, dirname(path))).catch(() => []);
  const [name] = nearMisses(basename(path), names);
  return name === undefined ? '' : ` Did you mean ${JSON.stringify(join(dirname(path), name))}?`;
}
