import { expect, test } from 'vitest';
import { pickReport } from '../../src/action/find-report.ts';
import type { ReportContext } from '../../src/contract/report-context.ts';
import { aReport, aResult } from '../support/reports.ts';

const since = new Date('2026-03-01T12:00:00.000Z');
const context = {
  source: 'github',
  owner: 'acme',
  repo: 'shop',
  ref: 'feature',
  sha: 'abc',
  issueNumber: 7,
} satisfies ReportContext;
const at = (time: string) => `2026-03-01T${time}Z`;
const search = (testResultIds: string[] = [], wanted: ReportContext = context) =>
  ({
    kind: 'search',
    context: wanted,
    testResultIds: new Set(testResultIds),
    since,
    graceMs: 120_000,
  }) as const;

test('the report that holds a named result is picked before one that only has the context', () => {
  const result = aResult();
  const byContext = aReport({ context, createdAt: at('12:00:01') });
  const exact = aReport({ testResults: [aResult(), result], createdAt: at('12:00:09') });
  expect(pickReport([exact, byContext], search([result.id]))).toBe(exact);
});

test('without a named result the report with the same context is picked', () => {
  const other = aReport({ context: { ...context, sha: 'def' }, createdAt: at('12:00:01') });
  const same = aReport({ context: { ...context, nodeId: 'x' }, createdAt: at('12:00:02') });
  expect(pickReport([same, other], search([aResult().id]))).toBe(same);
});

test('of several with the same context the oldest is picked', () => {
  const first = aReport({ context, createdAt: at('12:00:01') });
  const second = aReport({ context, createdAt: at('12:00:02') });
  expect(pickReport([second, first], search())).toBe(first);
});

test('the oldest is picked however exact the times are written', () => {
  const first = aReport({ context, createdAt: at('12:00:01') });
  const second = aReport({ context, createdAt: at('12:00:01.500') });
  expect(pickReport([second, first], search())).toBe(first);
});

test('a report from before the trigger is never picked, not even with a named result', () => {
  const result = aResult();
  const stale = aReport({ context, testResults: [result], createdAt: at('11:59:59.999') });
  expect(pickReport([stale], search([result.id]))).toBeUndefined();
});

test('a report from the moment of the trigger counts', () => {
  const report = aReport({ context, createdAt: at('12:00:00') });
  expect(pickReport([report], search())).toBe(report);
});

test.each([
  ['owner', { owner: 'other' }],
  ['repository', { repo: 'other' }],
  ['ref', { ref: 'other' }],
  ['commit', { sha: 'other' }],
  ['pull request', { issueNumber: 8 }],
])('another %s is another context', (_, difference) => {
  const report = aReport({ context: { ...context, ...difference }, createdAt: at('12:00:01') });
  expect(pickReport([report], search())).toBeUndefined();
});

test('null in a context is the same as nothing', () => {
  const { issueNumber: _, ...push } = context;
  const report = aReport({ context: { ...push, issueNumber: null }, createdAt: at('12:00:01') });
  expect(pickReport([report], search([], push))).toBe(report);
});

test('a context without a commit says too little to pick by', () => {
  const empty = { source: 'github' } satisfies ReportContext;
  const report = aReport({ context: empty, createdAt: at('12:00:01') });
  expect(pickReport([report], search([], empty))).toBeUndefined();
});

test('a report without a context is not picked by context', () => {
  expect(pickReport([aReport({ context: null, createdAt: at('12:00:01') })], search())).toBeUndefined();
});

test('no report, no pick', () => {
  expect(pickReport([], search())).toBeUndefined();
});
