import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import ncc from '@vercel/ncc';

/**
 * Writes the bundle of a compiled entry, and its chunks for what is loaded late, into a folder.
 * @param externals packages that stay outside.
 */
export async function bundle(
  entry: string,
  folder: string,
  externals: readonly string[] = [],
): Promise<void> {
  const { code, assets } = await ncc(entry, { quiet: true, cache: false, externals });
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'index.js'), code);
  for (const [name, { source }] of Object.entries(assets)) await writeFile(join(folder, name), source);
}
