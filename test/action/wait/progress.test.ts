import { expect, test } from 'vitest';
import { createProgress, type Progress } from '../../../src/action/wait/progress.ts';
import type { TestReport } from '../../../src/contract/test-report.ts';
import { cpuMs } from '../../support/cpu-time.ts';
import { createHandClock, type HandClock } from '../../support/hand-clock.ts';
import { createRecordingHost, type RecordingHost } from '../../support/recording-host.ts';
import { aReport, aResult } from '../../support/reports.ts';

interface Telling extends Disposable {
  readonly host: RecordingHost;
  readonly clock: HandClock;
  readonly tell: Progress['tell'];
}

function startTelling(): Telling {
  const host = createRecordingHost();
  const clock = createHandClock();
  const progress = createProgress(host, clock);
  return { host, clock, tell: progress.tell, [Symbol.dispose]: () => progress[Symbol.dispose]() };
}

/** Tells the states of two results one after the other. @returns the lines after each. */
function linesOf(...states: readonly (readonly [string, string])[]): string[][] {
  using telling = startTelling();
  const { host, tell } = telling;
  const [login, pay] = [aResult({ name: 'Log in' }), aResult({ name: 'Pay' })];
  return states.map(([first, second]) => {
    host.lines.length = 0;
    tell(
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

test('nothing is said while every result waits', () => {
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

test('a status that is not known is told, and does not count as done', () => {
  expect(linesOf(['RUNNING', 'WAITING'], ['RUNNING', 'PASSED'], ['PASSED', 'PASSED'])).toEqual([
    ['· 0/2 Log in is RUNNING'],
    ['✓ 1/2 Pay'],
    ['✓ 2/2 Log in'],
  ]);
});

test('a result that waits again is told, and is not done any more', () => {
  expect(linesOf(['FAILED', 'WAITING'], ['WAITING', 'WAITING'], ['WAITING', 'PASSED'])).toEqual([
    ['✗ 1/2 Log in'],
    ['· 0/2 Log in is WAITING'],
    ['✓ 1/2 Pay'],
  ]);
});

test('a result without a name is told by the id of its case', () => {
  using telling = startTelling();
  const result = aResult({ name: null });
  telling.tell(aReport({ testResults: [result] }));
  expect(telling.host.lines).toEqual([`✓ 1/1 ${result.testCaseId}`]);
});

test('the time that a case took is told where the service says it, once it has ended', () => {
  using telling = startTelling();
  const { host, tell } = telling;
  const times = { createdAt: '2026-03-01T12:00:00.000Z', updatedAt: '2026-03-01T12:00:03.200Z' };
  const result = aResult({ name: 'Pay', ...times });
  tell(aReport({ testResults: [{ ...result, status: 'RUNNING' }] }));
  tell(aReport({ testResults: [result] }));
  expect(host.lines).toEqual(['· 0/1 Pay is RUNNING', '✓ 1/1 Pay (3.2 s)']);
});

test('every 30 s without a line one says how far the run is, and what it waits for', async () => {
  using telling = startTelling();
  const { host, clock, tell } = telling;
  tell(reportOf(40, 'PASSED', 'FAILED', 'ERROR'));
  host.lines.length = 0;
  await clock.advance(29_999);
  expect(host.lines).toEqual([]);
  await clock.advance(1);
  const first = '… 3 of 40 done, 2 failed, 30.0 s so far, waiting for: Case 4, Case 5, Case 6 and 34 more';
  expect(host.lines).toEqual([first]);
  tell(reportOf(40, 'PASSED', 'FAILED', 'ERROR'));
  await clock.advance(30_000);
  expect(host.lines).toEqual([first, first.replace('30.0 s', '1 min 0 s')]);
});

test('a line about a change is one: the next comes 30 s after it', async () => {
  using telling = startTelling();
  const { host, clock, tell } = telling;
  await clock.advance(20_000);
  tell(reportOf(2, 'PASSED'));
  await clock.advance(29_000);
  expect(host.lines).toEqual(['✓ 1/2 Case 1']);
  await clock.advance(1000);
  expect(host.lines.slice(1)).toEqual(['… 1 of 2 done, 50.0 s so far, waiting for: Case 2']);
});

test('before there is a report, the time is told', async () => {
  using telling = startTelling();
  await telling.clock.advance(30_000);
  expect(telling.host.lines).toEqual(['… no result yet, 30.0 s so far']);
});

test('line breaks of a name make no line', async () => {
  using telling = startTelling();
  const { host, clock, tell } = telling;
  tell(aReport({ testResults: [aResult({ name: 'Pay\n::error::x', status: 'WAITING' })] }));
  await clock.advance(30_000);
  expect(host.lines).toEqual(['… 0 of 1 done, 30.0 s so far, waiting for: Pay ::error::x']);
});

test('nothing is said, and nothing is waited for, once the run is over', async () => {
  const telling = startTelling();
  telling[Symbol.dispose]();
  await telling.clock.advance(120_000);
  expect(telling.host.lines).toEqual([]);
  expect(telling.clock.sleeping).toBe(0);
});

test('10,000 results at once are told in no time', async () => {
  using telling = startTelling();
  const report = reportOf(10_000, ...Array.from({ length: 10_000 }, () => 'PASSED'));
  expect(await cpuMs(() => telling.tell(report))).toBeLessThan(1000);
  expect(telling.host.lines.at(-1)).toBe('✓ 10000/10000 Case 10000');
});
