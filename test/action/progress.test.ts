import { expect, test } from 'vitest';
import { createProgress } from '../../src/action/progress.ts';
import { createRecordingHost } from '../support/recording-host.ts';
import { aReport, aResult } from '../support/reports.ts';

/** Tells the states of two results one after the other. @returns the lines after each. */
function linesOf(...states: readonly (readonly [string, string])[]): string[][] {
  const host = createRecordingHost();
  const tell = createProgress(host);
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

test('a result that waits again is told', () => {
  expect(linesOf(['FAILED', 'WAITING'], ['WAITING', 'WAITING'])).toEqual([
    ['✗ 1/2 Log in'],
    ['· 0/2 Log in is WAITING'],
  ]);
});

test('a result without a name is told by the id of its case', () => {
  const host = createRecordingHost();
  const result = aResult({ name: null });
  createProgress(host)(aReport({ testResults: [result] }));
  expect(host.lines).toEqual([`✓ 1/1 ${result.testCaseId}`]);
});

test('the time that a case took is told where the service says it, once it has ended', () => {
  const host = createRecordingHost();
  const tell = createProgress(host);
  const times = { createdAt: '2026-03-01T12:00:00.000Z', updatedAt: '2026-03-01T12:00:03.200Z' };
  const result = aResult({ name: 'Pay', ...times });
  tell(aReport({ testResults: [{ ...result, status: 'RUNNING' }] }));
  tell(aReport({ testResults: [result] }));
  expect(host.lines).toEqual(['· 0/1 Pay is RUNNING', '✓ 1/1 Pay (3.2 s)']);
});
