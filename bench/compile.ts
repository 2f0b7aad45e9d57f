import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { bundle } from '../scripts/bundle.ts';

/** The names of the players in `players/`. */
const entries = ['runner', 'service', 'script', 'red', 'publish', 'files'];

/**
 * Compiles and bundles each player into one file, as the action is built, so that loading TypeScript and hundreds of files is
 * not measured.
 * @param folder inside the repository, so that the driver is found.
 * @returns the folder of the players, each a folder with an `index.js`.
 * @throws Error if the compiler reports errors.
 */
export async function compilePlayers(folder: string): Promise<string> {
  const compiler = join(
    dirname(createRequire(import.meta.url).resolve('typescript/package.json')),
    'bin/tsc',
  );
  const child = spawn(process.execPath, [compiler, '-p', import.meta.dirname, '--outDir', folder], {
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error('The players do not compile. See the compiler messages above.');
  const bundles = join(folder, 'bundles');
  for (const entry of entries) {
    await bundle(join(folder, 'bench', 'players', `${entry}.js`), join(bundles, entry));
  }
  return bundles;
}
