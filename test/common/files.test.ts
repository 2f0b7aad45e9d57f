import { access, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeFolder } from '../../src/common/files.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'make-folder-'));
});
afterAll(() => rm(folder, { recursive: true }));

it('makes a folder with its parents, also several times at once', async () => {
  const path = join(folder, 'a/b/c');
  await Promise.all([makeFolder(path), makeFolder(path), makeFolder(join(path, 'd'))]);
  expect((await stat(join(path, 'd'))).isDirectory()).toBe(true);
  await makeFolder(path);
});

it.each(['x', 'x/y'])('refuses %s below a file', async (name) => {
  const file = join(folder, 'file');
  await writeFile(file, '');
  await expect(makeFolder(join(file, name))).rejects.toMatchObject({ code: 'ENOTDIR', syscall: 'mkdir' });
  await expect(makeFolder(file)).rejects.toMatchObject({ code: 'EEXIST' });
});

const hasProc = await access('/proc/self').then(
  () => true,
  () => false,
);
it.runIf(hasProc).each(['/proc/x', '/proc/x/y'])('ends at %s, where nothing can be created', async (path) => {
  await expect(makeFolder(path)).rejects.toMatchObject({ code: 'ENOENT' });
});
