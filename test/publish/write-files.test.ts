import { mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readEarlierSteps } from '../../src/publish/share-results.ts';
import { inlinePictures, writeResultFiles } from '../../src/publish/write-files.ts';
import { isInFolder } from '../../src/report/html/attempt-details.ts';
import { formatResults, parseResults } from '../../src/results/results-file.ts';
import type { EvidenceFile, JobIdentity } from '../../src/results/run-results.ts';
import { redact } from '../support/publishing-options.ts';
import { createRecordingHost } from '../support/recording-host.ts';
import { failedCaseOf, flakyCaseOf, jobIdentityOf, resultsOf, stepResultOf } from '../support/results.ts';
import { makeWorkspace } from '../support/run-action.ts';

describe('the result files', () => {
  it('are written into the evidence folder, each with an output', async () => {
    await using workspace = await makeWorkspace();
    const evidenceFolder = join(workspace.path, 'root', 'evidence');
    const host = createRecordingHost();
    const results = resultsOf({ results: [failedCaseOf()] });
    const { paths: written } = await writeResultFiles(results, evidenceFolder, host);
    const names = ['results.json', 'junit.xml', 'ctrf.json', 'report.html', 'failures.md'];
    expect(written).toEqual(names.map((name) => join(evidenceFolder, name)));
    expect((await readdir(evidenceFolder)).sort()).toEqual([...names].sort());
    expect(host.outputs).toEqual({
      'results-file': written[0],
      'junit-file': written[1],
      'ctrf-file': written[2],
      'report-file': written[3],
      'failures-file': written[4],
      'evidence-folder': evidenceFolder,
    });
    expect(parseResults(await readFile(written[0] ?? ''))).toEqual(results);
    for (const path of written.slice(1)) expect(await readFile(path, 'utf8')).toContain('Pay by card');
  });

  it('have the mutants of a run in a file of their own', async () => {
    await using workspace = await makeWorkspace();
    const evidenceFolder = join(workspace.path, 'evidence');
    const lists = { pages: ['/'], leftOut: [], mutants: [] };
    const mutation = { seed: '1', made: 2, killed: 1, score: 50, threshold: 0, notCounted: 0, ...lists };
    const host = createRecordingHost();
    await writeResultFiles(resultsOf({ mutation }), evidenceFolder, host);
    const path = join(evidenceFolder, 'mutation.json');
    expect(host.outputs['mutation-file']).toBe(path);
    expect(JSON.parse(await readFile(path, 'utf8'))).toEqual(mutation);
  });

  it('that cannot be written are a warning each, and have no output', async () => {
    await using workspace = await makeWorkspace({ evidence: 'a file' });
    const evidenceFolder = join(workspace.path, 'evidence');
    const host = createRecordingHost();
    expect((await writeResultFiles(resultsOf(), evidenceFolder, host)).paths).toEqual([]);
    expect(host.outputs).toEqual({ 'evidence-folder': evidenceFolder });
    const [first = '', ...more] = host.lines;
    expect(first).toMatch(/^warning: Cannot write results\.json: E.*\. The test result is unaffected\.$/);
    expect(more).toHaveLength(3);
  });
});

describe('the results of earlier steps', () => {
  const stepOf = (step: string, overrides: Partial<JobIdentity> = {}) =>
    formatResults(resultsOf({ title: `step ${step} hunter2`, job: { step, ...overrides } }));

  it('are those of the same job and attempt, without secrets', async () => {
    await using workspace = await makeWorkspace({
      'one/results.json': stepOf('one'),
      'three/results.json': stepOf('three'),
      'earlier/results.json': stepOf('two', { attempt: 2 }),
      'run/results.json': stepOf('four', { runId: 49 }),
      'job/results.json': stepOf('four', { job: 'other' }),
      'workflow/results.json': stepOf('four', { workflow: 'other' }),
      'matrix/results.json': stepOf('four', { matrix: ['firefox'] }),
      'broken/results.json': '{',
      'empty/other.txt': '',
    });
    const folder = join(workspace.path, 'three');
    const earlier = await readEarlierSteps(folder, jobIdentityOf({ step: 'three' }), redact);
    expect(earlier.map(({ title }) => title)).toEqual(['step one ***']);
  });

  it('are none if there is no folder', async () => {
    expect(await readEarlierSteps('/no/such/folder', jobIdentityOf(), redact)).toEqual([]);
  });
});

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
