import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { TestReport, TestResult } from '../../../src/contract/test-report.ts';
import { seesCss } from '../../support/cases.ts';
import { aLoadedCase } from '../../support/loaded-cases.ts';
import { aReport, aResult, targetId } from '../../support/reports.ts';
import { aRun, verdictAfter } from '../../support/requested-run.ts';

/** What an answer may say, compared with what was requested. */

const elements = [seesCss('h1')];
const pay = aLoadedCase({ description: 'Pay', elements });
const search = aLoadedCase({ description: 'Search', elements });
const [payVersion, searchVersion, payResult] = [randomUUID(), randomUUID(), randomUUID()];
const environmentId = randomUUID();
const run = aRun({
  cases: [pay, search],
  expected: [pay, search],
  environment: { name: 'Main', id: environmentId },
  stored: new Map([
    [pay.testCase.id, { versionId: payVersion, testResultId: payResult }],
    [search.testCase.id, { versionId: searchVersion }],
  ]),
  versionIds: new Set([payVersion, searchVersion]),
});

/** Every field that a service can answer, as the run was requested. */
const full = {
  testTargetId: targetId,
  executionUrl: 'http://ann:secret@app.test/#top',
  browser: 'chromium',
  breakpoint: 'DESKTOP',
  environmentId,
  environmentName: 'Main',
  createdAt: '2026-03-01T12:00:00.000Z',
  updatedAt: '2026-03-01T12:00:30.000Z',
  context: { ...run.context, ref: 'refs/heads/feature', sha: 'ABC' },
} satisfies Partial<TestReport>;

const results = (more: Partial<TestResult> = {}): TestResult[] => [
  aResult({
    id: payResult,
    testCaseId: pay.testCase.id,
    testCaseVersionId: payVersion,
    name: 'Pay',
    environmentId,
    ...more,
  }),
  aResult({ testCaseId: search.testCase.id, testCaseVersionId: searchVersion, name: 'Search' }),
];

const passed = (report: Partial<TestReport> = {}, result: Partial<TestResult> = {}) =>
  aReport({ ...full, status: 'PASSED', testResults: results(result), ...report });
const verdictOf = (...reports: TestReport[]) => verdictAfter(reports, run);

test('every field as it was requested is green', () => {
  expect(verdictOf(passed())).toMatchObject({ status: 'passed', green: true });
});

test.each([
  ['DESKTOP', [1280, 1920, 3840], [320, 768, 1024]],
  ['TABLET', [600, 768, 1024], [320, 1920]],
  ['MOBILE', [320, 390, 480], [0, 768, 1920]],
] as const)('pages of the breakpoint %s may be %j pixels wide, and not %j', (breakpoint, widths, others) => {
  const statusFor = (width: number) =>
    verdictAfter([passed({ breakpoint }, { viewport: { width, height: 700 } })], { ...run, breakpoint })
      .status;
  expect(widths.map(statusFor)).toEqual(widths.map(() => 'passed'));
  expect(others.map(statusFor)).toEqual(others.map(() => 'error'));
});

/** Fields that reports and results have. */
type Shared = Omit<Partial<TestReport>, 'id' | 'status' | 'testResults'>;

const times: readonly [string, Shared, string][] = [
  ['a creation before the request', { createdAt: '2026-03-01T11:59:59.999Z' }, '`createdAt`'],
  ['a creation in the future', { createdAt: '2026-03-01T12:06:01.000Z' }, '`createdAt`'],
  ['an update before the request', { updatedAt: '2025-03-01T12:00:00.000Z' }, '`updatedAt`'],
  ['an update in the future', { updatedAt: '2099-03-01T12:00:00.000Z' }, '`updatedAt`'],
];
const shared: readonly [string, Shared, string][] = [
  ['another test target', { testTargetId: randomUUID() }, '`testTargetId`'],
  ['another browser', { browser: 'FIREFOX' }, '`browser`'],
  ['another breakpoint', { breakpoint: 'MOBILE' }, '`breakpoint`'],
  ['another environment', { environmentId: randomUUID() }, '`environmentId`'],
  ['another name of the environment', { environmentName: 'staging' }, '`environmentName`'],
  ...times,
  ['another URL', { executionUrl: 'http://other.test' }, '`executionUrl`'],
  ['another query', { executionUrl: 'http://app.test/?branch=b' }, '`executionUrl`'],
  ...Object.entries({
    source: 'manual',
    sha: 'def',
    ref: 'main',
    owner: 'b',
    repo: 'b',
    issueNumber: 8,
  }).map(([name, value]): [string, Shared, string] => [
    `another ${name}`,
    { context: { ...run.context, [name]: value } },
    `\`context.${name}\``,
  ]),
];

