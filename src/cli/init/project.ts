import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
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
  /** Steps of a workflow before the tests. */
  readonly steps: readonly string[];
  /** The command that starts the app. */
  readonly start: string | undefined;
  /** Where it probably listens. */
  readonly url: string;
}

export async function readProject(folder: string): Promise<Project> {
  const text = await readFile(join(folder, 'package.json'), 'utf8').catch(() => '');
  const { data } = packageJson.safeParse(tryParseJson(text));
  if (data === undefined) return { steps: [], start: undefined, url: 'http://localhost:3000' };
  const locked = managers.find(({ lockFile }) => existsSync(join(folder, lockFile)));
  const manager = locked ?? { ...npm, install: 'npm install' };
  const script = ['start', 'dev', 'serve', 'preview'].find((name) => data.scripts[name] !== undefined);
  const content = script === undefined ? '' : (data.scripts[script] ?? '');
  const needsBuild = servesBuild.test(content) && data.scripts.build !== undefined;
  const port = ports.find(([pattern]) => pattern.test(content))?.[1] ?? 3000;
  return {
    steps: [
      ...manager.setup,
      `      - run: ${manager.install}`,
      ...(needsBuild ? [`      - run: ${manager.run('build')}`] : []),
    ],
    start: script === undefined ? undefined : manager.run(script),
    url: `http://localhost:${port}`,
  };
}
