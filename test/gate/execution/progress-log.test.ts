import { expect, test } from 'vitest';
import type { TestReport } from '../../../src/contract/test-report.ts';
import { createProgressLog } from '../../../src/gate/execution/progress-log.ts';
import { vanished } from '../../../src/gate/verdict/result-status.ts';
import { cpuMs } from '../../support/cpu-time.ts';
import { createHandClock, type HandClock } from '../../support/hand-clock.ts';
import { createRecordingHost, type RecordingHost } from '../../support/recording-host.ts';
import { aReport, aResult } from '../../support/reports.ts';

interface Logging extends Disposable {
  readonly host: RecordingHost;
  readonly clock: HandClock;
  readonly update: ReturnType<typeof createProgressLog>['update'];
  readonly failed: ReturnType<typeof createProgressLog>['failed'];
}

function startLogging(): Logging {
  const host = createRecordingHost();
  const clock = createHandClock();
  const progress = createProgressLog(host, clock, ({ name, testCaseId }) => name ?? testCaseId);
  const { update, failed } = progress;
  return { host, clock, update, failed, [Symbol.dispose]: () => progress[Symbol.dispose]() };
}

/** Logs the states of two results one after the other. @returns the lines after each. */
function linesOf(...states: readonly (readonly [string, string])[]): string[][] {
  using logging = startLogging();
  const { host, update } = logging;
  const [login, pay] = [aResult({ name: 'Log in' }), aResult({ name: 'Pay' })];
  return states.map(([first, second]) => {
    host.lines.length = 0;
    update(
      aReport({
        testResults: [
          { ...login, status: first },
          { ...pay, status: second },
        ],
      }),
    );
    return [...host.lines];
  });
}

/** A report of so many cases, the first ones with these states; all others wait. */
function reportOf(count: number, ...states: readonly string[]): TestReport {
  return aReport({
    testResults: Array.from({ length: count }, (_, index) =>
      aResult({ id: `result ${index}`, name: `Case ${index + 1}`, status: states[index] ?? 'WAITING' }),
    ),
  });
}

test('nothing is logged while every result waits', () => {
  expect(linesOf(['WAITING', 'WAITING'])).toEqual([[]]);
});

test('each result that came in gets a line, once, with its number', () => {
  expect(linesOf(['PASSED', 'WAITING'], ['PASSED', 'WAITING'], ['PASSED', 'FAILED'])).toEqual([
    ['✓ 1/2 Log in'],
    [],
    ['✗ 2/2 Pay'],
  ]);
});

test('several at once get a line each', () => {
  expect(linesOf(['ERROR', 'PASSED'])).toEqual([['! 1/2 Log in', '✓ 2/2 Pay']]);
});

test('a result that is missing from a later report is logged in words', () => {
  expect(linesOf(['PASSED', 'WAITING'], [vanished, 'WAITING'])).toEqual([
    ['✓ 1/2 Log in'],
    ['· 0/2 Log in is missing from the latest test report'],
  ]);
});

test('an unknown status is logged, and does not count as done', () => {
  expect(linesOf(['RUNNING', 'WAITING'], ['RUNNING', 'PASSED'], ['PASSED', 'PASSED'])).toEqual([
    ['· 0/2 Log in is RUNNING'],
    ['✓ 1/2 Pay'],
    ['✓ 2/2 Log in'],
  ]);
});

test('a result that waits again is logged, and is not done any more', () => {
  expect(linesOf(['FAILED', 'WAITING'], ['WAITING', 'WAITING'], ['WAITING', 'PASSED'])).toEqual([
    ['✗ 1/2 Log in'],
    ['· 0/2 Log in is waiting again'],
    ['✓ 1/2 Pay'],
  ]);
});

test('a result without a name is logged with the id of its case', () => {
  using logging = startLogging();
  const result = aResult({ name: null });
  logging.update(aReport({ testResults: [result] }));
  expect(logging.host.lines).toEqual([`✓ 1/1 ${result.testCaseId}`]);
});

test('the duration of an ended case is logged if the service reports it', () => {
  using logging = startLogging();
  const { host, update } = logging;
  const times = { createdAt: '2026-03-01T12:00:00.000Z', updatedAt: '2026-03-01T12:00:03.200Z' };
  const result = aResult({ name: 'Pay', ...times });
  update(aReport({ testResults: [{ ...result, status: 'RUNNING' }] }));
  update(aReport({ testResults: [result] }));
  expect(host.lines).toEqual(['· 0/1 Pay is RUNNING', '✓ 1/1 Pay (3.2 s)']);
});

test('after every 30 s without a line one says how far the run is, and what it waits for', async () => {
  using logging = startLogging();
  const { host, clock, update } = logging;
  update(reportOf(40, 'PASSED', 'FAILED', 'ERROR'));
  host.lines.length = 0;
  await clock.advance(29_999);
  expect(host.lines).toEqual([]);
  await clock.advance(1);
  const first = '… 3 of 40 done, 2 failed, 30.0 s so far, waiting for: Case 4, Case 5, Case 6 and 34 more';
  expect(host.lines).toEqual([first]);
  update(reportOf(40, 'PASSED', 'FAILED', 'ERROR'));
  await clock.advance(30_000);
  expect(host.lines).toEqual([first, first.replace('30.0 s', '1 min 0 s')]);
});

test('the next line comes 30 s after a line about a change', async () => {
  using logging = startLogging();
  const { host, clock, update } = logging;
  await clock.advance(20_000);
  update(reportOf(2, 'PASSED'));
  await clock.advance(29_000);
  expect(host.lines).toEqual(['✓ 1/2 Case 1']);
  await clock.advance(1000);
  expect(host.lines.slice(1)).toEqual(['… 1 of 2 done, 50.0 s so far, waiting for: Case 2']);
});

test('without a report, the line says how long the run takes so far', async () => {
  using logging = startLogging();
  await logging.clock.advance(30_000);
  expect(logging.host.lines).toEqual(['… no result yet, 30.0 s so far']);
});

test('the line says why the last request failed, until one succeeds', async () => {
  using logging = startLogging();
  const { host, clock, failed } = logging;
  failed('GET http://service.test answered 503.\nTry again.');
  await clock.advance(30_000);
  failed(undefined);
  await clock.advance(30_000);
  expect(host.lines).toEqual([
    '… no result yet, 30.0 s so far. The last request to the service failed: GET http://service.test answered 503. Try again.',
    '… no result yet, 1 min 0 s so far',
  ]);
});

test('line breaks in a name do not make a new line', async () => {
  using logging = startLogging();
  const { host, clock, update } = logging;
  update(aReport({ testResults: [aResult({ name: 'Pay\n::error::x', status: 'WAITING' })] }));
  await clock.advance(30_000);
  expect(host.lines).toEqual(['… 0 of 1 done, 30.0 s so far, waiting for: Pay ::error::x']);
});

test('nothing is logged or waited for once the run is over', async () => {
  const logging = startLogging();
  logging[Symbol.dispose]();
  await logging.clock.advance(120_000);
  expect(logging.host.lines).toEqual([]);
  expect(logging.clock.sleeping).toBe(0);
});

test('10,000 results at once are logged within a second', async () => {
  using logging = startLogging();
  const report = reportOf(10_000, ...Array.from({ length: 10_000 }, () => 'PASSED'));
  expect(await cpuMs(() => logging.update(report))).toBeLessThan(1000);
  expect(logging.host.lines.at(-1)).toBe('✓ 10000/10000 Case 10000');
});
