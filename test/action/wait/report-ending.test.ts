import { expect, test } from 'vitest';
import type { TestResult } from '../../../src/contract/test-report.ts';
import { type Answer, sendJson } from '../../support/http-server.ts';
import { aReport, aResult } from '../../support/reports.ts';
import { inTurn, waitAt } from '../../support/waiting.ts';

const [login, pay] = [aResult({ name: 'Log in' }), aResult({ name: 'Pay' })];
const started = aReport();
const trigger = { kind: 'report', report: started } as const;
const told =
  (status: string, ...testResults: TestResult[]): Answer =>
  (_, response) =>
    sendJson(response, 200, { ...started, status, testResults });
const whole = told('PASSED', login, pay);
const waits = { ...pay, status: 'WAITING' };

test.each([
  ['a report that says PASSED while a result waits', told('PASSED', login, waits)],
  ['a report that says PASSED before every result is there', told('PASSED', login)],
  ['a report that says PASSED with one case twice', told('PASSED', login, { ...login, id: pay.id })],
  [
    'a report that says PASSED while a result is of no known status',
    told('PASSED', login, { ...pay, status: 'RUNNING' }),
  ],
  ['a report that says FAILED while a result waits', told('FAILED', login, waits)],
  ['a report that passed, and waits again', inTurn(told('PASSED', login), told('WAITING', login, waits))],
])('%s is asked for again', async (_, early) => {
  const { outcome, askedAt } = await waitAt(() => inTurn(early, early, whole), trigger, 2);
  expect(outcome).toMatchObject({ kind: 'finished', report: { testResults: [login, pay] } });
  expect(askedAt).toEqual([0, 1000, 2000]);
});

test('what passed first and failed when it was whole has failed', async () => {
  const failed = told('FAILED', login, { ...pay, status: 'FAILED' });
  const { outcome } = await waitAt(() => inTurn(told('PASSED', login), failed), trigger, 2);
  expect(outcome).toMatchObject({ kind: 'finished', report: { status: 'FAILED' } });
});

test('a report that never becomes whole is taken as it is after a while', async () => {
  const { outcome, clock } = await waitAt(() => told('PASSED', login, waits), trigger, 2);
  expect(outcome).toMatchObject({ kind: 'finished', report: { testResults: [login, waits] } });
  expect(clock.now()).toBe(15_000);
});

test('a whole report is taken at once', async () => {
  const { outcome, requests } = await waitAt(() => whole, trigger, 2);
  expect(outcome.kind).toBe('finished');
  expect(requests).toHaveLength(1);
});

test.each([
  ['a report', inTurn(told('WAITING', login, waits, login, waits), told('PASSED', login, pay, login, pay))],
  ['one that is whole at once', told('PASSED', login, pay, { ...login, id: login.id.toUpperCase() })],
])('a result that %s tells twice is one', async (_, answer) => {
  const { outcome } = await waitAt(() => answer, trigger, 2);
  expect(outcome).toMatchObject({ kind: 'finished', report: { testResults: [login, pay] } });
});

test('two results of one id that do not agree both stay', async () => {
  const failed = { ...login, status: 'FAILED' };
  const { outcome } = await waitAt(() => told('PASSED', login, failed, pay), trigger, 2);
  expect(outcome).toMatchObject({ kind: 'finished', report: { testResults: [login, failed, pay] } });
});

test('a result that was told once and vanishes is kept, as no proof of anything', async () => {
  const failed = { ...pay, status: 'FAILED' };
  const { outcome } = await waitAt(
    () => inTurn(told('WAITING', login, failed), told('PASSED', login)),
    trigger,
    1,
  );
  expect(outcome).toMatchObject({
    kind: 'finished',
    report: { testResults: [login, { id: pay.id, status: 'VANISHED' }] },
  });
});

test('a result that comes back is what it is then', async () => {
  const { outcome } = await waitAt(
    () => inTurn(told('WAITING', login, waits), told('WAITING', login), whole),
    trigger,
    2,
  );
  expect(outcome).toEqual({
    kind: 'finished',
    report: { ...started, status: 'PASSED', testResults: [login, pay] },
  });
});

test('a result whose case is named otherwise from then on has not vanished', async () => {
  const renamed = { ...pay, testCaseId: '00000000-0000-4000-8000-00000000abcd' };
  const { outcome } = await waitAt(
    () => inTurn(told('WAITING', login, waits), told('PASSED', login, renamed)),
    trigger,
    2,
  );
  expect(outcome).toEqual({
    kind: 'finished',
    report: { ...started, status: 'PASSED', testResults: [login, renamed] },
  });
});
