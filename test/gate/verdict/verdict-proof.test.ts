import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { TestResult } from '../../../src/contract/test-report.ts';
import { type PassedProof, passedChecks, type Verdict } from '../../../src/results/run-results.ts';
import { aLoadedCase } from '../../support/loaded-cases.ts';
import { aReport, aResult } from '../../support/reports.ts';
import { type Outcome, verdictOn as verdictOfRun } from '../../support/requested-run.ts';

/** Nothing is green without a proof: what a report may say, compared with what was to run. */

const [login, pay] = [
  aLoadedCase({ description: 'Log in' }, 'a.yaml'),
  aLoadedCase({ description: 'Pay' }, 'b.yaml'),
];
const both = [login, pay];
const of = ({ testCase: { id, description } }: typeof login, status = 'PASSED') =>
  aResult({ testCaseId: id, name: description, status });
const logged = of(login);
const stranger = (name: string | null, status = 'PASSED') => aResult({ name, status });

const verdictOf = (outcome: Outcome, cases = both, expected = cases) =>
  verdictOfRun(outcome, { cases, expected });
const verdictOn = (status: string, testResults: TestResult[]) =>
  verdictOf({ kind: 'finished', report: aReport({ status, testResults }) });

describe('is green', () => {
  test.each([
    ['every expected case passed, by its id', [of(login), of(pay)]],
    ['an id is written in capitals', [of(login), { ...of(pay), testCaseId: pay.testCase.id.toUpperCase() }]],
    ['every expected case passed, by its name', [stranger('Log in'), stranger('Pay')]],
    ['a service names nothing, and all it ran passed', [stranger(null), stranger(' ')]],
    ['a case passed twice', [of(login), of(pay), of(pay)]],
    ['a case that was not pushed passed, too', [of(login), of(pay), stranger('Another')]],
  ])('if %s', (_, results) => {
    expect(verdictOn('PASSED', results)).toMatchObject({ status: 'passed', green: true });
  });

  test('cases of one name, where as many results have it', () => {
    const twins = [aLoadedCase({ description: 'Pay' }), aLoadedCase({ description: 'Pay' })];
    const on = (...testResults: TestResult[]) => {
      const report = aReport({ status: 'PASSED', testResults });
      return verdictOf({ kind: 'finished', report }, twins).status;
    };
    expect(on(stranger('Pay'), stranger('Pay'))).toBe('passed');
    const [one] = [stranger('Pay')];
    expect(on(one, { ...one, id: randomUUID() })).toBe('error');
  });
});

describe('is not green', () => {
  test.each([
    ['a case has no result', 'error', 'PASSED', [of(login)]],
    ['there is no result at all', 'error', 'PASSED', []],
    ['one case is there twice, and the other not', 'error', 'PASSED', [of(login), of(login)]],
    [
      'one case is there twice under an id of the service',
      'error',
      'PASSED',
      [stranger('Pay'), stranger('Pay')],
    ],
    ['another case stands in', 'error', 'PASSED', [of(login), stranger('Another')]],
    ['only others ran', 'error', 'PASSED', [stranger('X'), stranger('Y'), stranger('Z')]],
    ['a result without a name stands in', 'error', 'PASSED', [of(login), stranger(null)]],
    ['too few results have no name', 'error', 'PASSED', [stranger(null)]],
    ['a case passed and failed', 'failed', 'PASSED', [of(login), of(pay), of(pay, 'FAILED')]],
    ['a case failed and passed', 'failed', 'PASSED', [of(login), of(pay, 'FAILED'), of(pay)]],
    [
      'a result is repeated with an error',
      'error',
      'PASSED',
      [of(login), logged, { ...logged, errorMessage: 'It broke.' }, of(pay)],
    ],
    ['a case passed and waits', 'error', 'PASSED', [of(login), of(pay), of(pay, 'WAITING')]],
    ['a case that was not pushed failed', 'failed', 'FAILED', [of(login), of(pay), stranger('X', 'FAILED')]],
    ['a case broke', 'error', 'FAILED', [of(login), of(pay, 'ERROR')]],
    ['a case vanished', 'error', 'PASSED', [of(login), of(pay, 'VANISHED')]],
    ['a status is nearly PASSED', 'error', 'PASSED', [of(login), of(pay, 'passed')]],
    ['the report says FAILED', 'failed', 'FAILED', [of(login), of(pay)]],
  ] satisfies [string, string, string, TestResult[]][])('if %s: %s', (_, status, report, results) => {
    expect(verdictOn(report, results)).toMatchObject({ status, green: false });
  });

  test.each([
    [{ kind: 'cancelled', report: undefined }, 'cancelled'],
    [{ kind: 'timed-out', report: undefined }, 'timed-out'],
    [{ kind: 'error', report: undefined, reason: 'The report is gone.' }, 'error'],
  ] satisfies [Outcome, string][])(
    'without a report: %j; every expected case is listed',
    (outcome, status) => {
      const verdict = verdictOf(outcome);
      expect(verdict).toMatchObject({ status, green: false });
      expect(verdict.results.map(({ name, status }) => [name, status])).toEqual([
        ['Log in', 'unfinished'],
        ['Pay', 'unfinished'],
      ]);
      expect(verdict.reason).toContain('2 of 2 test cases did not finish.');
    },
  );
});

