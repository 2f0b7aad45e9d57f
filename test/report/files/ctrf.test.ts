import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hostileResults } from '../../support/arbitrary-results.ts';
import { ctrfErrors, ctrfText } from '../../support/ctrf.ts';
import { caseResultOf, failedCaseOf, failedStepOf, flakyCaseOf, resultsOf } from '../../support/results.ts';

const place = { file: 'browser-tests/checkout.yaml', line: 3, column: 1 };

describe('the CTRF file', () => {
  it('has the warnings of test cases, also of those that passed', () => {
    const { results } = valid(
      ctrfText(resultsOf({ results: [caseResultOf({ warnings: ['Step 3 opened /x'] })] })),
    );
    expect(results.tests).toMatchObject([{ status: 'passed', extra: { warnings: ['Step 3 opened /x'] } }]);
  });

  it('has the media type of a screenshot', () => {
    const run = resultsOf({
      status: 'failed',
      results: [failedCaseOf({ screenshot: { path: 'id-2.jpg' } })],
    });
    expect(valid(ctrfText(run)).results.tests[0]).toMatchObject({
      attachments: [{ name: 'Screenshot', contentType: 'image/jpeg', path: 'id-2.jpg' }],
    });
  });

  it('has the tool, the counts, the times and every test', () => {
    const failure = failedCaseOf({
      place,
      failedStep: failedStepOf({ locator: "getByRole('button')" }),
      pageUrl: 'http://localhost/pay',
      screenshot: { path: 'id-2.png' },
      trace: { url: 'https://tests.example/trace' },
    });
    const run = resultsOf({
      status: 'failed',
      reason: 'why',
      results: [failure, flakyCaseOf({ place, durationMs: 10.4 })],
      startedAt: '2026-11-21T14:48:00.000Z',
      context: { sha: 'abc' },
      url: 'http://localhost',
    });
    const { results } = valid(ctrfText(run));
    expect(results.environment).toEqual({
      reportName: 'CI / browser',
      commit: 'abc',
      extra: { url: 'http://localhost' },
    });
    expect(results.tool).toEqual({ name: 'browser-test-gate' });
    expect(results.summary).toEqual({
      ...{ tests: 2, passed: 1, failed: 1, skipped: 0, pending: 0, other: 0, flaky: 1 },
      ...{ start: 1795272480000, stop: 1795272492300, duration: 12_300 },
      extra: { verdict: 'failed', green: false, reason: 'why' },
    });
    expect(results.tests).toEqual([
      {
        id: '11111111-1111-4111-8111-111111111111',
        name: 'Pay by card',
        status: 'failed',
        rawStatus: 'failed',
        duration: 5400,
        type: 'e2e',
        suite: ['browser-tests/checkout.yaml'],
        filePath: 'browser-tests/checkout.yaml',
        line: 3,
        flaky: false,
        retries: 0,
        message: 'Timeout 5000ms exceeded.',
        trace: expect.stringContaining('Location: tests/checkout.yaml:17'),
        attachments: [
          { name: 'Screenshot', contentType: 'image/png', path: 'id-2.png' },
          { name: 'Trace', contentType: 'application/zip', path: 'https://tests.example/trace' },
        ],
        steps: [{ name: 'Step 3: click button “Pay”', status: 'failed' }],
        extra: { failedStep: failure.failedStep, pageUrl: 'http://localhost/pay' },
      },
      expect.objectContaining({
        name: 'Search for tea',
        status: 'passed',
        duration: 10,
        flaky: true,
        retries: 1,
        retryAttempts: [
          {
            attempt: 1,
            status: 'failed',
            message: 'Timeout 5000ms exceeded.',
            trace: expect.stringContaining('Step 3'),
            line: 17,
          },
        ],
      }),
    ]);
  });

  it('keeps statuses that the format does not have as raw statuses', () => {
    const results = [caseResultOf({ status: 'error' }), caseResultOf({ status: 'unfinished' })];
    const { tests, summary } = valid(ctrfText(resultsOf({ status: 'error', results }))).results;
    expect(tests.map(({ status, rawStatus }) => [status, rawStatus])).toEqual([
      ['failed', 'error'],
      ['other', 'unfinished'],
    ]);
    expect(summary).toMatchObject({ tests: 2, passed: 0, failed: 1, other: 1 });
  });

  it('has test cases that were not run as skipped', () => {
    const results = [failedCaseOf(), caseResultOf({ status: 'unfinished', notRun: true })];
    const { tests, summary } = valid(ctrfText(resultsOf({ status: 'failed', results }))).results;
    expect(tests.map(({ status }) => status)).toEqual(['failed', 'skipped']);
    expect(summary).toMatchObject({ tests: 2, failed: 1, skipped: 1, other: 0 });
  });

  it('has a failed test for the run itself if the run failed but no test did', () => {
    const results = [caseResultOf(), caseResultOf({ status: 'unfinished' })];
    const run = resultsOf({ status: 'timed-out', reason: 'too late', results });
    const { tests, summary } = valid(ctrfText(run)).results;
    expect(tests.at(-1)).toMatchObject({
      name: 'Test run',
      status: 'failed',
      rawStatus: 'timed-out',
      message: 'too late',
    });
    expect(summary).toMatchObject({ tests: 3, passed: 1, failed: 1, other: 1 });
  });

  it('is valid by the published schema and has consistent counts, whatever tests and pages say', () => {
    fc.assert(
      fc.property(hostileResults, (run) => {
        const { tests, summary } = valid(ctrfText(run)).results;
        expect(summary.tests).toBe(tests.length);
        expect(summary.passed + summary.failed + summary.other).toBe(tests.length);
        expect(run.green || summary.failed > 0).toBe(true);
      }),
      { numRuns: 500, seed: 11 },
    );
  });
});

interface Ctrf {
  readonly results: {
    readonly tool: object;
    readonly environment: object;
    readonly summary: Record<'tests' | 'passed' | 'failed' | 'other', number>;
    readonly tests: readonly Record<string, unknown>[];
  };
}

function valid(content: string): Ctrf {
  expect(ctrfErrors(content)).toEqual([]);
  return JSON.parse(content);
}
