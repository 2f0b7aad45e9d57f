import { randomUUID } from 'node:crypto';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { reachVerdict } from '../../../src/action/verdict/verdict.ts';
import type { TestReport } from '../../../src/contract/test-report.ts';
import { countResults } from '../../../src/publish/verdict.ts';
import type { LoadedCase } from '../../../src/test-files/loaded-case.ts';
import { goTo, seesCss } from '../../support/cases.ts';
import { aLoadedCase } from '../../support/loaded-cases.ts';
import { aReport, aResult } from '../../support/reports.ts';

/** The verdict on a finished report with results of the given statuses. */
function finishedWith(status: string, ...results: string[]) {
  const testResults = results.map((each, index) => aResult({ name: `case ${index + 1}`, status: each }));
  return finished(aReport({ status, testResults }));
}

function finished(report: TestReport, cases: readonly LoadedCase[] = []) {
  return reachVerdict({ kind: 'finished', report }, cases, '30 min');
}

test('a report that passed, with results that all passed, is passed and green', () => {
  const verdict = finishedWith('PASSED', 'PASSED', 'PASSED');
  expect(verdict).toMatchObject({
    status: 'passed',
    green: true,
    reason: '2 of 2 test cases passed.',
    results: [{ status: 'passed' }, { status: 'passed' }],
  });
});

test.each([
  ['failed', 'PASSED', ['PASSED', 'FAILED']],
  ['failed', 'FAILED', ['PASSED', 'FAILED']],
  ['failed', 'FAILED', ['ERROR', 'FAILED']],
  ['failed', 'FAILED', ['WAITING', 'FAILED']],
  ['failed', 'FAILED', ['PASSED']],
  ['error', 'FAILED', ['PASSED', 'ERROR']],
  ['error', 'PASSED', ['PASSED', 'ERROR']],
  ['error', 'PASSED', ['PASSED', 'WAITING']],
  ['error', 'PASSED', ['PASSED', 'SKIPPED']],
  ['error', 'FAILED', ['ERROR', 'WAITING']],
  ['error', 'FAILED', ['PASSED', 'WAITING']],
  ['error', 'FAILED', []],
  ['nothing-to-run', 'PASSED', []],
])('it is %s, and not green, where the report says %s and its results %j', (status, report, results) => {
  expect(finishedWith(report, ...results)).toMatchObject({ status, green: false });
});

test('the failed cases are named, and only they', () => {
  expect(finishedWith('FAILED', 'PASSED', 'FAILED', 'ERROR', 'FAILED').reason).toBe(
    '2 of 4 test cases failed: case 2, case 4.',
  );
});

test('a long list of names is cut, and the number of the others told', () => {
  const { reason } = finishedWith('FAILED', ...Array.from({ length: 12 }, () => 'FAILED'));
  expect(reason).toContain('12 of 12 test cases failed: case 1, case 2');
  expect(reason).toMatch(/case 10 and 2 more\.$/);
});

test('what broke the service is told once, however many cases it hit', () => {
  const broken = (name: string, errorMessage: string | null) =>
    aResult({ name, status: 'ERROR', errorMessage });
  const testResults = [broken('a', 'no browser'), broken('b', 'no browser'), broken('c', null), aResult()];
  expect(finished(aReport({ status: 'FAILED', testResults })).reason).toBe(
    '3 of 4 test cases could not be run: a, b, c.\nno browser\nno reason given',
  );
});

test('results that are not there are counted', () => {
  expect(finishedWith('PASSED', 'PASSED', 'WAITING', 'SKIPPED').reason).toBe(
    'The service says PASSED, but 2 of 3 results are not there. Results have a status that is not known here: SKIPPED.',
  );
});

test('timed out with results of a status that is not known names it once', () => {
  const testResults = ['RUNNING', 'RUNNING', 'WAITING', 'PASSED'].map((status) => aResult({ status }));
  const { reason } = reachVerdict({ kind: 'timed-out', report: aReport({ testResults }) }, [], '30 min');
  expect(reason).toMatch(/ Results have a status that is not known here: RUNNING\.$/);
});

