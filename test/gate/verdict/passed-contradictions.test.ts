import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { testResult } from '../../../src/contract/test-report.ts';
import { goTo, seesCss } from '../../support/cases.ts';
import { aLoadedCase } from '../../support/loaded-cases.ts';
import { aReport, aResult } from '../../support/reports.ts';
import { verdictOn } from '../../support/requested-run.ts';

/** A result that says PASSED and denies it in another field, as it comes over the wire. */

const login = aLoadedCase({ description: 'Sign in', elements: [seesCss('#user')] }, 'login.yaml');
const optional = { ...seesCss('#banner'), ignoreFailure: true };
const cart = aLoadedCase(
  { description: 'Cart', dependencyId: login.testCase.id, elements: [goTo('/x'), optional, seesCss('h1')] },
  'cart.yaml',
);
const other = aLoadedCase({ description: 'Other', elements: [seesCss('h2')] }, 'other.yaml');
const long = aLoadedCase(
  { description: 'Long', elements: Array.from({ length: 400 }, () => seesCss('h1')) },
  'long.yaml',
);
const cases = [cart, login, other, long];

function reasonOf(fields: object, { testCase }: typeof cart = cart): string {
  const result = testResult.parse({ ...aResult({ testCaseId: testCase.id, name: null }), ...fields });
  const report = aReport({ status: 'PASSED', testResults: [result] });
  const verdict = verdictOn({ kind: 'finished', report }, { cases, expected: undefined });
  return verdict.green ? 'passed' : verdict.reason;
}

const step = (elementIndex: number, more: object = {}) => ({ elementIndex, status: 'PASSED', ...more });
const all = [step(0), step(1), step(2)];
const ofLogin = { testCaseId: login.testCase.id };
const last = (count: number) =>
  Array.from({ length: count }, (_, number) => step(400 - count + number, { durationMs: 1 }));

describe('the steps of a result that passed', () => {
  it.each<[string, unknown, typeof cart?]>([
    ['all of them', all],
    ['with those of what it depends on', [{ ...ofLogin, status: 'PASSED' }, step(0, ofLogin), ...all]],
    ['with its own id', all.map((each) => ({ ...each, testCaseId: cart.testCase.id }))],
    ['with an optional one that failed', [step(0), step(1, { status: 'IGNORED' }), step(2)]],
    ['the last 300 of 400', last(300), long],
    [
      'more than can be arguments of a function',
      Array.from({ length: 200_000 }, (_, n) => step(n % 400)),
      long,
    ],
    ['with what is no step', [null, ...all, 'end']],
    ['none', []],
    ['those of another kind of service', [{ title: 'Click', ok: true }]],
    ['with statuses alone', [{ status: 'PASSED' }, { status: 'PASSED' }]],
  ])('may be: %s', (_, steps, loaded) => {
    expect(reasonOf({ steps }, loaded)).toBe('passed');
  });

  it.each<[string, unknown, string, typeof cart?]>([
    ['without the last', [step(0), step(1)], 'without step 3'],
    ['without the first', [step(1), step(2)], 'without step 1'],
    ['of a case that nobody knows', [step(0, { testCaseId: randomUUID() })], 'without step 1'],
    ['one of which cannot be read', [step(0), step(1), step(2, { status: null })], 'without step 3'],
    ['299 of 400', last(299), 'without step 1', long],
    ['the 300 before the last', last(301).slice(0, 300), 'without step 400', long],
    ['300 of what it depends on', Array.from({ length: 300 }, () => step(0, ofLogin)), 'without step 1'],
    ['beyond the last', [...all, step(3)], 'a step that the test case does not have'],
    ['of another case', [step(0, { testCaseId: other.testCase.id }), ...all], 'does not have'],
    ['beyond the last of what it depends on', [step(1, ofLogin), ...all], 'does not have'],
    ['failed', [step(0), step(1), step(2, { status: 'FAILED' })], 'a failed step'],
    ['failed, beside one that cannot be read', [...all, step(2, { status: 'FAILED' }), {}], 'a failed step'],
    ['failed, before 300 others', [step(0, { status: 'FAILED' }), ...last(300)], 'a failed step', long],
    ['with an error', [step(0), step(1), step(2, { error: { message: 'no' } })], 'a failed step'],
    ['skipped', [step(0), step(1), step(2, { skipped: true })], 'a failed step'],
    ['ignored, though it must not fail', [step(0), step(1), step(2, { status: 'IGNORED' })], 'a failed step'],
  ])('must not be: %s', (_, steps, denial, loaded) => {
    expect(reasonOf({ steps }, loaded)).toContain(`The service reports PASSED, and also `);
    expect(reasonOf({ steps }, loaded)).toContain(denial);
  });
});

