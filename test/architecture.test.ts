import { readdir, readFile } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import { expect, it } from 'vitest';

const src = join(import.meta.dirname, '../src');

/** The folders that each folder may import from, besides `common`. Files at the top may import everything. */
const arrows: Readonly<Record<string, readonly string[]>> = {
  cli: [
    'client',
    'connection',
    'contract',
    'gate',
    'generation',
    'publish',
    'report',
    'results',
    'runner',
    'runtime',
    'service',
    'test-files',
  ],
  gate: [
    'client',
    'connection',
    'contract',
    'github',
    'mutation',
    'publish',
    'report',
    'results',
    'runtime',
    'test-files',
  ],
  connection: ['client', 'contract', 'generation', 'runner', 'runtime', 'service'],
  publish: ['github', 'report', 'results', 'runtime'],
  report: ['contract', 'results'],
  github: ['results'],
  results: ['contract'],
  runtime: ['results'],
  'test-files': ['contract'],
  service: ['contract', 'runner'],
  mutation: ['results', 'runner'],
  runner: ['contract'],
  client: ['contract'],
  generation: ['client', 'contract', 'runner'],
  contract: [],
  common: [],
};

interface Import {
  readonly file: string;
  readonly folder: string;
  /** A package, or the path of a file below src. */
  readonly target: string;
}

async function imports(): Promise<Import[]> {
  const files = (await readdir(src, { recursive: true })).filter((file) => file.endsWith('.ts'));
  const found = await Promise.all(
    files.map(async (file) => {
      const text = await readFile(join(src, file), 'utf8');
      return [...text.matchAll(/(?:from|import|import\((?:\/\*.*?\*\/)?)\s*'([^']+)'/g)].map(
        ([, target = '']) => ({
          file,
          folder: folderOf(file),
          target: target.startsWith('.') ? relative(src, join(src, dirname(file), target)) : target,
        }),
      );
    }),
  );
  return found.flat();
}

function folderOf(file: string): string {
  return file.includes(sep) ? (file.split(sep)[0] ?? '') : 'top';
}

/** The imports from one folder of `src` in another. */
async function importsAcross(): Promise<Import[]> {
  return (await imports()).filter(
    ({ folder, target }) =>
      target.endsWith('.ts') &&
      folder !== folderOf(target) &&
      [folder, folderOf(target)].every((each) => each !== 'top'),
  );
}

it('imports point one way', async () => {
  const wrong = (await importsAcross()).filter(
    ({ folder, target }) => folderOf(target) !== 'common' && !arrows[folder]?.includes(folderOf(target)),
  );
  expect(wrong).toEqual([]);
});

it('no two folders import each other', async () => {
  const pairs = new Set((await importsAcross()).map(({ folder, target }) => `${folder} ${folderOf(target)}`));
  expect([...pairs].filter((pair) => pairs.has(pair.split(' ').reverse().join(' ')))).toEqual([]);
});

it('no two sub-folders of gate import each other', async () => {
  const roomOf = (file: string) => /^gate\/([^/]+)\//.exec(file.split(sep).join('/'))?.[1];
  const pairs = new Set(
    (await imports()).flatMap(({ file, target }) => {
      const [from, to] = [roomOf(file), roomOf(target)];
      return from === undefined || to === undefined || from === to ? [] : [`${from} ${to}`];
    }),
  );
  expect([...pairs].filter((pair) => pairs.has(pair.split(' ').reverse().join(' ')))).toEqual([]);
});

it('no file imports itself through others, types included', async () => {
  let remaining = await imports();
  for (let before = Number.POSITIVE_INFINITY; remaining.length < before; ) {
    before = remaining.length;
    // A file that imports none of the rest is in no cycle.
    const importing = new Set(remaining.map(({ file }) => file));
    remaining = remaining.filter(({ target }) => importing.has(target));
  }
  expect(remaining).toEqual([]);
});

it('the arrows allow no two folders to import each other', () => {
  const mutual = Object.entries(arrows).flatMap(([from, to]) =>
    to.filter((each) => arrows[each]?.includes(from)).map((each) => `${from} ${each}`),
  );
  expect(mutual).toEqual([]);
});

it('nothing but the entry of the bundle imports an entry point', async () => {
  const wrong = (await imports()).filter(
    ({ file, target }) => file !== 'index.ts' && target.endsWith('.ts') && folderOf(target) === 'top',
  );
  expect(wrong).toEqual([]);
});

it.each([
  ['runner', 'Playwright', /^playwright/],
  ['github', "GitHub's packages", /^(@octokit\/|octokit|@actions\/(github|artifact))/],
  ['runtime', "the runner's package", /^@actions\/core/],
])('only the folder %s names %s', async (folder, _, packages) => {
  const naming = (await imports()).filter(({ target }) => packages.test(target));
  expect(new Set(naming.map((each) => each.folder))).toEqual(new Set([folder]));
});

it('the report does no input and output', async () => {
  const io = /^node:(fs|http|https|http2|net|tls|dgram|child_process|worker_threads|timers)/;
  const wrong = (await imports()).filter(
    ({ folder, target }) => folder === 'report' && (io.test(target) || target === 'undici'),
  );
  expect(wrong).toEqual([]);
});

it('the main step loads cancellation before anything else', async () => {
  const text = await readFile(join(src, 'index.ts'), 'utf8');
  expect(text).not.toMatch(/from '\./);
  expect(text).toMatch(/await import\('\.\/runtime\/cancellation\.ts'\);\s+await import\('\.\/main\.ts'\);/);
});

it('every folder has its arrows here', async () => {
  const folders = (await readdir(src, { withFileTypes: true })).filter((entry) => entry.isDirectory());
  expect(folders.map(({ name }) => name).sort()).toEqual(Object.keys(arrows).sort());
});
