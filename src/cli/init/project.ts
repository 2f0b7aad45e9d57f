import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { z } from 'zod';
import { tryParseJson } from '../../common/json.ts';

const packageJson = z.object({
  scripts: z.record(z.string(), z.string()).catch({}),
});

/** What a package manager needs in a workflow, found by its lock file. */
interface PackageManager {
  readonly lockFile: string;
  readonly setup: readonly string[];
  readonly install: string;
  readonly run: (script: string) => string;
}

const corepack = ['      - run: corepack enable'];
const npm: PackageManager = {
  lockFile: 'package-lock.json',
  setup: [],
  install: 'npm ci',
  run: (script) => (script === 'start' ? 'npm start' : `npm run ${script}`),
};
const managers: readonly PackageManager[] = [
  npm,
  {
    lockFile: 'pnpm-lock.yaml',
    setup: corepack,
    install: 'pnpm install --frozen-lockfile',
    run: (script) => `pnpm ${script}`,
  },
  {
    lockFile: 'yarn.lock',
    setup: corepack,
    install: 'yarn install --immutable',
    run: (script) => `yarn ${script}`,
  },
  ...['bun.lock', 'bun.lockb'].map((lockFile) => ({
    lockFile,
    setup: ['      - uses: oven-sh/setup-bun@v2'],
    install: 'bun install --frozen-lockfile',
    run: (script: string) => `bun run ${script}`,
  })),
];

/** What installs an app without `package.json`, by a file of its folder. */
const otherInstalls: readonly (readonly [file: string, setup: readonly string[], install: string])[] = [
  [
    'requirements.txt',
    ["      - { uses: actions/setup-python@v6, with: { python-version: '3.x' } }"],
    'pip install -r requirements.txt',
  ],
  ['composer.json', [], 'composer install'],
];

/** The ports of development servers, by what starts them. */
const ports: readonly (readonly [RegExp, number])[] = [
  [/\bastro\b/, 4321],
  [/\bvite preview\b/, 4173],
  [/\bvite\b/, 5173],
  [/\bng serve\b/, 4200],
];

/** Servers of what was built before. */
const servesBuild = /^(?:next start|vite preview|nuxt (?:start|preview)|astro preview|serve\b)/;

/** What `package.json` and the lock file say about an app. */
export interface Project {
  /** The folder of the repository, which is where GitHub looks for workflows and starts the app. */
  readonly repository: string;
  /** The app's folder in the repository, such as `packages/web`; empty for the repository itself. */
  readonly folder: string;
  /** Steps of a workflow before the tests. */
  readonly steps: readonly string[];
  /** The command that starts the app. */
  readonly start: string | undefined;
  /** Where it probably listens. */
  readonly url: string;
}

export async function readProject(path: string): Promise<Project> {
  const above = foldersAbove(path);
  const repository = above.find((each) => existsSync(join(each, '.git'))) ?? path;
  const app = { repository, folder: pathBelow(repository, path) };
  const { data } = packageJson.safeParse(tryParseJson(await read(join(path, 'package.json'))));
  if (data === undefined)
    return { ...app, steps: stepsOfOther(path, app.folder), start: undefined, url: 'http://localhost:3000' };
  const script = ['start', 'dev', 'serve', 'preview'].find((name) => data.scripts[name] !== undefined);
  const content = script === undefined ? '' : (data.scripts[script] ?? '');
  // In a monorepo, the lock file is above the app.
  const inRepository = above.slice(0, above.indexOf(repository) + 1);
  const { root, manager } = findManager(inRepository) ?? {
    root: path,
    manager: { ...npm, install: 'npm install' },
  };
  const needsBuild = servesBuild.test(content) && data.scripts.build !== undefined;
  return {
    ...app,
    steps: [
      ...manager.setup,
      ...runStep(manager.install, pathBelow(repository, root)),
      ...(needsBuild ? runStep(manager.run('build'), app.folder) : []),
    ],
    start: script === undefined ? undefined : manager.run(script),
    url: `http://localhost:${await findPort(path, content)}`,
  };
}

function runStep(command: string, folder: string): string[] {
  const directory = folder === '' ? [] : [`        working-directory: ${JSON.stringify(folder)}`];
  return [`      - run: ${command}`, ...directory];
}

/** The steps of a workflow before the tests of an app without `package.json`. */
function stepsOfOther(path: string, folder: string): string[] {
  const found = otherInstalls.filter(([file]) => existsSync(join(path, file)));
  return found.flatMap(([, setup, install]) => [...setup, ...runStep(install, folder)]);
}

/** A folder and those above it, from the inside out. */
function foldersAbove(path: string): string[] {
  const parent = dirname(resolve(path));
  return parent === path ? [path] : [path, ...foldersAbove(parent)];
}

function findManager(folders: readonly string[]) {
  for (const root of folders) {
    const manager = managers.find(({ lockFile }) => existsSync(join(root, lockFile)));
    if (manager !== undefined) return { root, manager };
  }
  return undefined;
}

/** The port that a script or Vite's configuration names, or the usual one of what the script starts. */
async function findPort(folder: string, script: string): Promise<string> {
  const named = /(?:--port|\s-p|\bPORT)[= ](\d+)/.exec(script)?.[1];
  if (named !== undefined) return named;
  const usual = ports.find(([pattern]) => pattern.test(script))?.[1] ?? 3000;
  if (usual !== 5173) return String(usual);
  const files = ['ts', 'js', 'mts', 'mjs'].map((type) => join(folder, `vite.config.${type}`));
  const [, configured] =
    /\bserver:\s*\{[^}]*?\bport:\s*(\d+)/.exec((await Promise.all(files.map(read))).join('')) ?? [];
  return configured ?? String(usual);
}

/** @returns the text of a file; empty if it cannot be read. */
async function read(file: string): Promise<string> {
  return readFile(file, 'utf8').catch(() => '');
}

function pathBelow(folder: string, path: string): string {
  return relative(folder, path).replaceAll(sep, '/');
}
