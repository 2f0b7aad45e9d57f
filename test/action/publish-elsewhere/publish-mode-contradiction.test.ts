import fc from 'fast-check';
import { expect, it } from 'vitest';
import { contradictionIn } from '../../../src/action/publish-elsewhere/contradiction.ts';
import { resultsJson } from '../../../src/publish/files/results-file.ts';
import { parseResults, type ResultsFile } from '../../../src/publish/files/results-schema.ts';
import type { Verdict } from '../../../src/publish/verdict.ts';
import { aFailure, aFlaky, aResult, aRun } from '../../support/verdicts.ts';

function fileOf(verdict: Partial<Verdict>, more: Partial<ResultsFile> = {}): ResultsFile {
  const read = parseResults(resultsJson(aRun(verdict), { source: 'github' }, (text) => text));
  if (read.kind === 'unreadable') throw new Error(read.reason);
  return { ...read.results, ...more };
}

const mixed = [aFailure(), aFlaky(), aResult()];
const red = { status: 'failed', green: false, results: mixed } as const;

it.each<[string, Partial<Verdict>]>([
  ['passed', {}],
  ['passed, with a flaky one', { results: [aFlaky()] }],
  ['failed', red],
  ['failed, as the service alone says', { status: 'failed', green: false }],
  ['timed out', { status: 'timed-out', green: false, results: [aResult({ status: 'unfinished' })] }],
  ['cancelled before any result', { status: 'cancelled', green: false, results: [] }],
  ['an error after results', { status: 'error', green: false }],
  ['nothing to run, on purpose', { status: 'nothing-to-run', green: true, results: [] }],
  ['nothing to run', { status: 'nothing-to-run', green: false, results: [] }],
  ['done', { status: 'done', green: true, results: [] }],
])('a file that says %s fits together', (_, verdict) => {
  expect(contradictionIn(fileOf(verdict))).toBeUndefined();
});

it.each<[string, ResultsFile, string]>([
  ['passed above a failure', fileOf({ results: mixed }), '`passed`, and 2 of 3 results passed'],
  ['passed without results', fileOf({ results: [] }), '`passed`, and 0 of 0 results passed'],
  ['passed that is not green', fileOf({ green: false }), '`passed` with `green: false`'],
  ['green that failed', fileOf({ ...red, green: true }), '`failed` with `green: true`'],
  [
    'green that timed out',
    fileOf({ ...red, status: 'timed-out', green: true }),
    '`timed-out` with `green: true`',
  ],
  [
    'results where none ran',
    fileOf({ status: 'nothing-to-run' }),
    '`nothing-to-run`, and there are 1 results',
  ],
  ['a wrong count', fileOf({}, { passed: 2 }), '`passed` is 2, and its results are 1'],
  ['no failure counted', fileOf(red, { failed: 0 }), '`failed` is 0, and its results are 1'],
  [
    'flaky that failed',
    fileOf({ ...red, results: [aFailure({ flaky: true })] }),
    'a flaky result did not pass',
  ],
])('%s does not', (_, file, words) => {
  expect(contradictionIn(file)).toBe(words);
});

it('nothing that fits together is green above a result that did not pass', () => {
  const status = fc.constantFrom('passed', 'failed', 'error', 'unfinished');
  const verdict = fc.constantFrom(
    'passed',
    'failed',
    'timed-out',
    'cancelled',
    'error',
    'nothing-to-run',
    'done',
  );
  fc.assert(
    fc.property(verdict, fc.boolean(), fc.array(status, { maxLength: 4 }), (said, green, ended) => {
      const file = fileOf({ status: said, green, results: ended.map((each) => aResult({ status: each })) });
      fc.pre(contradictionIn(file) === undefined);
      expect(green && ended.some((each) => each !== 'passed')).toBe(false);
    }),
  );
});
