import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/**
 * Compiles the players and all that they import, as the action is compiled: what Node takes to read TypeScript is not
 * measured.
 * @param folder inside the repository, so that the packages are found.
 * @returns the folder of the compiled players.
 * @throws Error where the compiler complains.
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
  if (code !== 0) throw new Error('The players do not compile: see the messages of the compiler above.');
  return join(folder, 'bench', 'players');
}