describe('a report with', () => {
  test.each<[string, Partial<TestReport>, string]>(shared)(
    '%s is an error that names the field',
    (_, more, field) => {
      const verdict = verdictOf(passed(more));
      expect(verdict).toMatchObject({ status: 'error', green: false, proof: [] });
      expect(verdict.reason).toContain(`The service's answer is about another run: ${field} is "`);
    },
  );
});

describe('a result with', () => {
  test.each<[string, Partial<TestResult>, string]>([
    ...shared,
    ['another report', { testReportId: randomUUID() }, '`testReportId`'],
    ['the width of a phone', { viewport: { width: 320, height: 640 } }, '`viewport`'],
    ['the width of a tablet', { viewport: { width: 1024, height: 768 } }, '`viewport`'],
    ['another version', { testCaseVersionId: randomUUID() }, '`testCaseVersionId`'],
    ['the version of another case', { testCaseVersionId: searchVersion }, '`testCaseVersionId`'],
    ['the name of another case', { name: 'Search' }, '`name`'],
    ['the id of another case', { testCaseId: search.testCase.id }, '`testCaseVersionId`'],
  ])('%s is an error that names the field and the result', (_, more, field) => {
    const verdict = verdictOf(passed({}, more));
    expect(verdict).toMatchObject({ status: 'error', green: false });
    expect(verdict.reason).toContain(`${field} of the result "${more.name ?? 'Pay'}" is `);
  });

  test.each<[string, Partial<TestResult>]>([
    ['an error message', { errorMessage: 'It broke.' }],
    ['a failed step', { failedStep: { testCaseId: pay.testCase.id, elementIndex: 0 } }],
    ['a failed step among its steps', { steps: [{ elementIndex: 0, status: 'FAILED' }] }],
    ['a step of unknown status among its steps', { steps: [{ elementIndex: 0, status: 'BROKEN' }] }],
    ['no step that passed', { steps: [{ elementIndex: 0, status: 'IGNORED' }] }],
    ['a step that the case does not have', { steps: [{ elementIndex: 1, status: 'PASSED' }] }],
    ['the page of a failure', { failedPage: { title: 'Error 500' } }],
    ['a retry that was left out', { retryLeftOut: true }],
  ])('PASSED and %s is an error', (_, more) => {
    const verdict = verdictOf(passed({}, more));
    expect(verdict).toMatchObject({ status: 'error', green: false });
    expect(verdict.reason).toContain('The service reports PASSED, and also');
  });
});

