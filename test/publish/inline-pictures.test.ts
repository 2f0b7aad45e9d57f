import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { inlinePictures } from '../../src/publish/write-files.ts';
import { isInFolder } from '../../src/report/html/html.ts';
import type { EvidenceFile } from '../../src/results/run-results.ts';
import { failedCaseOf, flakyCaseOf, resultsOf, stepResultOf } from '../support/results.ts';

const png = (bytes: number) =>
  Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), Buffer.alloc(bytes - 8, 1)]);

const failureWith = (screenshot: EvidenceFile) => failedCaseOf({ screenshot });

it('pictures are embedded in the order of the report until the budget is used up', async () => {
  await using folder = await temporaryFolder();
  for (const [name, bytes] of [
    ['a', 60],
    ['b', 50],
    ['c', 30],
  ] as const) {
    await writeFile(join(folder.path, `${name}.png`), png(bytes));
  }
  const results = [
    flakyCaseOf({}, { screenshot: { path: 'c.png' } }),
    failureWith({ path: 'a.png' }),
    failureWith({ path: 'b.png' }),
  ];
  const pictures = await inlinePictures(resultsOf({ results }), folder.path, 100);
  expect([...pictures.keys()]).toEqual(['a.png', 'c.png']);
  expect(pictures.get('c.png')).toBe(`data:image/png;base64,${png(30).toString('base64')}`);
});

it('pictures of steps are embedded too, and none of more than 200 kB', async () => {
  await using folder = await temporaryFolder();
  const jpeg = Buffer.concat([Buffer.from('ffd8ff', 'hex'), Buffer.alloc(20)]);
  await writeFile(join(folder.path, 'step.jpg'), jpeg);
  await writeFile(join(folder.path, 'large.png'), png(200_001));
  const steps = [stepResultOf({ picture: { path: 'step.jpg' } })];
  const results = [failedCaseOf({ screenshot: { path: 'large.png' }, steps })];
  expect([...(await inlinePictures(resultsOf({ results }), folder.path))]).toEqual([
    ['step.jpg', `data:image/jpeg;base64,${jpeg.toString('base64')}`],
  ]);
});

it('only PNG and JPEG files in the folder are read', async () => {
  await using folder = await temporaryFolder();
  await using elsewhere = await temporaryFolder();
  const outside = join(elsewhere.path, 'secret.png');
  await writeFile(outside, png(20));
  await symlink(outside, join(folder.path, 'link.png'));
  await writeFile(join(folder.path, 'text.png'), 'not a picture');
  await writeFile(join(folder.path, 'good.png'), png(20));
  const paths = [
    outside,
    `../${elsewhere.path.split('/').at(-1)}/secret.png`,
    'link.png',
    'text.png',
    'missing.png',
    '.',
    'good.png',
  ];
  const results = [...paths.map((path) => failureWith({ path })), failureWith({ url: 'https://a/b.png' })];
  const pictures = await inlinePictures(resultsOf({ results }), folder.path);
  expect([...pictures.keys()]).toEqual(['good.png']);
});

it.each([
  ['id-1.png', true],
  ['deep/id..png', true],
  ['', false],
  ['/id.png', false],
  ['../id.png', false],
  ['a/../../id.png', false],
])('the path %j is in the folder: %s', (path, expected) => {
  expect(isInFolder(path)).toBe(expected);
});

async function temporaryFolder() {
  const path = await mkdtemp(join(tmpdir(), 'pictures-'));
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true }) };
}
