import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import type { Attempt } from '../../src/contract/attempt.ts';
import type { TestReport } from '../../src/contract/test-report.ts';
import type { CaseOutcome } from '../../src/runner/runner.ts';
import { aCase, goTo } from '../support/cases.ts';
import { createGenerator } from '../support/generators.ts';
import { pathOf } from '../support/path-of.ts';
import { openService, type ServiceUnderTest } from '../support/service.ts';
import { until } from '../support/until.ts';

async function startTwo(it: ServiceUnderTest) {
  const [a, b] = [aCase(), aCase()];
  const { testReport } = await it.execute(await it.push(a, b));
  const outcome = (testCaseId: string, status: CaseOutcome['status']): CaseOutcome => ({
    testCaseId,
    status,
    errorMessage: status === 'PASSED' ? null : `${status} for a reason`,
  });
  const run = it.runner.latest();
  return {
    a,
    b,
    run,
    endA: (status: CaseOutcome['status']) => run.onOutcome(outcome(a.id, status)),
    endB: (status: CaseOutcome['status']) => run.onOutcome(outcome(b.id, status)),
    read: (waitSeconds?: number): Promise<TestReport> =>
      it.client.getTestReport(
        { testTargetId: it.testTargetId, testReportId: testReport.id },
        waitSeconds === undefined ? {} : { waitSeconds },
      ),
  };
}

test('a report is WAITING until its last result is there, even after a failure', async () => {
  await using it = await openService();
  const { endA, endB, read } = await startTwo(it);
  expect((await read()).status).toBe('WAITING');
  endA('FAILED');
  expect(await read()).toMatchObject({
    status: 'WAITING',
    testResults: [{ status: 'FAILED' }, { status: 'WAITING' }],
  });
  endB('PASSED');
  expect((await read()).status).toBe('FAILED');
});

test.each([
  ['PASSED', 'PASSED', 'PASSED'],
  ['PASSED', 'FAILED', 'FAILED'],
  ['ERROR', 'PASSED', 'FAILED'],
  ['ERROR', 'FAILED', 'FAILED'],
] as const)('results %s and %s make a report %s', async (first, second, status) => {
  await using it = await openService();
  const { endA, endB, read } = await startTwo(it);
  endA(first);
  endB(second);
  expect((await read()).status).toBe(status);
});

test('a waiting result names the step that is being run, until it has an outcome', async () => {
  await using it = await openService();
  const { a, run, endA, read } = await startTwo(it);
  const step = { testCaseId: a.id, elementIndex: 2 };
  run.onStep?.(a.id, step);
  expect((await read()).testResults[0]).toMatchObject({ status: 'WAITING', failedStep: step });
  endA('PASSED');
  run.onStep?.(a.id, step);
  expect((await read()).testResults[0]).toMatchObject({ status: 'PASSED', failedStep: null });
});

test('an outcome is stored with its message, failed step and times', async () => {
  let time = Date.parse('2026-03-01T12:00:00.000Z');
  await using it = await openService(() => new Date(time));
  const { a, b, run, read } = await startTwo(it);
  time += 1000;
  run.onStart(a.id);
  const startedAt = '2026-03-01T12:00:01.000Z';
  expect((await read()).testResults[0]).toMatchObject({ createdAt: startedAt, updatedAt: startedAt });
  time += 1500;
  run.onOutcome({
    testCaseId: a.id,
    status: 'FAILED',
    errorMessage: 'TimeoutError',
    failedStep: { testCaseId: b.id, elementIndex: 3 },
    durationMs: 1200,
  });
  const report = await read();
  expect(report.testResults[0]).toMatchObject({
    testCaseId: a.id,
    status: 'FAILED',
    errorMessage: 'TimeoutError',
    failedStep: { testCaseId: b.id, elementIndex: 3 },
    createdAt: '2026-03-01T12:00:01.300Z',
    updatedAt: '2026-03-01T12:00:02.500Z',
  });
  expect(report).toMatchObject({
    createdAt: '2026-03-01T12:00:00.000Z',
    updatedAt: '2026-03-01T12:00:02.500Z',
  });
});

test('a case that is never started takes no time', async () => {
  let time = Date.parse('2026-03-01T12:00:00.000Z');
  await using it = await openService(() => new Date(time));
  const { a, run, read } = await startTwo(it);
  time += 2500;
  run.onOutcome({ testCaseId: a.id, status: 'ERROR', errorMessage: 'Not run' });
  const at = '2026-03-01T12:00:02.500Z';
  expect((await read()).testResults[0]).toMatchObject({ createdAt: at, updatedAt: at });
});

