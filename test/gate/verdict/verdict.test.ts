import { randomUUID } from 'node:crypto';
import { pathToFileURL } from 'node:url';
import { expect, it, test } from 'vitest';
import type { TestReport } from '../../../src/contract/test-report.ts';
import { CaseIndex } from '../../../src/gate/verdict/case-index.ts';
import { toCaseResult } from '../../../src/gate/verdict/case-results.ts';
import { nothingObserved } from '../../../src/gate/verdict/observed.ts';
import type { RequestedRun } from '../../../src/gate/verdict/requested-run.ts';
import { browsersOf, reachVerdict } from '../../../src/gate/verdict/verdict.ts';
import { countResults } from '../../../src/results/cases.ts';
import type { LoadedCase } from '../../../src/test-files/problem.ts';
import { goTo, seesCss } from '../../support/cases.ts';
import { aLoadedCase } from '../../support/loaded-cases.ts';
import { aReport, aResult } from '../../support/reports.ts';
import { aRun, type Outcome, verdictOn } from '../../support/requested-run.ts';

/** The verdict on a finished report with results of the given statuses. */
function finishedWith(status: string, ...results: string[]) {
  const testResults = results.map((each, index) => aResult({ name: `case ${index + 1}`, status: each }));
  return finished(aReport({ status, testResults }));
}

function finished(report: TestReport, cases: readonly LoadedCase[] = []) {
  return verdictOf({ kind: 'finished', report }, { cases });
}

/** The verdict on an outcome; the service chooses the cases unless the test says what was expected. */
function verdictOf(outcome: Outcome, run: Partial<RequestedRun> = {}) {
  return verdictOn(outcome, { expected: undefined, ...run });
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
])('a verdict is %s and not green if the report says %s and its results %j', (status, report, results) => {
  expect(finishedWith(report, ...results)).toMatchObject({ status, green: false });
});

test('the failed cases are counted, and only they', () => {
  expect(finishedWith('FAILED', 'PASSED', 'FAILED', 'ERROR', 'FAILED').reason).toBe(
    '2 of 4 test cases failed.',
  );
});

test('what broke the service is listed once, however many cases it affects', () => {
  const broken = (name: string, errorMessage: string | null) =>
    aResult({ name, status: 'ERROR', errorMessage });
  const testResults = [broken('a', 'no browser'), broken('b', 'no browser'), broken('c', null), aResult()];
  expect(finished(aReport({ status: 'FAILED', testResults })).reason).toBe(
    '3 of 4 test cases could not be run.\nno browser\nno reason given',
  );
});

test('missing results are counted', () => {
  expect(finishedWith('PASSED', 'PASSED', 'WAITING', 'SKIPPED').reason).toBe(
    'The service reports PASSED, but 2 of 3 results are missing. Unknown result status: SKIPPED. Without a result: case 2, case 3. Look at the report in the service.',
  );
});

test('an unknown status of results is named once if the run timed out', () => {
  const testResults = ['RUNNING', 'RUNNING', 'WAITING', 'PASSED'].map((status) => aResult({ status }));
  const { reason } = verdictOf({ kind: 'timed-out', report: aReport({ testResults }) });
  expect(reason).toMatch(/ Unknown result status: RUNNING\.$/);
});

test('a run that timed out names its limit and the unfinished cases, and is not a failure', () => {
  const testResults = [
    aResult({ name: 'a', status: 'FAILED' }),
    aResult({ name: 'b', status: 'WAITING' }),
    aResult({ name: 'c' }),
  ];
  const verdict = verdictOf({ kind: 'timed-out', report: aReport({ testResults }) });
  expect(verdict).toMatchObject({
    status: 'timed-out',
    green: false,
    reason: 'The tests did not end within 30 min (input `timeout`). 1 of 3 test cases did not finish.',
    results: [{ status: 'failed' }, { status: 'unfinished' }, { status: 'passed' }],
  });
});

test('a report that stays open although all its results are there is named if the run timed out', () => {
  const report = aReport({ status: 'WAITING', testResults: [aResult({}), aResult({})] });
  expect(verdictOf({ kind: 'timed-out', report }).reason).toContain(
    ` All results are there, but the test report ${report.id} is still WAITING. Look at the report in the service.`,
  );
});

