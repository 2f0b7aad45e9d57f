import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { resultsJson, writeResultsFile } from '../../../src/publish/files/results-file.ts';
import { createRedactor } from '../../../src/publish/redact/redact.ts';
import { aFailure, aResult, aRun } from '../../support/verdicts.ts';

describe('the results file', () => {
  it('has the verdict, the counts, the context and every result whole', () => {
    const results = [
      aFailure({ errorMessage: 'x'.repeat(100_000) }),
      aResult(),
      aResult({ status: 'unfinished' }),
    ];
    const run = aRun(
      { status: 'failed', reason: 'why', results, reportId: 'r' },
      { durationMs: 12.6, url: 'http://a' },
    );
    expect(JSON.parse(resultsJson(run, { sha: 'abc' }, (text) => text))).toEqual({
      status: 'failed',
      reason: 'why',
      total: 3,
      passed: 1,
      failed: 1,
      flaky: 0,
      durationMs: 13,
      reportId: 'r',
      reportUrl: null,
      url: 'http://a',
      context: { sha: 'abc' },
      results,
    });
  });

  it('is JSON, and reads back as it was, whatever tests and pages say', async () => {
    await using folder = await temporaryFolder();
    const text = fc.string({
      unit: fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom('\uD800', '"', '\\', '\u2028')),
    });
    await fc.assert(
      fc.asyncProperty(text, text, async (name, errorMessage) => {
        const results = [aFailure({ name, errorMessage })];
        const path = await writeResultsFile(
          folder.path,
          'x',
          resultsJson(aRun({ results }), {}, (text) => text),
        );
        expect(JSON.parse(await readFile(path, 'utf8')).results).toEqual(results);
      }),
      { numRuns: 300, seed: 5 },
    );
  });

  it('has no secret, and is JSON all the same', () => {
    // Redacted afterwards, `\nfoo` would become `\***`, and `null` would be gone.
    const run = aRun({ results: [aFailure({ errorMessage: 'line\nfoo "quoted', name: 'is null' })] });
    const written = resultsJson(run, { ref: 'my-nfoo' }, createRedactor(['nfoo', 'null', 'foo "quoted']));
    expect(JSON.parse(written)).toMatchObject({
      reportId: null,
      context: { ref: 'my-***' },
      results: [{ name: 'is ***', errorMessage: 'line\n***' }],
    });
  });

  it.each(['../../etc', '/etc/passwd', 'a b', '__run_2', '..'])(
    'of the step %s stays in its folder',
    async (name) => {
      await using folder = await temporaryFolder();
      const path = await writeResultsFile(folder.path, name, '{}');
      expect(relative(folder.path, path)).toMatch(/^browser-test-gate[\\/]results-[\w-]+\.json$/);
    },
  );

  it('of another step does not overwrite it', async () => {
    await using folder = await temporaryFolder();
    const paths = [
      await writeResultsFile(folder.path, 'one', '1'),
      await writeResultsFile(folder.path, 'two', '2'),
    ];
    expect(await Promise.all(paths.map((path) => readFile(path, 'utf8')))).toEqual(['1', '2']);
  });
});

async function temporaryFolder() {
  const path = await mkdtemp(join(tmpdir(), 'results-file-'));
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true }) };
}