test('an outcome is answered as the runner reported it, with its evidence and its earlier attempts', async () => {
  await using it = await openService();
  const { a, run, read } = await startTwo(it);
  const failed = (number: number): Attempt => ({
    status: 'FAILED',
    errorMessage: 'TimeoutError',
    failedStep: { testCaseId: a.id, elementIndex: 0, locator: "locator('h1')" },
    teardownFailures: ['Teardown "Log out", step 1: late'],
    warnings: ['Step 2 failed, and the failure was ignored: late'],
    pageUrl: 'http://app.test/cart',
    consoleErrors: ['boom'],
    screenshotUrl: `file:///tmp/a%20b/${number}.png`,
    traceUrl: `file:///tmp/a%20b/${number}.zip`,
    missingEvidence: ['video: none'],
  });
  run.onOutcome({ testCaseId: a.id, ...failed(2), earlierAttempts: [failed(1)] });
  expect((await read()).testResults[0]).toMatchObject({
    ...failed(2),
    earlierAttempts: [failed(1)],
    flaky: false,
    browser: 'CHROMIUM',
    breakpoint: 'DESKTOP',
  });
});

test('a case that passed after a failed attempt is flaky; one that passed at once is not', async () => {
  await using it = await openService();
  const { a, run, endB, read } = await startTwo(it);
  const passed = { testCaseId: a.id, status: 'PASSED', errorMessage: null } as const;
  run.onOutcome({ ...passed, earlierAttempts: [{ status: 'FAILED', errorMessage: 'late' }] });
  endB('PASSED');
  expect(await read()).toMatchObject({
    status: 'PASSED',
    testResults: [
      { flaky: true, earlierAttempts: [{ status: 'FAILED', errorMessage: 'late', traceUrl: null }] },
      { flaky: false, earlierAttempts: [], consoleErrors: [], pageUrl: null, screenshotUrl: null },
    ],
  });
});

test('a runner that throws leaves an ERROR with its message and keeps earlier results', async () => {
  let time = Date.parse('2026-03-01T12:00:00.000Z');
  await using it = await openService(() => new Date(time));
  const { endA, run, read } = await startTwo(it);
  endA('PASSED');
  time += 5000;
  run.fail(new Error('the browser crashed'));
  expect(await read(60)).toMatchObject({
    status: 'FAILED',
    updatedAt: '2026-03-01T12:00:05.000Z',
    testResults: [
      { status: 'PASSED', errorMessage: null },
      { status: 'ERROR', errorMessage: 'the browser crashed' },
    ],
  });
});

test('a runner that ends without a result for a case leaves an ERROR there', async () => {
  await using it = await openService();
  const { endA, run, read } = await startTwo(it);
  endA('PASSED');
  run.end();
  expect(await read(60)).toMatchObject({
    status: 'FAILED',
    testResults: [
      { status: 'PASSED' },
      { status: 'ERROR', errorMessage: expect.stringContaining('without') },
    ],
  });
});

test('a run without cases is PASSED without results', async () => {
  await using it = await openService();
  const { testReport } = await it.execute([]);
  expect(testReport).toMatchObject({ status: 'PASSED', testResults: [] });
});

test('concurrent runs have separate reports', async () => {
  await using it = await openService();
  const versions = await it.push(aCase());
  const first = await it.execute(versions);
  const second = await it.execute(versions);
  it.runner.latest().pass();
  const read = async (testReportId: string) =>
    (await it.client.getTestReport({ testTargetId: it.testTargetId, testReportId })).status;
  expect(await read(second.testReport.id)).toBe('PASSED');
  expect(await read(first.testReport.id)).toBe('WAITING');
});

test('a result of a run that ends because the service is stopped says so', async () => {
  await using it = await openService();
  const { testReport } = await it.execute(await it.push(aCase()));
  await it.service.stopWork();
  const params = { testTargetId: it.testTargetId, testReportId: testReport.id };
  expect(await it.client.getTestReport(params)).toMatchObject({
    status: 'FAILED',
    testResults: [
      {
        status: 'ERROR',
        errorMessage: 'The service stopped before this test case ended. Run the test case again.',
      },
    ],
  });
});

test('disposing of the service stops its runs and waits until they have ended', async () => {
  const { promise: pagesClosed, resolve: closePages } = Promise.withResolvers<void>();
  const { promise: stopped, resolve: stop } = Promise.withResolvers<void>();
  const it = await openService(undefined, {
    browsers: ['CHROMIUM'],
    async prepare() {},
    async run(_, __, signal) {
      signal.addEventListener('abort', () => stop(), { once: true });
      await pagesClosed;
    },
    async [Symbol.asyncDispose]() {},
  });
  await it.execute(await it.push(aCase()));
  let disposed = false;
  const disposing = it.service[Symbol.asyncDispose]().then(() => {
    disposed = true;
  });
  await stopped;
  // Whatever does not wait for the run is through by the next turn of the event loop.
  await new Promise(setImmediate);
  expect(disposed).toBe(false);
  closePages();
  await disposing;
});