test('an unknown status of the report is named if the run timed out', () => {
  const report = aReport({ status: 'QUARANTINED' });
  const { status, reason } = verdictOf({ kind: 'timed-out', report });
  expect(status).toBe('timed-out');
  expect(reason).toContain('unknown status QUARANTINED');
});

test('a run that timed out without a report says so', () => {
  expect(verdictOf({ kind: 'timed-out', report: undefined })).toMatchObject({
    status: 'timed-out',
    reason:
      'No test report appeared within 30 min (input `timeout`). Check the test target in the service, and the input `test-target-id`.',
    results: [],
  });
});

test.each([
  ['DONE', 'is DONE. Look it up in the service.'],
  ['IN_PROGRESS', 'is IN_PROGRESS. If it needs more time, increase `timeout`.'],
])('a generation that timed out without a report says that its plan is %s', (planStatus, said) => {
  const observed = { ...nothingObserved, planStatus };
  const asked = { run: aRun(), timeout: '30 min', evidenceFolder: '/e' };
  expect(reachVerdict({ ...asked, observed, ending: { kind: 'timed-out' } }).reason).toContain(
    `(input \`timeout\`). The test plan of the batch generation ${said}`,
  );
});

test('a cancelled run keeps its results, and counts the unfinished ones', () => {
  const report = aReport({ testResults: [aResult(), aResult({ name: 'b', status: 'WAITING' })] });
  expect(verdictOf({ kind: 'cancelled', report })).toMatchObject({
    status: 'cancelled',
    green: false,
    reason: 'The run was cancelled. 1 of 2 test cases did not finish.',
    results: [{ status: 'passed' }, { status: 'unfinished' }],
    reportId: report.id,
  });
  expect(verdictOf({ kind: 'cancelled', report: undefined })).toMatchObject({
    status: 'cancelled',
    reason: 'The run was cancelled.',
  });
});

