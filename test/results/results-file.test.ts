import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { resultsJsonSchema } from '../../scripts/schemas.ts';
import {
  formatResults,
  maxResultsBytes,
  parseResults,
  readResultsFile,
  UnreadableResults,
} from '../../src/results/results-file.ts';
import { maxTextCharacters, redactDeep, runResults } from '../../src/results/run-results.ts';
import { createRedactor } from '../../src/runtime/redactor.ts';
import { hostileResults } from '../support/arbitrary-results.ts';
import { caseResultOf, failedCaseOf, resultsOf, stepResultOf } from '../support/results.ts';
import { makeWorkspace } from '../support/run-action.ts';

const ajv = new Ajv2020({ allErrors: true, strict: false });
addFormats.default(ajv);
const isValid = ajv.compile(resultsJsonSchema());

function parsed(content: string) {
  return parseResults(Buffer.from(content));
}

describe('the results file', () => {
  it('is indented JSON with all results, and reads back unchanged', () => {
    const results = resultsOf({
      status: 'failed',
      results: [
        failedCaseOf({ errorMessage: 'x'.repeat(maxTextCharacters) }),
        caseResultOf({ status: 'unfinished' }),
      ],
      startedAt: '2026-11-21T14:48:00.000Z',
    });
    const content = formatResults(results);
    expect(content).toBe(`${JSON.stringify(results, null, 2)}\n`);
    expect(parsed(content)).toEqual(results);
  });

  it('is valid by its JSON Schema and by its zod schema, whatever tests and pages say', () => {
    fc.assert(
      fc.property(hostileResults, (results) => {
        const content: unknown = JSON.parse(formatResults(results));
        expect(isValid(content), JSON.stringify(isValid.errors)).toBe(true);
        expect(runResults.parse(content)).toEqual(results);
      }),
      { numRuns: 300, seed: 5 },
    );
  });

  it('cuts a text that is too long at a whole character', () => {
    const errorMessage = '👩'.repeat(maxTextCharacters);
    const [result] = parsed(
      formatResults(resultsOf({ status: 'failed', results: [failedCaseOf({ errorMessage })] })),
    ).results;
    expect(result?.errorMessage?.length).toBeLessThanOrEqual(maxTextCharacters);
    expect(result?.errorMessage).toMatch(/^(?:👩)+…$/u);
  });

  it('never cuts the addresses of the run, however small it has to be', () => {
    const run = `https://github.example/${'organization-'.repeat(10)}/shop/actions/runs/50`;
    const sourceUrl = `${run}/blob/${'a'.repeat(40)}`;
    const artifact = { name: 'gate', id: 5, url: `${run}/artifacts/5` };
    const links = { sourceUrl, workflowRunUrl: run, artifact, reportPage: { ...artifact, id: 6 } };
    const results = resultsOf({ ...links, reason: 'x'.repeat(500) });
    const brief = parsed(formatResults(results, 1));
    expect(brief).toMatchObject(links);
    expect(brief.reason).toHaveLength(100);
  });

  it('cuts a text only after its secrets were redacted', () => {
    const errorMessage = `${'x'.repeat(maxTextCharacters - 5)}hunter2000 and more`;
    const given = resultsOf({ status: 'failed', results: [failedCaseOf({ errorMessage })] });
    const [result] = parsed(formatResults(redactDeep(given, createRedactor(['hunter2000'])))).results;
    expect(result?.errorMessage).toHaveLength(maxTextCharacters);
    expect(result?.errorMessage).toMatch(/x\*\*\*.…$/);
  });

  it.each([
    ['without indentation', 504_000, 50_000],
    ['with texts of 5,000 characters', 500_000, 5_000],
    ['with texts of 500 characters', 50_000, 500],
    ['with texts of 100 characters', 5_000, 100],
  ])('is written %s if it would be too large otherwise', (_, maxBytes, characters) => {
    const results = resultsOf({
      status: 'failed',
      results: Array.from({ length: 10 }, () => failedCaseOf({ errorMessage: 'x'.repeat(50_000) })),
    });
    const content = formatResults(results, maxBytes);
    expect(content.split('\n')).toHaveLength(2);
    expect(Buffer.byteLength(content)).toBeLessThanOrEqual(maxBytes);
    expect(parsed(content).results.map(({ errorMessage }) => errorMessage?.length)).toEqual(
      Array(10).fill(characters),
    );
  });

  it('leaves out steps of passed attempts first, then those of failed ones, if it would be too large', () => {
    const steps = Array.from({ length: 50 }, () => stepResultOf());
    const many = Array.from({ length: 10 }, () => [caseResultOf({ steps }), failedCaseOf({ steps })]).flat();
    const results = resultsOf({ status: 'failed', results: many });
    const counts = (maxBytes: number) => {
      const content = formatResults(results, maxBytes);
      expect(Buffer.byteLength(content)).toBeLessThanOrEqual(maxBytes);
      const lengths = parsed(content).results.map((each) => each.steps?.length ?? 0);
      return [lengths[0], lengths[1]];
    };
    expect(counts(1_000_000)).toEqual([50, 50]);
    expect(counts(75_000)).toEqual([0, 50]);
    expect(counts(20_000)).toEqual([0, 0]);
  });

  it('holds 10,000 passed results, and as many of their steps as there is space for', () => {
    const few = Array.from({ length: 5 }, () => stepResultOf());
    const results = (steps: typeof few) =>
      resultsOf({ results: Array.from({ length: 10_000 }, () => caseResultOf({ steps })) });
    for (const [given, kept] of [
      [few, 5],
      [[...few, ...few, ...few, ...few], undefined],
    ] as const) {
      const content = formatResults(results([...given]));
      expect(Buffer.byteLength(content)).toBeLessThanOrEqual(maxResultsBytes);
      expect(parsed(content).results[9999]?.steps?.length).toBe(kept);
    }
  });

  it('stays within 10 MiB without leaving out a result', () => {
    const results = Array.from({ length: 400 }, () => failedCaseOf({ errorMessage: 'é'.repeat(50_000) }));
    const content = formatResults(resultsOf({ status: 'failed', results }));
    expect(Buffer.byteLength(content)).toBeLessThanOrEqual(maxResultsBytes);
    expect(parsed(content).results).toHaveLength(400);
  });

  it('has no more than 100 items in a list', () => {
    const results = [failedCaseOf({ consoleErrors: Array(101).fill('TypeError') })];
    expect(
      parsed(formatResults(resultsOf({ status: 'failed', results }))).results[0]?.consoleErrors,
    ).toHaveLength(100);
  });

  it('has no more than 300 steps of an attempt', () => {
    const steps = Array.from({ length: 301 }, () => stepResultOf());
    const results = resultsOf({ status: 'failed', results: [failedCaseOf({ steps })] });
    expect(parsed(formatResults(results)).results[0]?.steps).toHaveLength(300);
  });
});