test('the failed attempts of a test case that is retried are stored, and its result stays WAITING', async () => {
  await using it = await openService();
  const { a, run, endA, endB, read } = await startTwo(it);
  run.onFailedAttempt?.(a.id, { status: 'FAILED', errorMessage: 'no button' });
  run.onStep?.(a.id, { testCaseId: a.id, elementIndex: 1 });
  run.onFailedAttempt?.(a.id, { status: 'FAILED', errorMessage: 'no link' });
  endB('PASSED');
  const waiting = await read();
  expect(waiting.status).toBe('WAITING');
  expect(waiting.testResults[0]).toMatchObject({
    status: 'WAITING',
    errorMessage: null,
    earlierAttempts: [
      { status: 'FAILED', errorMessage: 'no button' },
      { status: 'FAILED', errorMessage: 'no link' },
    ],
  });
  endA('PASSED');
  expect((await read()).status).toBe('PASSED');
});

test('a pull of a report gives all cases, those of the report in the versions that were run', async () => {
  await using it = await openService();
  const { testTargetId } = it;
  const [other, changed, last] = [aCase(), aCase(), aCase()];
  await it.client.push({ testTargetId }, {}, { testCases: [other, changed, last] });
  const draft = { ...changed, elements: [goTo('/draft')] };
  const added = aCase();
  const { testReport } = await it.execute(await it.push(draft, added));
  await it.client.push(
    { testTargetId },
    {},
    { testCases: [other, { ...changed, description: 'later' }, last] },
  );
  const { testCases } = await it.client.pull({ testTargetId }, { testReportId: testReport.id });
  expect(testCases).toEqual([other, draft, last, added]);
});

test('a pull of a report includes what the run needed, in the versions that it used', async () => {
  await using it = await openService();
  const { testTargetId } = it;
  const base = aCase({ runStatus: 'OFF' });
  const login = aCase({ runStatus: 'OFF', dependencyId: base.id });
  const tidy = aCase({ runStatus: 'OFF' });
  const pay = aCase({ dependencyId: login.id, teardownId: tidy.id });
  const unneeded = aCase({ runStatus: 'OFF' });
  const { testReport } = await it.execute(await it.push(unneeded, tidy, login, base, pay));
  await it.push({ ...login, description: 'later' });
  const { testCases } = await it.client.pull({ testTargetId }, { testReportId: testReport.id });
  expect(testCases).toEqual([pay, login, tidy, base]);
});

test('a pull of a report gives its cases also if they have been deleted since', async () => {
  await using it = await openService();
  const { testTargetId } = it;
  const [a, b] = [aCase(), aCase()];
  await it.client.push({ testTargetId }, {}, { testCases: [a, b] });
  const { testReport } = await it.execute([], { testCaseVersionIds: undefined });
  await it.client.push({ testTargetId }, {}, { testCases: [b] });
  const { testCases } = await it.client.pull({ testTargetId }, { testReportId: testReport.id });
  expect(testCases).toEqual([b, a]);
});

test('a pull of a plan includes the dependencies and teardowns of its cases', async () => {
  const generator = createGenerator();
  await using it = await openService(undefined, undefined, generator.generate);
  const { testTargetId } = it;
  const base = aCase();
  const login = aCase({ dependencyId: base.id });
  const tidy = aCase();
  await it.client.push({ testTargetId }, {}, { testCases: [aCase(), base, login, tidy] });
  const { batchGenerationId: id } = await it.client.createBatchGeneration(
    { testTargetId },
    { prompt: 'Test the cart', prerequisiteId: login.id },
  );
  await until(
    () => it.client.getTestPlan({ testTargetId, id }),
    ({ status }) => status === 'IN_PROGRESS',
  );
  const made = aCase({ teardownId: tidy.id });
  generator.latest().make(made);
  await until(
    () => it.client.getTestPlan({ testTargetId, id }),
    ({ status }) => status === 'DONE',
  );
  const { testCases } = await it.client.pull({ testTargetId }, { testPlanId: id });
  expect(testCases).toEqual([base, login, tidy, { ...made, dependencyId: login.id }]);
});

test.each(['testReportId', 'testPlanId'])('a pull with an unknown %s is answered with 404', async (name) => {
  await using it = await openService();
  const path = pathOf('pull', { testTargetId: it.testTargetId }, { [name]: randomUUID() });
  expect((await it.ask('GET', path)).status).toBe(404);
});