test('a lost report is an error with its reason, even if every result so far has passed', () => {
  const report = aReport({ testResults: [aResult()] });
  expect(verdictOf({ kind: 'error', report, reason: 'gone' })).toMatchObject({
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

test('an impossible duration is left out', () => {
  const updatedAt = '2026-03-01T12:00:00.000Z';
  const testResults = [aResult({ createdAt: '2026-03-01T12:00:00.500Z', updatedAt }), aResult({ updatedAt })];
  for (const result of finished(aReport({ status: 'PASSED', testResults })).results) {
    expect(result).not.toHaveProperty('durationMs');
  }
});

const steps = { elements: [goTo('/cart'), seesCss('h1')] };

test('the failed step has its description, its number and its location', () => {
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
  expect(verdict.reason).toBe('1 of 1 test cases failed.');
});

test('a failed step of a dependency has the name and the file of that case', () => {
  const login = aLoadedCase({ ...steps, description: 'Log in' }, 'login.yaml');
  const pay = aLoadedCase({ description: 'Pay', dependencyId: login.testCase.id }, 'pay.yaml');
  const result = aResult({
    testCaseId: pay.testCase.id,
    status: 'FAILED',
    failedStep: { testCaseId: login.testCase.id, elementIndex: 0 },
  });
  const [actual] = finished(aReport({ status: 'FAILED', testResults: [result] }), [login, pay]).results;
  expect(actual).toMatchObject({
    place: { file: 'pay.yaml' },
    failedStep: {
      number: 1,
      words: expect.stringContaining('/cart'),
      place: { file: 'login.yaml', line: 11 },
      inDependency: 'Log in',
    },
  });
});

test('a case that did not finish has the step at which it stood', () => {
  const loaded = aLoadedCase(steps, 'cart.yaml');
  const testCaseId = loaded.testCase.id;
  const failedStep = { testCaseId, elementIndex: 1 };
  const report = aReport({
    status: 'WAITING',
    testResults: [aResult({ testCaseId, status: 'WAITING', failedStep })],
  });
  expect(verdictOf({ kind: 'timed-out', report }, { cases: [loaded] })).toMatchObject({
    status: 'timed-out',
    results: [{ status: 'unfinished', failedStep: { number: 2, place: { file: 'cart.yaml', line: 12 } } }],
  });
});

test('a failed step is found under an id of the service as well', () => {
  const loaded = aLoadedCase({ ...steps, description: 'Cart' }, 'cart.yaml');
  const testCaseId = randomUUID();
  const result = aResult({
    testCaseId,
    name: 'Cart',
    status: 'FAILED',
    failedStep: { testCaseId, elementIndex: 1 },
  });
  const [actual] = finished(aReport({ status: 'FAILED', testResults: [result] }), [loaded]).results;
  expect(actual?.failedStep).toEqual({
    number: 2,
    words: expect.stringContaining('h1'),
    place: { file: 'cart.yaml', line: 12, column: 5 },
  });
});

test.each([
  ['of an unknown case', { testCaseId: randomUUID(), elementIndex: 0 }],
  ['beyond the last', undefined],
])('a failed step %s is left out', (_, failedStep) => {
  const loaded = aLoadedCase(steps);
  const { id } = loaded.testCase;
  const result = aResult({
    testCaseId: id,
    status: 'FAILED',
    failedStep: failedStep ?? { testCaseId: id, elementIndex: 2 },
  });
  const [actual] = finished(aReport({ status: 'FAILED', testResults: [result] }), [loaded]).results;
  expect(actual).toMatchObject({ status: 'failed', place: { file: 'a.yaml' } });
  expect(actual).not.toHaveProperty('failedStep');
});

test('an expected case without a result is counted, and the verdict is not green', () => {
  const [a, b] = [
    aLoadedCase({ description: 'Pay' }, 'a.yaml'),
    aLoadedCase({ description: 'Log in' }, 'b.yaml'),
  ];
  const testResults = [aResult({ testCaseId: a.testCase.id, name: 'Pay', status: 'PASSED' })];
  const report = aReport({ status: 'PASSED', testResults });
  const verdict = verdictOf({ kind: 'finished', report }, { cases: [a, b], expected: [a, b] });
  expect(verdict).toMatchObject({ status: 'error', green: false });
  expect(verdict.reason).toContain('1 of 2 results is missing.');
  expect(verdictOf({ kind: 'finished', report }, { cases: [a, b], expected: [a] }).status).toBe('passed');
});

test('as many results as expected are enough if a service uses ids of its own and no names', () => {
  const expected = [aLoadedCase({ description: 'Pay' }, 'a.yaml')];
  const report = aReport({
    status: 'PASSED',
    testResults: [aResult({ name: null, status: 'PASSED' })],
  });
  expect(verdictOf({ kind: 'finished', report }, { cases: expected, expected }).status).toBe('passed');
});

test('evidence is kept; files have their paths relative to the evidence folder', () => {
  const loaded = aLoadedCase(steps, 'cart.yaml');
  const { id } = loaded.testCase;
  const result = aResult({
    testCaseId: id,
    status: 'FAILED',
    failedStep: { testCaseId: id, elementIndex: 1, locator: "locator('h1')" },
    pageUrl: 'http://app.test/cart',
    failedPage: {
      title: 'Cart',
      snapshot: null,
      candidates: ['button "Pay"'],
      failedRequests: [{ method: 'GET', url: '/prices', status: 503, error: null, more: 'unknown' }],
    },
    consoleErrors: ['boom'],
    screenshotUrl: pathToFileURL('/e/a b/1.png').href,
    traceUrl: 'file://another-machine/1.zip',
    missingEvidence: ['video: none'],
    teardownFailures: ['Teardown "Log out", step 1: late'],
  });
  const [actual] = finished(aReport({ status: 'FAILED', testResults: [result] }), [loaded]).results;
  expect(actual).toMatchObject({
    failedStep: { number: 2, locator: "locator('h1')" },
    pageUrl: 'http://app.test/cart',
    failedPage: {
      title: 'Cart',
      candidates: ['button "Pay"'],
      failedRequests: [{ method: 'GET', url: '/prices', status: 503 }],
    },
    consoleErrors: ['boom'],
    screenshot: { path: 'a b/1.png' },
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
  expect(countResults(verdict.results)).toMatchObject({ total: 1, passed: 1, failed: 0, flaky: 1 });
});

test('a case that failed at every attempt is not flaky', () => {
  const earlierAttempts = [{ status: 'FAILED', errorMessage: 'late' }];
  const result = aResult({ status: 'FAILED', earlierAttempts, flaky: true });
  const [actual] = finished(aReport({ status: 'FAILED', testResults: [result] })).results;
  expect(actual).toMatchObject({ status: 'failed', flaky: false, earlierAttempts: [{ status: 'failed' }] });
});

test('a service may report a flaky case without its attempts', () => {
  const [actual] = finished(aReport({ status: 'PASSED', testResults: [aResult({ flaky: true })] })).results;
  expect(actual).toMatchObject({ flaky: true, earlierAttempts: [] });
});

test.each([
  ['beside the folder', '/tmp/1.png'],
  ['in a folder whose name begins alike', '/e2/1.png'],
])('a screenshot %s keeps its absolute path', (_, path) => {
  const result = aResult({ status: 'FAILED', screenshotUrl: pathToFileURL(path).href });
  const [actual] = finished(aReport({ status: 'FAILED', testResults: [result] })).results;
  expect(actual).toMatchObject({ screenshot: { path } });
});

test('a test case that was not run has not failed, and the run is not green', () => {
  const notRun = { notRun: true, errorMessage: 'Not run: 1 test case failed before.' };
  const failed = aResult({ status: 'FAILED' });
  const verdict = finished(
    aReport({ status: 'FAILED', testResults: [failed, aResult({ status: 'ERROR', ...notRun })] }),
  );
  expect(verdict).toMatchObject({
    status: 'failed',
    green: false,
    reason: '1 of 2 test cases failed. 1 was not run, because the limit of `max-failures` was reached.',
    results: [{ status: 'failed' }, { status: 'unfinished', ...notRun }],
  });
  const alone = finished(
    aReport({ status: 'PASSED', testResults: [aResult({ status: 'ERROR', ...notRun }), aResult()] }),
  );
  expect(alone).toMatchObject({ status: 'error', green: false });
});

test('in a run that was stopped, a test case that waited for its retry has failed', () => {
  const errorMessage = 'no button';
  const earlierAttempts = [{ status: 'FAILED', errorMessage }];
  const testResults = [aResult({ status: 'WAITING', earlierAttempts }), aResult({ status: 'WAITING' })];
  const verdict = verdictOf({ kind: 'timed-out', report: aReport({ testResults }) });
  expect(verdict).toMatchObject({
    status: 'timed-out',
    green: false,
    reason: expect.stringContaining('1 of 2 test cases did not finish.'),
    results: [{ status: 'failed', errorMessage, earlierAttempts: [] }, { status: 'unfinished' }],
  });
});

test.each(['PASSED', 'SKIPPED'])('an earlier attempt that is %s says nothing', (status) => {
  const testResults = [aResult({ status: 'WAITING', earlierAttempts: [{ status, errorMessage: null }] })];
  const verdict = verdictOf({ kind: 'cancelled', report: aReport({ testResults }) });
  expect(verdict).toMatchObject({ green: false, results: [{ status: 'unfinished' }] });
});

it('the browsers of a run are named once, with version and screen size', () => {
  const desktop = { browserVersion: '153.0.1', viewport: { width: 1920, height: 1080 } };
  const testResults = [
    aResult(desktop),
    aResult(desktop),
    aResult({ browserVersion: '140.0', browser: 'FIREFOX' }),
    aResult(),
  ];
  expect(browsersOf(aReport({ browser: 'CHROMIUM', testResults }))).toEqual([
    { name: 'Chromium', version: '153.0.1', width: 1920, height: 1080 },
    { name: 'Firefox', version: '140.0' },
  ]);
});

function resultOf(loaded: LoadedCase, elementIndex: number) {
  const { id } = loaded.testCase;
  const result = aResult({ testCaseId: id, status: 'FAILED', failedStep: { testCaseId: id, elementIndex } });
  return toCaseResult(result, new CaseIndex(aRun({ cases: [loaded] })), '/e');
}

it('a result has the tags of its test case', () => {
  expect(resultOf(aLoadedCase({ tagNames: ['smoke', 'cart'] }), 0).tags).toEqual(['smoke', 'cart']);
  expect(resultOf(aLoadedCase(), 0)).not.toHaveProperty('tags');
});
