import { readdir } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { nearMisses } from './near-misses.ts';

/**
 * A sentence that names the file with the most similar name beside a missing one, with a space before it.
 * @returns an empty text if there is none.
 */
export async function similarFileHint(root: string, path: string): Promise<string> {
  const names = await readdir(join(root, dirname(path))).catch(() => []);
  const [name] = nearMisses(basename(path), names);
  return name === undefined ? '' : ` Did you mean ${JSON.stringify(join(dirname(path), name))}?`;
}
