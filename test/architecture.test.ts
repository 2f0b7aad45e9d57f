import { readdir, readFile } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import { expect, it } from 'vitest';

const src = join(import.meta.dirname, '../src');

/** The rooms that each room may import from; files at the top are the composition root and may import all. */
const arrows: Readonly<Record<string, readonly string[]>> = {
  action: ['client', 'contract', 'publish', 'test-files'],
  publish: ['contract'],
  'test-files': ['contract'],
  contract: [],
  client: ['contract'],
  service: ['contract', 'runner'],
  runner: ['contract'],
};

interface Import {
  readonly file: string;
  readonly room: string;
  /** A package, or the path of a file below src. */
  readonly target: string;
}

async function imports(): Promise<Import[]> {
  const files = (await readdir(src, { recursive: true })).filter((file) => file.endsWith('.ts'));
  const found = await Promise.all(
    files.map(async (file) => {
      const text = await readFile(join(src, file), 'utf8');
      return [...text.matchAll(/(?:from|import\((?:\/\*.*?\*\/)?)\s*'([^']+)'/g)].map(([, target = '']) => ({
        file,
        room: roomOf(file),
        target: target.startsWith('.') ? relative(src, join(src, dirname(file), target)) : target,
      }));
    }),
  );
  return found.flat();
}

function roomOf(file: string): string {
  return file.includes(sep) ? (file.split(sep)[0] ?? '') : 'top';
}

it('imports point one way', async () => {
  const wrong = (await imports()).filter(
    ({ room, target }) =>
      room !== 'top' &&
      target.endsWith('.ts') &&
      roomOf(target) !== room &&
      !arrows[room]?.includes(roomOf(target)),
  );
  expect(wrong).toEqual([]);
});

it('nothing imports main', async () => {
  expect((await imports()).filter(({ target }) => target === 'main.ts')).toEqual([]);
});

it('only the runner names Playwright', async () => {
  const naming = (await imports()).filter(({ target }) => target.startsWith('playwright'));
  expect(new Set(naming.map(({ room }) => room))).toEqual(new Set(['runner']));
});

it('every room has its arrows here', async () => {
  const rooms = (await readdir(src, { withFileTypes: true })).filter((entry) => entry.isDirectory());
  expect(rooms.map(({ name }) => name).sort()).toEqual(Object.keys(arrows).sort());
});
