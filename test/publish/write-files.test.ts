import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readEarlierSteps } from '../../src/publish/share-results.ts';
import { writeResultFiles } from '../../src/publish/write-files.ts';
import { formatResults, parseResults } from '../../src/results/results-file.ts';
import type { JobIdentity } from '../../src/results/run-results.ts';
import { redact } from '../support/publishing-options.ts';
import { createRecordingHost } from '../support/recording-host.ts';
import { failedCaseOf, jobIdentityOf, resultsOf } from '../support/results.ts';
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
    expect(parseResults(await readFile(written[0] ?? ''))).toEqual({ kind: 'results', results });
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