test('timed out is told with the limit and the unfinished, and is no failure', () => {
  const testResults = [
    aResult({ name: 'a', status: 'FAILED' }),
    aResult({ name: 'b', status: 'WAITING' }),
    aResult({ name: 'c' }),
  ];
  const verdict = reachVerdict({ kind: 'timed-out', report: aReport({ testResults }) }, [], '30 min');
  expect(verdict).toMatchObject({
    status: 'timed-out',
    green: false,
    reason: 'The tests did not end within 30 min (input `timeout`). 1 of 3 test cases did not finish.',
    results: [{ status: 'failed' }, { status: 'unfinished' }, { status: 'passed' }],
  });
});

test('timed out with a status that is not known names it', () => {
  const report = aReport({ status: 'QUARANTINED' });
  const { status, reason } = reachVerdict({ kind: 'timed-out', report }, [], '30 min');
  expect(status).toBe('timed-out');
  expect(reason).toContain('QUARANTINED, is not known here');
});

test('timed out without a report says so', () => {
  expect(reachVerdict({ kind: 'timed-out', report: undefined }, [], '90 s')).toMatchObject({
    status: 'timed-out',
    reason: 'No test report appeared within 90 s (input `timeout`).',
    results: [],
  });
});

test('cancelled keeps what was there, and counts the unfinished', () => {
  const report = aReport({ testResults: [aResult(), aResult({ name: 'b', status: 'WAITING' })] });
  expect(reachVerdict({ kind: 'cancelled', report }, [], '30 min')).toMatchObject({
    status: 'cancelled',
    green: false,
    reason: 'The run was cancelled. 1 of 2 test cases did not finish.',
    results: [{ status: 'passed' }, { status: 'unfinished' }],
    reportId: report.id,
  });
  expect(reachVerdict({ kind: 'cancelled', report: undefined }, [], '30 min')).toMatchObject({
    status: 'cancelled',
    reason: 'The run was cancelled.',
  });
});

test('a lost report is an error with its reason, even if every result so far has passed', () => {
  const report = aReport({ testResults: [aResult()] });
  expect(reachVerdict({ kind: 'lost', report, reason: 'gone' }, [], '30 min')).toMatchObject({
    status: 'error',
    green: false,
    reason: 'gone',
    reportId: report.id,
  });
});

test('a result is joined with its file by the id of its case', () => {
  const [a, b] = [
    aLoadedCase({ description: 'Pay' }, 'a.yaml'),
    aLoadedCase({ description: 'Pay' }, 'b.yaml'),
  ];
  const report = aReport({
    status: 'PASSED',
    testResults: [aResult({ testCaseId: b.testCase.id, name: 'Pay' })],
  });
  expect(finished(report, [a, b]).results).toMatchObject([{ place: { file: 'b.yaml' } }]);
});

test('under an id of the service a result is joined by a name that one case has alone', () => {
  const cases = [
    aLoadedCase({ description: 'Pay' }, 'a.yaml'),
    aLoadedCase({ description: 'Log in' }, 'b.yaml'),
    aLoadedCase({ description: 'Log in' }, 'c.yaml'),
  ];
  const testResults = [aResult({ name: 'Pay' }), aResult({ name: 'Log in' }), aResult({ name: 'Ship' })];
  const places = finished(aReport({ status: 'PASSED', testResults }), cases).results.map(
    ({ place }) => place?.file,
  );
  expect(places).toEqual(['a.yaml', undefined, undefined]);
});

test('a result without a name gets that of its case, else its id', () => {
  const loaded = aLoadedCase({ description: 'Pay' });
  const known = aResult({ testCaseId: loaded.testCase.id, name: null });
  const unknown = aResult({ name: null });
  const { results } = finished(aReport({ status: 'PASSED', testResults: [known, unknown] }), [loaded]);
  expect(results.map(({ name }) => name)).toEqual(['Pay', unknown.testCaseId]);
});

