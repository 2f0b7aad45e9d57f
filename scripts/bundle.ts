import { mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import ncc from '@vercel/ncc';
import { rolldown } from 'rolldown';
import { minify } from 'rolldown/experimental';

/**
 * GitHub's packages import all their parts, most of them for one function that the action does not call. None of these parts
 * does anything when it is imported, but their packages do not say so.
 */
const withoutSideEffects = /node_modules\/@actions\/(?:core|http-client|exec|io)\//;

/** When it is imported, undici uses a function of `node:zlib` that Node 22.13 does not have. */
const forOldestNode = {
  name: 'for the oldest Node',
  transform: {
    filter: { id: /undici[\\/]lib[\\/]interceptor[\\/]decompress\.js$/ },
    handler: (code: string) => code.replace('createZstdDecompress.bind(', 'createZstdDecompress?.bind('),
  },
};

/** For each token, yaml looks up a variable for debugging, which is a call to the system: a quarter of its time. */
const withoutTokenLog = {
  name: 'without a log of tokens',
  transform: {
    filter: { id: /yaml[\\/]dist[\\/](?:parse[\\/]parser|compose[\\/]composer)\.js$/ },
    handler: (code: string) => code.replace(/node_process\.env\.LOG_\w+/, 'false'),
  },
};

/** The browser's driver stays outside: it does not work inside a bundle. */
const external = ['playwright-core'];

/** Writes the bundle of a compiled entry, `index.js`, and its chunks for what is loaded late, into a folder. */
export async function bundle(entry: string, folder: string): Promise<void> {
  const { code, assets } = await ncc(await shake(entry), { quiet: true, cache: false, externals: external });
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'index.js'), await compact('index.js', code));
  for (const [name, { source }] of Object.entries(assets)) {
    const content = name.endsWith('.js') ? await compact(name, String(source)) : source;
    await writeFile(join(folder, name), content);
  }
}

/** Leaves out what is never called, which ncc keeps. @returns the path of the entry without it. */
async function shake(entry: string): Promise<string> {
  // Always the same folder: names in the bundle depend on it.
  const folder = join(dirname(entry), 'shaken');
  await rm(folder, { recursive: true, force: true });
  await using shaking = await rolldown({
    input: { index: entry },
    platform: 'node',
    external,
    plugins: [forOldestNode, withoutTokenLog],
    preserveEntrySignatures: false,
    treeshake: { moduleSideEffects: [{ test: withoutSideEffects, sideEffects: false }] },
    // A player of the bench loads at once what the action loads late.
    checks: { ineffectiveDynamicImport: false },
    logLevel: 'warn',
  });
  await shaking.write({ dir: folder, entryFileNames: '[name].js', chunkFileNames: '[name].js' });
  await writeFile(join(folder, 'package.json'), '{"type":"module"}\n');
  return join(folder, 'index.js');
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