const fields = [
  ...[{ skipped: true }, { executed: false }, { passed: false }, { failed: true }, { timedOut: true }],
  ...[{ outcome: 'SKIPPED' }, { conclusion: 'failure' }, { result: 'not_run' }, { verdict: 'Timed out' }],
  ...[{ isSkipped: true }, { has_failed: 'true' }, { wasTimedOut: true }, { timed_out: true }],
  ...[{ failed: 1 }, { passed: 0 }, { executed: 'false' }],
  ...[{ outcome: 'unexpected' }, { state: 'interrupted' }, { result: 'not ok' }, { result: 'BROKEN' }],
  ...[{ success: 'false' }, { failureReason: 'no tea' }, { failures: ['no tea'] }, { exception: 'no tea' }],
  ...[
    { muted: true },
    { isQuarantined: true },
    { exitCode: 1 },
    { process_exit_code: '137' },
    { notRun: true },
  ],
  ...[{ failedCount: 2 }, { numFailedTests: '1' }, { failedTests: ['Pay'] }, { passedSteps: 0 }],
  ...[{ totalFailures: 1 }, { error_count: 3 }, { errorMessages: ['no tea'] }, { hasErrors: true }],
  ...[{ outcome: { status: 'failed' } }, { result: { failed: 1 } }, { summary: { counts: { failures: 2 } } }],
  ...[
    { finalStatus: 'FAILED' },
    { outcome: false },
    { verdict: { errors: ['no tea'] } },
    { completed: false },
  ],
];
describe.each(fields.map((field) => [JSON.stringify(field), field] as const))('%s', (_, field) => {
  const [name = ''] = Object.keys(field);

  it('in a result that passed is an error', () => {
    expect(reasonOf(field)).toContain(`\`${name}\``);
  });

  it('in a report that passed is an error', () => {
    const result = aResult({ testCaseId: login.testCase.id });
    const report = { ...aReport({ status: 'PASSED', testResults: [result] }), ...field };
    const verdict = verdictOn({ kind: 'finished', report }, { cases: [login], expected: [login] });
    expect(verdict.status).toBe('error');
    expect(verdict.reason).toContain(`\`${name}\``);
  });
});

it.each([
  ...[{ skipped: false }, { executed: true }, { failed: 0 }, { passed: 3 }, { outcome: 'PASSED' }],
  ...[{ skipped: 3 }, { failures: 0 }, { issued: true }, { hasTraces: true }, { outcome: 'expected' }],
  ...[{ state: 'done' }, { result: { failed: 0 } }, { conclusion: '0 errors' }, { failureReason: '' }],
  ...[{ failedCount: 0 }, { exitCode: 0 }, { exitCode: null }, { errors: [] }, { errors: { page: [] } }],
  ...[{ muted: false }, { previousOutcome: 'failed' }, { retry: { failed: true } }, { failedAttempts: 1 }],
  ...[{ attempts: [{ status: 'FAILED' }, { status: 'PASSED' }] }, { results: [{ status: 'failed' }] }],
  ...[{ errorCode: 'NONE' }, { error: { code: 0, message: '' } }],
  ...[{ lastError: 'no tea' }, { maxFailures: 3 }, { failFast: true }, { expectedFailures: 2 }],
  ...[{ statusCode: 500 }, { outcome: { status: 'passed', skipped: 2 } }, { videoStatus: 'failed' }],
])('%j denies nothing', (field) => {
  expect(reasonOf(field)).toBe('passed');
});