test('message, trace and duration of a result are kept', () => {
  const testResults = [
    aResult({
      status: 'FAILED',
      errorMessage: 'TimeoutError',
      traceUrl: 'https://traces.test/1',
      createdAt: '2026-03-01T12:00:00.000Z',
      updatedAt: '2026-03-01T12:00:02.000Z',
    }),
    aResult(),
  ];
  const [failed, passed] = finished(aReport({ status: 'FAILED', testResults })).results;
  expect(failed).toMatchObject({
    errorMessage: 'TimeoutError',
    trace: { url: 'https://traces.test/1' },
    durationMs: 2000,
  });
  expect(passed).toMatchObject({ errorMessage: null, flaky: false, earlierAttempts: [] });
  expect(passed).not.toHaveProperty('trace');
  expect(passed).not.toHaveProperty('durationMs');
});

test('a duration that can’t be is none', () => {
  const testResults = ['2026-03-01T11:00:00.000Z', '2026-03-09T12:00:00.000Z'].map((updatedAt) =>
    aResult({ createdAt: '2026-03-01T12:00:00.000Z', updatedAt }),
  );
  for (const result of finished(aReport({ status: 'PASSED', testResults })).results) {
    expect(result).not.toHaveProperty('durationMs');
  }
});

const steps = { elements: [goTo('/cart'), seesCss('h1')] };

test('the failed step is told in words, with its number and its place', () => {
  const loaded = aLoadedCase(steps, 'cart.yaml');
  const { id } = loaded.testCase;
  const result = aResult({
    testCaseId: id,
    name: 'Cart',
    status: 'FAILED',
    failedStep: { testCaseId: id, elementIndex: 1 },
  });
  const verdict = finished(aReport({ status: 'FAILED', testResults: [result] }), [loaded]);
  expect(verdict.results[0]?.failedStep).toEqual({
    number: 2,
    words: expect.stringContaining('h1'),
    place: { file: 'cart.yaml', line: 12, column: 5 },
  });
  expect(verdict.reason).toBe('1 of 1 test cases failed: Cart (cart.yaml:12:5).');
});

test('a failed step of a dependency is told with the name and the file of that case', () => {
  const login = aLoadedCase({ ...steps, description: 'Log in' }, 'login.yaml');
  const pay = aLoadedCase({ description: 'Pay', dependencyId: login.testCase.id }, 'pay.yaml');
  const result = aResult({
    testCaseId: pay.testCase.id,
    status: 'FAILED',
    failedStep: { testCaseId: login.testCase.id, elementIndex: 0 },
  });
  const [told] = finished(aReport({ status: 'FAILED', testResults: [result] }), [login, pay]).results;
  expect(told).toMatchObject({
    place: { file: 'pay.yaml' },
    failedStep: {
      number: 1,
      words: expect.stringContaining('/cart'),
      place: { file: 'login.yaml', line: 11 },
      inDependency: 'Log in',
    },
  });
});

test('a failed step is found under an id of the service, too', () => {
  const loaded = aLoadedCase({ ...steps, description: 'Cart' }, 'cart.yaml');
  const testCaseId = randomUUID();
  const result = aResult({
    testCaseId,
    name: 'Cart',
    status: 'FAILED',
    failedStep: { testCaseId, elementIndex: 1 },
  });
  const [told] = finished(aReport({ status: 'FAILED', testResults: [result] }), [loaded]).results;
  expect(told?.failedStep).toEqual({
    number: 2,
    words: expect.stringContaining('h1'),
    place: { file: 'cart.yaml', line: 12, column: 5 },
  });
});

test.each([
  ['of a case that is not known', { testCaseId: randomUUID(), elementIndex: 0 }],
  ['beyond the last', undefined],
])('a failed step %s is left out', (_, failedStep) => {
  const loaded = aLoadedCase(steps);
  const { id } = loaded.testCase;
  const result = aResult({
    testCaseId: id,
    status: 'FAILED',
    failedStep: failedStep ?? { testCaseId: id, elementIndex: 2 },
  });
  const [told] = finished(aReport({ status: 'FAILED', testResults: [result] }), [loaded]).results;
  expect(told).toMatchObject({ status: 'failed', place: { file: 'a.yaml' } });
  expect(told).not.toHaveProperty('failedStep');
});

