import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import { z } from 'zod';
import { tryParseJson } from '../../common/json.ts';
import { escapeRegExp } from '../../common/text.ts';

const packageJson = z.object({
  scripts: z.record(z.string(), z.string()).catch({}),
  engines: z.object({ node: z.string().optional() }).catch({}),
});

/** What a package manager needs in a workflow, found by its lock file. */
interface PackageManager {
  readonly lockFile: string;
  /** What the lock file contains, if two package managers give it the same name. */
  readonly content?: RegExp;
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
const yarn: PackageManager = {
  lockFile: 'yarn.lock',
  setup: corepack,
  install: 'yarn install --immutable',
  run: (script) => `yarn ${script}`,
};
const managers: readonly PackageManager[] = [
  npm,
  {
    lockFile: 'pnpm-lock.yaml',
    setup: corepack,
    install: 'pnpm install --frozen-lockfile',
    run: (script) => `pnpm ${script}`,
  },
  { ...yarn, content: /^# yarn lockfile v1$/m, install: 'yarn install --frozen-lockfile' },
  yarn,
  ...['bun.lock', 'bun.lockb'].map((lockFile) => ({
    lockFile,
    setup: ['      - uses: oven-sh/setup-bun@v2'],
    install: 'bun install --frozen-lockfile',
    run: (script: string) => `bun run ${script}`,
  })),
];

/** Where `actions/setup-node` finds the version, in the order in which it is looked for. `package.json` has it in `engines`. */
const nodeVersionFiles = ['.nvmrc', '.node-version', '.tool-versions', 'package.json'];

const python = ["      - { uses: actions/setup-python@v6, with: { python-version: '3.x' } }"];

/** What installs an app that is not written in JavaScript, by a file of its folder. */
const otherInstalls: readonly {
  readonly file: string;
  readonly setup: readonly string[];
  readonly install: readonly string[];
  /** What runs a command of the app. */
  readonly prefix?: string;
  /** Whether the set-up looks for the version in the app's folder. */
  readonly readsFolder?: true;
}[] = [
  {
    file: 'uv.lock',
    setup: ['      - uses: astral-sh/setup-uv@v7'],
    install: ['uv sync'],
    prefix: 'uv run ',
  },
  {
    file: 'poetry.lock',
    setup: python,
    install: ['pipx install poetry', 'poetry install'],
    prefix: 'poetry run ',
  },
  { file: 'requirements.txt', setup: python, install: ['pip install -r requirements.txt'] },
  { file: 'composer.json', setup: [], install: ['composer install'] },
  {
    file: 'Gemfile',
    setup: ['      - uses: ruby/setup-ruby@v1'],
    install: ['bundle install'],
    readsFolder: true,
  },
];

/** Frameworks whose server makes the pages, by a file of the app's folder. */
const frameworks: readonly {
  readonly file: string;
  readonly prepare: readonly string[];
  readonly start: string;
  readonly port: number;
}[] = [
  { file: 'bin/rails', prepare: ['bin/rails db:prepare'], start: 'bin/rails server', port: 3000 },
  {
    file: 'manage.py',
    prepare: ['python manage.py migrate'],
    start: 'python manage.py runserver',
    port: 8000,
  },
  {
    file: 'artisan',
    prepare: [
      'cp .env.example .env',
      'php artisan key:generate',
      'touch database/database.sqlite',
      'php artisan migrate --seed',
    ],
    start: 'php artisan serve',
    port: 8000,
  },
  { file: 'main.go', prepare: [], start: 'go run .', port: 8080 },
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

/** What the files of its folder say about an app. */
export interface Project {
  /** The folder of the repository, which is where GitHub looks for workflows and starts the app. */
  readonly repository: string;
  /** The app's folder in the repository, such as `packages/web`; empty for the repository itself. */
  readonly folder: string;
  /** The workflow that runs its tests. */
  readonly workflow: { readonly name: string; readonly file: string };
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
  const folder = pathBelow(repository, path);
  const app = { repository, folder, workflow: await findWorkflow(repository, folder) };
  const other = readOther(path, app.folder);
  const data = await readPackage(join(path, 'package.json'));
  if (data === undefined) return { ...app, ...other };
  const script = ['start', 'dev', 'serve', 'preview'].find((name) => data.scripts[name] !== undefined);
  const content = script === undefined ? '' : (data.scripts[script] ?? '');
  // In a monorepo, the lock file is above the app.
  const inRepository = above.slice(0, above.indexOf(repository) + 1);
  const { root, manager } = (await findManager(inRepository)) ?? {
    root: path,
    manager: { ...npm, install: 'npm install' },
  };
  // With a framework, the scripts are only for what its pages load.
  const needsBuild =
    (other.start !== undefined || servesBuild.test(content)) && data.scripts.build !== undefined;
  const steps = [
    ...(await setUpNode(inRepository, repository)),
    ...manager.setup,
    ...runStep(manager.install, pathBelow(repository, root)),
    ...(needsBuild ? runStep(manager.run('build'), app.folder) : []),
  ];
  if (other.start !== undefined) return { ...app, ...other, steps: [...steps, ...other.steps] };
  return {
    ...app,
    steps,
    start: script === undefined ? undefined : manager.run(script),
    url: `http://localhost:${await findPort(path, content)}`,
  };
}

/** The folder of the tests of an app that is in a folder of the repository. */
export function testsOf(folder: string): string {
  return `${folder}/browser-tests`;
}

/**
 * The workflow that runs the tests of an app: one of its own if the usual one runs those of another app. Its name is another
 * one as well, because workflow and job decide which comment is whose.
 */
async function findWorkflow(repository: string, folder: string): Promise<Project['workflow']> {
  const usual = { name: 'Browser tests', file: '.github/workflows/browser-tests.yml' };
  const text = await read(join(repository, usual.file));
  const isOfOther =
    folder === ''
      ? /^\s+tests: \S.*\/browser-tests$/m.test(text)
      : text !== '' && !new RegExp(`(?<![\\w./-])(?:\\./)?${escapeRegExp(testsOf(folder))}`).test(text);
  if (!isOfOther) return usual;
  const app = folder === '' ? 'root' : folder;
  const file = `.github/workflows/browser-tests-${app.replace(/[^\w.-]+/g, '-')}.yml`;
  return { name: `${usual.name} (${app})`, file };
}

/** The version of Node that the repository names, in place of the runner's. */
async function setUpNode(folders: readonly string[], repository: string): Promise<string[]> {
  const files = folders.flatMap((folder) => nodeVersionFiles.map((name) => join(folder, name)));
  for (const file of files) {
    const namesVersion =
      basename(file) === 'package.json'
        ? (await readPackage(file))?.engines.node !== undefined
        : existsSync(file);
    if (!namesVersion) continue;
    const version = JSON.stringify(pathBelow(repository, file));
    return [`      - { uses: actions/setup-node@v6, with: { node-version-file: ${version} } }`];
  }
  return [];
}

async function readPackage(path: string) {
  return packageJson.safeParse(tryParseJson(await read(path))).data;
}

function runStep(command: string, folder: string): string[] {
  const directory = folder === '' ? [] : [`        working-directory: ${JSON.stringify(folder)}`];
  return [`      - run: ${command}`, ...directory];
}

/** What an app that is not written in JavaScript needs. */
function readOther(path: string, folder: string): Pick<Project, 'steps' | 'start' | 'url'> {
  const has = ({ file }: { readonly file: string }) => existsSync(join(path, file));
  const found = otherInstalls.filter(has);
  // A lock file may have requirements.txt beside it, for other tools.
  const used = found.filter(({ file }) => file !== 'requirements.txt' || !found.some(({ prefix }) => prefix));
  const framework = frameworks.find(has);
  const prefix = used.find((each) => each.prefix !== undefined)?.prefix ?? '';
  const run = (command: string) => (command.startsWith('python ') ? `${prefix}${command}` : command);
  const commands = (some: readonly string[]) => some.flatMap((command) => runStep(run(command), folder));
  return {
    steps: [
      ...used.flatMap(({ setup, install, readsFolder }) => [
        ...setup,
        ...(readsFolder && folder !== ''
          ? [`        with: { working-directory: ${JSON.stringify(folder)} }`]
          : []),
        ...commands(install),
      ]),
      ...commands(framework?.prepare ?? []),
    ],
    start: framework && run(framework.start),
    url: `http://localhost:${framework?.port ?? 3000}`,
  };
}

/** A folder and those above it, from the inside out. */
function foldersAbove(path: string): string[] {
  const parent = dirname(resolve(path));
  return parent === path ? [path] : [path, ...foldersAbove(parent)];
}

async function findManager(folders: readonly string[]) {
  for (const root of folders) {
    for (const manager of managers) {
      const { lockFile, content = /^/ } = manager;
      const path = join(root, lockFile);
      if (existsSync(path) && content.test(await read(path))) return { root, manager };
    }
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
