import { readdir } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { nearMisses } from './near-misses.ts';

/** A sentence about the file beside a missing one that has the most similar name, with a space before it; empty if there is none. */
export async function similarFileHint(root: string, path: string): Promise<string> {
  const names = await readdir(join(root, dirname(path))).catch(() => []);
  const [name] = nearMisses(basename(path), names);
  return name === undefined ? '' : ` Did you mean ${JSON.stringify(join(dirname(path), name))}?`;
}