test('an expected case without a result is counted, and the verdict is no pass', () => {
  const [a, b] = [
    aLoadedCase({ description: 'Pay' }, 'a.yaml'),
    aLoadedCase({ description: 'Log in' }, 'b.yaml'),
  ];
  const testResults = [aResult({ testCaseId: a.testCase.id, name: 'Pay', status: 'PASSED' })];
  const report = aReport({ status: 'PASSED', testResults });
  const verdict = reachVerdict({ kind: 'finished', report }, [a, b], '30 min', [a, b]);
  expect(verdict).toMatchObject({ status: 'error', green: false });
  expect(verdict.reason).toContain('1 of 2 results are not there.');
  expect(reachVerdict({ kind: 'finished', report }, [a, b], '30 min', [a]).status).toBe('passed');
});

test('as many results as are expected are enough where a service has ids of its own and no names', () => {
  const expected = [aLoadedCase({ description: 'Pay' }, 'a.yaml')];
  const report = aReport({
    status: 'PASSED',
    testResults: [aResult({ name: null, status: 'PASSED' })],
  });
  expect(reachVerdict({ kind: 'finished', report }, expected, '30 min', expected).status).toBe('passed');
});

test('what there is to look at is kept; the URLs of files are their paths', () => {
  const loaded = aLoadedCase(steps, 'cart.yaml');
  const { id } = loaded.testCase;
  const result = aResult({
    testCaseId: id,
    status: 'FAILED',
    failedStep: { testCaseId: id, elementIndex: 1, locator: "locator('h1')" },
    pageUrl: 'http://app.test/cart',
    consoleErrors: ['boom'],
    screenshotUrl: pathToFileURL('/tmp/a b/1.png').href,
    traceUrl: 'file://another-machine/1.zip',
    missingEvidence: ['video: none'],
    teardownFailures: ['Teardown "Log out", step 1: late'],
  });
  const [told] = finished(aReport({ status: 'FAILED', testResults: [result] }), [loaded]).results;
  expect(told).toMatchObject({
    failedStep: { number: 2, locator: "locator('h1')" },
    pageUrl: 'http://app.test/cart',
    consoleErrors: ['boom'],
    screenshot: { path: resolve('/tmp/a b/1.png') },
    trace: { url: 'file://another-machine/1.zip' },
    missingEvidence: ['video: none'],
    teardownFailures: ['Teardown "Log out", step 1: late'],
  });
});

test('a case that passed after a failed attempt is flaky, and green; the attempt is kept with its step', () => {
  const loaded = aLoadedCase(steps, 'cart.yaml');
  const { id } = loaded.testCase;
  const failed = { status: 'FAILED', errorMessage: 'late', failedStep: { testCaseId: id, elementIndex: 0 } };
  const result = aResult({ testCaseId: id, earlierAttempts: [failed] });
  const verdict = finished(aReport({ status: 'PASSED', testResults: [result] }), [loaded]);
  expect(verdict).toMatchObject({
    status: 'passed',
    green: true,
    results: [
      {
        status: 'passed',
        flaky: true,
        earlierAttempts: [
          { status: 'failed', errorMessage: 'late', failedStep: { number: 1, place: { line: 11 } } },
        ],
      },
    ],
  });
  expect(countResults(verdict.results)).toEqual({ total: 1, passed: 1, failed: 0, flaky: 1 });
});

test('a case that failed at every attempt is not flaky', () => {
  const earlierAttempts = [{ status: 'FAILED', errorMessage: 'late' }];
  const result = aResult({ status: 'FAILED', earlierAttempts, flaky: true });
  const [told] = finished(aReport({ status: 'FAILED', testResults: [result] })).results;
  expect(told).toMatchObject({ status: 'failed', flaky: false, earlierAttempts: [{ status: 'failed' }] });
});

test('a service may say that a case is flaky without telling its attempts', () => {
  const [told] = finished(aReport({ status: 'PASSED', testResults: [aResult({ flaky: true })] })).results;
  expect(told).toMatchObject({ flaky: true, earlierAttempts: [] });
});
