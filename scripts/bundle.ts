import { rolldown } from 'rolldown';
import { minify } from 'rolldown/experimental';

/** Comments and white space are half of what a job would download. All names stay, for stack traces. */
const compacting = {
  compress: false,
  mangle: false,
  codegen: { removeWhitespace: true, legalComments: 'none' },
} as const;

/**
 * GitHub's packages import all their parts, most of them for one function that the action does not call. None of these parts
 * does anything when it is imported, but their packages do not say so.
 */
const withoutSideEffects = /node_modules\/@actions\/(?:core|http-client|exec|io)\//;

/**
 * Writes the bundle of a compiled entry, `index.js`, and its chunks for what is loaded late, into a folder. The browser's
 * driver stays outside: it does not work inside a bundle.
 */
export async function bundle(entry: string, folder: string): Promise<void> {
  await using bundling = await rolldown({
    input: { index: entry },
    platform: 'node',
    external: ['playwright-core'],
    preserveEntrySignatures: false,
    treeshake: { moduleSideEffects: [{ test: withoutSideEffects, sideEffects: false }] },
    logLevel: 'warn',
  });
  await bundling.write({
    dir: folder,
    entryFileNames: '[name].js',
    chunkFileNames: '[name].js',
    comments: false,
    minify: compacting,
  });
}

/**
 * Removes comments and white space.
 * @throws Error if the code cannot be parsed.
 */
export async function compact(name: string, source: string): Promise<string> {
  const { code, errors } = await minify(name, source, compacting);
  if (errors.length > 0) throw new Error(`Cannot compact ${name}: ${errors[0]?.message}`);
  return code;
}