describe('the message names what was answered and requested, and no login or query', () => {
  const url = { executionUrl: 'http://bob:pass@other.test/x?key=1' };
  const otherVersion = randomUUID();
  test.each<[Partial<TestReport>, Partial<TestResult>, string]>([
    [url, {}, '`executionUrl` is "http://other.test/x?…", but "http://app.test/" was requested.'],
    [
      { context: { ...run.context, nodeId: 'x', sha: 'def' } },
      {},
      '`context.sha` is "def", but "abc" was requested.',
    ],
    [
      { createdAt: '2026-03-01T11:00:00.000Z' },
      {},
      '`createdAt` is "2026-03-01T11:00:00.000Z", but the run was requested later, at 2026-03-01T12:00:00.000Z.',
    ],
    [
      { updatedAt: '2099-03-01T11:00:00.000Z' },
      {},
      '`updatedAt` is "2099-03-01T11:00:00.000Z", but the service\'s clock shows 2026-03-01T12:',
    ],
    [
      {},
      { name: 'Search' },
      '`name` of the result "Search" is that of the test case "Search", but its `testCaseId` is that of "Pay".',
    ],
    [
      {},
      { testCaseVersionId: otherVersion },
      `\`testCaseVersionId\` of the result "Pay" is "${otherVersion}", but the version "${payVersion}" of this test case was pushed.`,
    ],
  ])('%o %o', (report, result, says) => {
    expect(verdictOf(passed(report, result)).reason).toContain(says);
  });
});

describe('a contradiction in an earlier answer', () => {
  test.each(shared)('is not taken back: %s', (_, more) => {
    const early = aReport({ ...passed(), status: 'WAITING' });
    expect(verdictOf({ ...early, ...more }, { ...early, status: 'PASSED' })).toMatchObject({ green: false });
  });
});

describe('a result that failed in an earlier answer and passed in the last', () => {
  const failed = (more: Partial<TestResult>) => passed({ status: 'WAITING' }, { status: 'FAILED', ...more });
  test.each<[string, Partial<TestResult>]>([
    ['with the same id', { errorMessage: 'late' }],
    ['with another id', { id: randomUUID() }],
    ['that could not be run', { status: 'ERROR' }],
    ['that was aborted', { status: 'ABORTED' }],
    ['that named an error while it was waiting', { status: 'WAITING', errorMessage: 'late' }],
  ])('is flaky: %s', (_, more) => {
    const verdict = verdictOf(failed(more), passed());
    expect(verdict).toMatchObject({ status: 'passed', results: [{ name: 'Pay', flaky: true }, {}] });
    expect(verdict.results[0]?.earlierAttempts[0]?.errorMessage).toContain('and PASSED later');
  });

  test('lists its own attempts, if the service does', () => {
    const earlierAttempts = [{ status: 'FAILED', errorMessage: 'first' }];
    const verdict = verdictOf(failed({}), passed({}, { earlierAttempts }));
    expect(verdict.results[0]?.earlierAttempts).toMatchObject([{ errorMessage: 'first' }]);
  });
});

test.each(['FAILED', 'ERROR', 'ABORTED', 'TIMED_OUT'])(
  'a report that was %s and is PASSED is an error if no result failed',
  (status) => {
    const verdict = verdictOf(passed({ status, testResults: [] }), passed());
    expect(verdict).toMatchObject({ status: 'error', green: false });
    expect(verdict.reason).toContain(
      'had failed in one answer and was PASSED in another, but no result failed',
    );
  },
);

describe('nameless results of unknown cases', () => {
  const nameless = () => aResult({ name: null });
  const on = (...testResults: TestResult[]) => verdictOf(passed({ testResults })).green;

  test('stand for the cases if they are as many', () => {
    expect(on(nameless(), nameless())).toBe(true);
  });

  test.each([
    ['too many', [nameless(), nameless(), nameless()]],
    ['too few', [nameless()]],
    ['of another report', [nameless(), { ...nameless(), testReportId: randomUUID() }]],
    ['of another test target', [nameless(), { ...nameless(), testTargetId: randomUUID() }]],
    ['of an unknown version', [nameless(), { ...nameless(), testCaseVersionId: randomUUID() }]],
  ])('do not if they are %s', (_, some) => {
    expect(on(...some)).toBe(false);
  });
});

test('nothing is green if no case was expected, whatever the service has run', () => {
  const verdict = verdictAfter([passed({ testResults: [aResult({ name: 'Foreign' })] })], { expected: [] });
  expect(verdict).toMatchObject({ status: 'nothing-to-run', green: false });
  expect(verdict.reason).toContain('results of other test cases: Foreign');
});