test('each expected case is accounted for: finished, unfinished or missing', () => {
  const third = aLoadedCase({ description: 'Ship' }, 'c.yaml');
  const report = aReport({ testResults: [of(login), of(pay, 'WAITING')] });
  const outcome: Outcome = { kind: 'timed-out', report, lastFailure: 'GET x answered 503.' };
  const { reason, results } = verdictOf(outcome, [...both, third]);
  expect(reason).toBe(
    'The tests did not end within 30 min (input `timeout`). 2 of 3 test cases did not finish. The last request to the service failed: GET x answered 503.',
  );
  expect(results.map(({ name }) => name)).toEqual(['Log in', 'Pay', 'Ship']);
  expect(results[2]?.errorMessage).toBe('The service reported no result for this test case.');
});

test('the proof of a green verdict names what was compared', () => {
  const report = aReport({ status: 'PASSED', testResults: [of(login), of(pay), stranger('Another')] });
  const { proof } = verdictOf({ kind: 'finished', report });
  expect(proof.map(({ check }) => check)).toEqual(passedChecks);
  expect(proof).toMatchObject([
    { compared: 'draft push' },
    { compared: `report ${report.id}, not found` },
    { compared: `created at ${report.createdAt}, requested at 2026-03-01T12:00:00.000Z` },
    { compared: expect.stringContaining('acme shop feature abc') },
    { check: 'report-status', compared: `report ${report.id} is PASSED` },
    { check: 'every-result-passed', compared: '3 of 3 results passed' },
    { check: 'every-expected-case-has-a-result', compared: '2 of 2 expected test cases' },
    { compared: 'answers: 1, flaky results: 0' },
  ]);
});

test('a green verdict without a full proof is a type error', () => {
  const results: Verdict['results'] = [];
  // @ts-expect-error: an empty list is not a proof.
  const without: Verdict = { status: 'passed', green: true, reason: '', results, proof: [] };
  const [first, second] = passedChecks.map((check) => ({ check, compared: 'all' }));
  // @ts-expect-error: some checks are not a full proof.
  const partial: PassedProof = [first, second];
  expect([without.proof.length, partial.length]).toEqual([0, 2]);
});

test('passed results that are not in the test files are named', () => {
  expect(verdictOn('PASSED', [of(login), of(pay), stranger('Another')]).reason).toBe(
    '3 of 3 test cases passed. Not in the test files: Another.',
  );
});

const statuses = ['PASSED', 'PASSED', 'PASSED', 'FAILED', 'WAITING', 'ERROR', 'SKIPPED', 'VANISHED', ''];
const arbitraryRun = fc
  .integer({ min: 1, max: 4 })
  .map((count) => Array.from({ length: count }, (_, index) => aLoadedCase({ description: `case ${index}` })))
  .chain((cases) =>
    fc.record({
      cases: fc.constant(cases),
      expected: fc.subarray(cases, { minLength: 1 }),
      kind: fc.constantFrom('finished', 'finished', 'finished', 'timed-out', 'cancelled'),
      status: fc.constantFrom('PASSED', 'PASSED', 'FAILED', 'WAITING', 'QUEUED'),
      results: fc.oneof(
        // All of them passed, so that green is not rare.
        fc.shuffledSubarray(cases).map((some) => some.map((each) => of(each))),
        fc.array(
          fc
            .tuple(
              fc.constantFrom(...cases, undefined),
              fc.constantFrom(...statuses),
              fc.constantFrom('id', 'name'),
            )
            .map(([each, status, known]) => {
              if (each === undefined) return stranger('Another', status);
              return known === 'id' ? of(each, status) : stranger(each.testCase.description, status);
            }),
          { maxLength: 8 },
        ),
      ),
    }),
  );

test('a verdict is green exactly if the report and every result say PASSED, and every expected case has one', () => {
  const seen = { green: 0, red: 0 };
  fc.assert(
    fc.property(arbitraryRun, ({ cases, expected, kind, status, results: testResults }) => {
      const report = aReport({ status, testResults });
      const outcome: Outcome =
        kind === 'timed-out' || kind === 'cancelled' ? { kind, report } : { kind: 'finished', report };
      const verdict = verdictOf(outcome, cases, expected);
      const isProven =
        outcome.kind === 'finished' &&
        status === 'PASSED' &&
        testResults.every((result) => result.status === 'PASSED') &&
        expected.every(({ testCase: { id, description } }) =>
          testResults.some(({ testCaseId, name }) => testCaseId === id || name === description),
        );
      seen[verdict.green ? 'green' : 'red'] += 1;
      expect(verdict.green).toBe(isProven);
      expect(verdict.status === 'passed').toBe(verdict.green);
      expect(verdict.proof.length > 0).toBe(verdict.green);
      for (const { testCase } of expected) {
        expect(verdict.results.map(({ name }) => name)).toContain(testCase.description);
      }
    }),
    { numRuns: 2000, seed: 1 },
  );
  expect(Math.min(seen.green, seen.red)).toBeGreaterThan(30);
});
