import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { resultsJson } from '../../../src/publish/files/results-file.ts';
import { resultsFileSchema } from '../../../src/publish/files/results-json-schema.ts';
import {
  maxResultsBytes,
  maxTextCharacters,
  parseResults,
  runOfResults,
} from '../../../src/publish/files/results-schema.ts';
import { createRedactor } from '../../../src/publish/redact/redact.ts';
import type { PublishedRun } from '../../../src/publish/verdict.ts';
import { anyRun } from '../../support/arbitrary-runs.ts';
import { aFailure, aResult, aRun } from '../../support/verdicts.ts';

const ajv = new Ajv2020({ allErrors: true, strict: false });
addFormats.default(ajv);
const isValid = ajv.compile(resultsFileSchema());

const plain = (text: string) => text;

describe('the results file', () => {
  it('has the verdict, the counts, the context and every result whole', () => {
    const results = [
      aFailure({ errorMessage: 'x'.repeat(100_000) }),
      aResult(),
      aResult({ status: 'unfinished' }),
    ];
    const run = aRun(
      { status: 'failed', green: false, reason: 'why', results, reportId: 'r' },
      { durationMs: 12.6, url: 'http://a', startedAt: '2026-11-21T14:48:00.000Z' },
    );
    expect(JSON.parse(resultsJson(run, { sha: 'abc' }, plain))).toEqual({
      version: 1,
      title: 'CI / browser',
      status: 'failed',
      green: false,
      reason: 'why',
      total: 3,
      passed: 1,
      failed: 1,
      flaky: 0,
      startedAt: '2026-11-21T14:48:00.000Z',
      durationMs: 13,
      reportId: 'r',
      reportUrl: null,
      workflowRunUrl: null,
      url: 'http://a',
      context: { sha: 'abc' },
      results,
    });
  });

  it('is valid by its schema and reads back as the run that it tells of, whatever tests and pages say', () => {
    fc.assert(
      fc.property(anyRun, (run) => {
        const content = resultsJson(run, contextOf(run), plain);
        expect(isValid(JSON.parse(content)), JSON.stringify(isValid.errors)).toBe(true);
        const read = parseResults(content);
        expect(read.kind === 'read' && runOfResults(read.results)).toEqual(run);
      }),
      { numRuns: 500, seed: 5 },
    );
  });

  it('has no secret, and is JSON all the same', () => {
    // Redacted afterwards, `\nfoo` would become `\***`, and `null` would be gone.
    const run = aRun({ results: [aFailure({ errorMessage: 'line\nfoo "quoted', name: 'is null' })] });
    const redact = createRedactor(['nfoo', 'null', 'foo "quoted', 'passed']);
    const written = resultsJson(run, { ref: 'my-nfoo' }, redact);
    expect(JSON.parse(written)).toMatchObject({
      status: 'passed',
      reportId: null,
      context: { ref: 'my-***' },
      results: [{ name: 'is ***', errorMessage: 'line\n***' }],
    });
  });

  it('cuts a text that is too long, but never inside of a secret', () => {
    const secret = 'hunter2000';
    const errorMessage = `${'x'.repeat(maxTextCharacters - 5)}${secret} and more`;
    const read = parseResults(
      resultsJson(aRun({ results: [aFailure({ errorMessage })] }), {}, createRedactor([secret])),
    );
    const message = read.kind === 'read' ? read.results.results[0]?.errorMessage : undefined;
    expect(message).toHaveLength(maxTextCharacters);
    expect(message).toMatch(/x\*\*\*.…$/);
  });

  it('stays within its size: texts are cut, and no result is left out', () => {
    const results = Array.from({ length: 400 }, () => aFailure({ errorMessage: 'é'.repeat(50_000) }));
    const content = resultsJson(aRun({ results }), {}, plain);
    expect(Buffer.byteLength(content)).toBeLessThanOrEqual(maxResultsBytes);
    const read = parseResults(content);
    expect(read.kind === 'read' && read.results.results).toHaveLength(400);
  });
});

describe('a results file that nobody vouches for', () => {
  const good = JSON.parse(resultsJson(aRun({ results: [aFailure()] }), {}, plain));
  const [result] = good.results;

  it.each([
    ['', 'expected object'],
    ['<html></html>', 'expected object'],
    ['[]', 'expected object'],
    [JSON.stringify({ ...good, version: 2 }), 'version'],
    [JSON.stringify({ ...good, status: 'fine' }), 'status'],
    [JSON.stringify({ ...good, total: -1 }), 'total'],
    [JSON.stringify({ ...good, durationMs: '1' }), 'durationMs'],
    [JSON.stringify({ ...good, title: 'x'.repeat(maxTextCharacters + 1) }), 'title'],
    [JSON.stringify({ ...good, results: [{ ...result, name: { toString: 'x' } }] }), 'results.0.name'],
    [
      JSON.stringify({ ...good, results: [{ ...result, consoleErrors: Array(101).fill('') }] }),
      'consoleErrors',
    ],
    [
      JSON.stringify({ ...good, results: [{ ...result, place: { file: 'a', line: 0, column: 1 } }] }),
      'place.line',
    ],
    [`${' '.repeat(maxResultsBytes)}${JSON.stringify(good)}`, '10 MiB'],
  ])('is refused with a reason: %.60s', (content, reason) => {
    const read = parseResults(content);
    expect(read.kind === 'unreadable' && read.reason).toContain(reason);
  });

  it('loses what the schema does not know', () => {
    const read = parseResults(
      JSON.stringify({
        ...good,
        later: 1,
        results: [{ ...result, later: 1, ['__proto__']: { flaky: true } }],
      }),
    );
    expect(read).toEqual({ kind: 'read', results: good });
  });
});

/** What the action says of the commit beside the run. */
function contextOf({ sha }: PublishedRun): { sha?: string } {
  return sha === undefined ? {} : { sha };
}
