import fc from 'fast-check';
import { expect, it } from 'vitest';
import { parseResults, UnreadableResults } from '../../src/results/results-file.ts';
import { caseStatuses, passedChecks, type RunResults, runStatuses } from '../../src/results/run-results.ts';
import { caseResultOf, failedCaseOf, flakyCaseOf, resultsOf } from '../support/results.ts';

function parse(overrides: Partial<RunResults>) {
  return parseResults(Buffer.from(JSON.stringify(resultsOf(overrides))));
}

function isReadable(overrides: Partial<RunResults>): boolean {
  try {
    return parse(overrides) !== undefined;
  } catch {
    return false;
  }
}

const mixed = [failedCaseOf(), flakyCaseOf(), caseResultOf()];
const red = { status: 'failed', results: mixed } as const;

it.each<[string, Partial<RunResults>]>([
  ['passed', {}],
  ['passed, with a flaky result', { results: [flakyCaseOf()] }],
  ['failed', red],
  ['failed, although every result passed', { status: 'failed' }],
  ['timed out', { status: 'timed-out', results: [caseResultOf({ status: 'unfinished' })] }],
  ['cancelled before any result', { status: 'cancelled', results: [] }],
  ['an error after results', { status: 'error' }],
  ['nothing to run, as allowed', { status: 'nothing-to-run', green: true, results: [] }],
  ['nothing to run', { status: 'nothing-to-run', results: [] }],
  ['done', { status: 'done', green: true, results: [] }],
])('a results file that says %s is read', (_, overrides) => {
  expect(parse(overrides)).toEqual(resultsOf(overrides));
});

it.each<[string, Partial<RunResults>, string]>([
  ['passed above a failure', { status: 'passed', results: mixed }, '`passed`, but 2 of 3 results passed'],
  ['passed without results', { results: [] }, '`passed`, but 0 of 0 results passed'],
  [
    'passed without one of the checks',
    { proof: passedChecks.slice(1).map((check) => ({ check, compared: 'all' })) },
    '`passed` without the check `request-accepted`',
  ],
  ['passed without a proof', { proof: [] }, '`passed` is green without a proof'],
  [
    'a green mode without a proof',
    { status: 'done', results: [], proof: [] },
    '`done` is green without a proof',
  ],
  ['passed that is not green', { green: false }, '`passed` with `green: false`'],
  ['failed that is green', { ...red, green: true }, '`failed` with `green: true`'],
  ['timed out that is green', { ...red, status: 'timed-out', green: true }, '`timed-out` with `green: true`'],
  ['results where none ran', { status: 'nothing-to-run' }, '`nothing-to-run`, but there are 1 results'],
  ['results of a mode that runs none', { status: 'done', green: true }, '`done`, but there are 1 results'],
  ['a wrong count', { passed: 2 }, '`passed` is 2, but its results are 1'],
  ['no failure in the counts', { ...red, failed: 0 }, '`failed` is 0, but its results are 1'],
  [
    'a flaky result that failed',
    { ...red, results: [failedCaseOf({ flaky: true })] },
    'a flaky result did not pass',
  ],
])('a results file with %s is refused', (_, overrides, contradiction) => {
  expect(() => parse(overrides)).toThrow(
    new UnreadableResults(`has a results.json that cannot be read (it contradicts itself: ${contradiction})`),
  );
});

it('no readable results file is green above a result that did not pass', () => {
  const status = fc.constantFrom(...caseStatuses);
  fc.assert(
    fc.property(
      fc.constantFrom(...runStatuses),
      fc.boolean(),
      fc.array(status, { maxLength: 4 }),
      (runStatus, green, ended) => {
        const results = ended.map((each) => caseResultOf({ status: each }));
        fc.pre(isReadable({ status: runStatus, green, results }));
        expect(green && ended.some((each) => each !== 'passed')).toBe(false);
      },
    ),
  );
});
