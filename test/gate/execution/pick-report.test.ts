import { expect, test } from 'vitest';
import type { ReportContext } from '../../../src/contract/report-context.ts';
import type { TestReport } from '../../../src/contract/test-report.ts';
import { pickReport as pickFrom } from '../../../src/gate/execution/find-report.ts';
import { aLoadedCase } from '../../support/loaded-cases.ts';
import { aReport, aResult } from '../../support/reports.ts';
import { aStartedRun, storedResults } from '../../support/requested-run.ts';

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
    graceMs: 120_000,
    ...aStartedRun({ context: wanted, since, stored: storedResults([aLoadedCase()], testResultIds) }),
  }) as const;

const pickReport = (reports: readonly TestReport[], wanted: ReturnType<typeof search>) =>
  pickFrom(reports, wanted, { now: new Date('2026-03-01T12:01:00.000Z'), earliest: 0 }).report;

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

test.each([
  ['a ref in full', { ref: 'refs/heads/feature' }],
  ['the commit in capitals', { sha: 'ABC' }],
  ['names in capitals', { owner: 'Acme', repo: 'SHOP' }],
  ['the pull request as a text', { issueNumber: '7' }],
])('%s is the same context', (_, difference) => {
  const report = aReport({ context: { ...context, ...difference }, createdAt: at('12:00:01') });
  expect(pickReport([report], search())).toBe(report);
});

test.each([
  ['refs/pull/7/merge', 'pull/7/merge', true],
  ['refs/heads/heads/x', 'refs/heads/x', false],
  ['refs/tags/x', 'x', false],
  ['X', 'x', false],
])('%s and %s are the same ref: %s', (given, ref, same) => {
  const report = aReport({ context: { ...context, ref: given }, createdAt: at('12:00:01') });
  expect(pickReport([report], search([], { ...context, ref }))).toBe(same ? report : undefined);
});

test('null in a context equals a missing value', () => {
  const { issueNumber: _, ...push } = context;
  const report = aReport({ context: { ...push, issueNumber: null }, createdAt: at('12:00:01') });
  expect(pickReport([report], search([], push))).toBe(report);
});

test('a context without a commit matches no report', () => {
  const empty = { source: 'github' } satisfies ReportContext;
  const report = aReport({ context: empty, createdAt: at('12:00:01') });
  expect(pickReport([report], search([], empty))).toBeUndefined();
});

test('a report without a context is not picked by context', () => {
  expect(pickReport([aReport({ context: null, createdAt: at('12:00:01') })], search())).toBeUndefined();
});

test('without reports none is picked', () => {
  expect(pickReport([], search())).toBeUndefined();
});
