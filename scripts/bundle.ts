import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import ncc from '@vercel/ncc';
import { minify } from 'rolldown/experimental';

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
  await writeFile(join(folder, 'index.js'), await compact('index.js', code));
  for (const [name, { source }] of Object.entries(assets)) {
    const content = name.endsWith('.js') ? await compact(name, String(source)) : source;
    await writeFile(join(folder, name), content);
  }
}

/**
 * Removes comments and white space, half of what a job would download. All names stay, for stack traces.
 * @throws Error if the code cannot be parsed.
 */
export async function compact(name: string, source: string): Promise<string> {
  const { code, errors } = await minify(name, source, {
    compress: false,
    mangle: false,
    codegen: { removeWhitespace: true, legalComments: 'none' },
  });
  if (errors.length > 0) throw new Error(`Cannot compact ${name}: ${errors[0]?.message}`);
  return code;
}
