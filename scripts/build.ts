import { cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { z } from 'zod';
import { bundle, compact } from './bundle.ts';

/**
 * Builds dist/ from build/src, which the compiler has written: one bundle for all processes of the action and for the
 * command, with chunks for what is loaded late, and beside it the browser's driver, which does not work inside a bundle.
 * Two builds are byte-identical.
 */

const root = join(import.meta.dirname, '..');
const dist = join(root, 'dist');
const compiled = join(root, 'build', 'src');
const driver = dirname(createRequire(import.meta.url).resolve('playwright-core/package.json'));

/**
 * Files of the driver that the action does not need: the trace viewer, the types, the command line and its tools, and what
 * is for WebP images only.
 */
const driverLeftOut =
  /^(?:types|bin|cli\.js|README\.md|lib\/(?:vite|tools|entry|serverRegistry|webp_codec)|.*\.d\.ts)(?:[./]|$)/;

await rm(dist, { recursive: true, force: true });
await mkdir(dist, { recursive: true });
await nameRepository(join(compiled, 'common', 'repository.js'));
await bundle(join(compiled, 'index.js'), dist);
await mkdir(join(dist, 'post'));
await writeFile(join(dist, 'post', 'index.js'), "import '../index.js';\n");
await cp(join(import.meta.dirname, 'cli.mjs'), join(dist, 'cli', 'index.js'));
await cp(driver, join(dist, 'node_modules', 'playwright-core'), {
  recursive: true,
  filter: (path) => !driverLeftOut.test(relative(driver, path)),
});
for (const name of ['coreBundle.js', 'utilsBundle.js']) {
  const path = join(dist, 'node_modules', 'playwright-core', 'lib', name);
  await writeFile(path, await compact(name, await readFile(path, 'utf8')));
}
await writeFile(join(dist, 'licenses.txt'), await licenses());

async function nameRepository(path: string): Promise<void> {
  const name = JSON.stringify(await repositoryName());
  const text = await readFile(path, 'utf8');
  await writeFile(path, text.replace(/(?<=repository = )(['"]).*?\1/, name));
}

/** `owner/name` of the repository that package.json names: files that the command writes refer to its releases. */
async function repositoryName(): Promise<string> {
  const text = await readFile(join(root, 'package.json'), 'utf8');
  const { repository } = z.object({ repository: z.string() }).parse(JSON.parse(text));
  const [, name] = /^github:([\w.-]+\/[\w.-]+)$/.exec(repository) ?? [];
  if (name === undefined)
    throw new Error(`repository in package.json is "${repository}". Write github:owner/name`);
  return name;
}

/** The licence texts of everything in the bundle: the licences require them to be distributed with it. */
async function licenses(): Promise<string> {
  const lock = z
    .object({
      packages: z.record(
        z.string(),
        z.object({ dev: z.boolean().optional(), optional: z.boolean().optional() }),
      ),
    })
    .parse(JSON.parse(await readFile(join(root, 'package-lock.json'), 'utf8')));
  const folders = Object.entries(lock.packages)
    // Optional are programs for one kind of machine each: nothing that could be in a bundle.
    .filter(([folder, { dev, optional }]) => folder !== '' && dev !== true && optional !== true)
    .map(([folder]) => folder)
    .sort();
  const texts = await Promise.all(folders.map(licenseOf));
  return texts.join('\n');
}

async function licenseOf(folder: string): Promise<string> {
  const names = await readdir(join(root, folder));
  const file = names.sort().find((name) => /^licen[cs]e/i.test(name));
  const text =
    file === undefined ? 'see its package.json\n' : await readFile(join(root, folder, file), 'utf8');
  return `## ${folder.replace(/^.*node_modules\//, '')}\n\n${text.trimEnd()}\n`;
}