describe('a results file that anyone may have written', () => {
  const good = JSON.parse(formatResults(resultsOf({ status: 'failed', results: [failedCaseOf()] })));
  const [result] = good.results;

  it.each([
    ['', 'expected object'],
    ['<html></html>', 'expected object'],
    ['[]', 'expected object'],
    [JSON.stringify({ ...good, version: 2 }), 'version'],
    [JSON.stringify({ ...good, status: 'fine' }), 'status'],
    [JSON.stringify({ ...good, total: -1 }), 'total'],
    [JSON.stringify({ ...good, durationMs: '1' }), 'durationMs'],
    [JSON.stringify({ ...good, job: undefined }), 'job'],
    [JSON.stringify({ ...good, job: { ...good.job, shard: { number: 0, total: 2 } } }), 'job.shard.number'],
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
    const message = expect.stringContaining(reason);
    expect(() => parsed(content)).toThrow(expect.objectContaining({ name: 'UnreadableResults', message }));
  });

  it('is read without fields that the schema does not have', () => {
    const content = JSON.stringify({
      ...good,
      later: 1,
      results: [{ ...result, later: 1, ['__proto__']: { flaky: true } }],
    });
    expect(parsed(content)).toEqual(good);
  });
});

it('a results file is read, if there is one', async () => {
  const results = resultsOf();
  await using workspace = await makeWorkspace({ 'results.json': formatResults(results) });
  expect(await readResultsFile(`${workspace.path}/results.json`)).toEqual(results);
  expect(() => parseResults(undefined)).toThrow(new UnreadableResults('has no results.json'));
  expect(await readResultsFile(workspace.path)).toBe(undefined);
  expect(await readResultsFile('')).toBe(undefined);
});
