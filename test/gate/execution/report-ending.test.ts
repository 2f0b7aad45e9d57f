import { expect, test } from 'vitest';
import type { TestResult } from '../../../src/contract/test-report.ts';
import { type Answer, sendJson } from '../../support/http-server.ts';
import { aReport, aResult } from '../../support/reports.ts';
import { inTurn, waitAt } from '../../support/waiting.ts';

const [login, pay] = [aResult({ name: 'Log in' }), aResult({ name: 'Pay' })];
const started = aReport();
const trigger = { kind: 'report', report: started } as const;
const reportWith =
  (status: string, ...testResults: TestResult[]): Answer =>
  (_, response) =>
    sendJson(response, 200, { ...started, status, testResults });
const complete = reportWith('PASSED', login, pay);
const waits = { ...pay, status: 'WAITING' };

test.each([
  ['a report that says PASSED while a result waits', reportWith('PASSED', login, waits)],
  ['a report that says PASSED before every result is there', reportWith('PASSED', login)],
  ['a report that says PASSED with one case twice', reportWith('PASSED', login, { ...login, id: pay.id })],
  [
    'a report that says PASSED while a result is of no known status',
    reportWith('PASSED', login, { ...pay, status: 'RUNNING' }),
  ],
  ['a report that says FAILED while a result waits', reportWith('FAILED', login, waits)],
  [
    'a report that passed, and waits again',
    inTurn(reportWith('PASSED', login), reportWith('WAITING', login, waits)),
  ],
])('%s is requested again', async (_, early) => {
  const { outcome, askedAt } = await waitAt(() => inTurn(early, early, complete), trigger, 2);
  expect(outcome).toMatchObject({ kind: 'finished', report: { testResults: [login, pay] } });
  expect(askedAt).toEqual([0, 1000, 2000]);
});

test('a report that passed first and failed when it was complete has failed', async () => {
  const failed = reportWith('FAILED', login, { ...pay, status: 'FAILED' });
  const { outcome } = await waitAt(() => inTurn(reportWith('PASSED', login), failed), trigger, 2);
  expect(outcome).toMatchObject({ kind: 'finished', report: { status: 'FAILED' } });
});

test('a report that never becomes complete is taken as it is after 15 s', async () => {
  const { outcome, clock } = await waitAt(() => reportWith('PASSED', login, waits), trigger, 2);
  expect(outcome).toMatchObject({ kind: 'finished', report: { testResults: [login, waits] } });
  expect(clock.now()).toBe(15_000);
});

test('a complete report is taken at once', async () => {
  const { outcome, requests } = await waitAt(() => complete, trigger, 2);
  expect(outcome.kind).toBe('finished');
  expect(requests).toHaveLength(1);
});

test.each([
  [
    'a report',
    inTurn(reportWith('WAITING', login, waits, login, waits), reportWith('PASSED', login, pay, login, pay)),
  ],
  [
    'one that is complete at once',
    reportWith('PASSED', login, pay, { ...login, id: login.id.toUpperCase() }),
  ],
])('a result that %s contains twice is one', async (_, answer) => {
  const { outcome } = await waitAt(() => answer, trigger, 2);
  expect(outcome).toMatchObject({ kind: 'finished', report: { testResults: [login, pay] } });
});

test('two results of one id with different statuses both stay', async () => {
  const failed = { ...login, status: 'FAILED' };
  const { outcome } = await waitAt(() => reportWith('PASSED', login, failed, pay), trigger, 2);
  expect(outcome).toMatchObject({ kind: 'finished', report: { testResults: [login, failed, pay] } });
});

test('a result that vanishes is kept as VANISHED', async () => {
  const failed = { ...pay, status: 'FAILED' };
  const { outcome } = await waitAt(
    () => inTurn(reportWith('WAITING', login, failed), reportWith('PASSED', login)),
    trigger,
    1,
  );
  expect(outcome).toMatchObject({
    kind: 'finished',
    report: { testResults: [login, { id: pay.id, status: 'VANISHED' }] },
  });
});

test('a result that comes back has its new status', async () => {
  const { outcome } = await waitAt(
    () => inTurn(reportWith('WAITING', login, waits), reportWith('WAITING', login), complete),
    trigger,
    2,
  );
  expect(outcome).toEqual({
    kind: 'finished',
    report: { ...started, status: 'PASSED', testResults: [login, pay] },
  });
});

test('a result whose case id changes has not vanished', async () => {
  const renamed = { ...pay, testCaseId: '00000000-0000-4000-8000-00000000abcd' };
  const { outcome } = await waitAt(
    () => inTurn(reportWith('WAITING', login, waits), reportWith('PASSED', login, renamed)),
    trigger,
    2,
  );
  expect(outcome).toEqual({
    kind: 'finished',
    report: { ...started, status: 'PASSED', testResults: [login, renamed] },
  });
});
