import { randomUUID } from 'node:crypto';
import type { AnswerAnomaly } from '../kind.ts';
import type { Report, Result, Truth } from '../service-truth.ts';

const same = (truth: Truth) => [truth];
const unknown = () => ['error', 'timed-out'];
const late = () => ['timed-out'];
const poll = { stages: ['poll'] } as const;
const find = { stages: ['find'] } as const;

const hasEnded = ({ status }: Report) => status === 'PASSED' || status === 'FAILED';

/** A report's first result in another state, once the run is over. */
const lastFirst = (report: Report, more: Partial<Result>): Report => {
  const [first, ...rest] = report.testResults;
  return first === undefined || !hasEnded(report)
    ? report
    : { ...report, testResults: [{ ...first, ...more }, ...rest] };
};
const opposite = ({ status }: Report) => (status === 'FAILED' ? 'PASSED' : 'FAILED');
const ofAnotherRun = (report: Report): Report => ({
  ...report,
  id: randomUUID(),
  status: opposite(report),
  testResults: report.testResults.map((each) => ({ ...each, id: randomUUID(), status: opposite(report) })),
});

/** Services and a GitHub whose answers are complete and unusual. */
export const answerAnomalies: readonly AnswerAnomaly[] = [
  { name: 'report-vanishes', ...poll, expect: unknown, overrides: () => ({ report: () => undefined }) },
  {
    name: 'report-flips',
    ...poll,
    expect: same,
    overrides: () => ({
      report: (report, poll) =>
        poll === 1
          ? lastFirst({ ...report, status: 'QUEUED' }, { status: 'PASSED' })
          : poll === 2
            ? { ...report, status: 'WAITING' }
            : report,
    }),
  },
  { name: 'report-stuck', ...poll, expect: late, overrides: () => ({ endless: true }) },
  {
    name: 'report-status-unknown',
    ...poll,
    expect: late,
    overrides: () => ({ report: (report) => ({ ...report, status: 'ARCHIVED' }) }),
  },
  { name: 'report-of-another-run', ...poll, expect: unknown, overrides: () => ({ report: ofAnotherRun }) },
  {
    name: 'results-twice',
    ...poll,
    expect: (truth) => [truth, 'error'],
    overrides: () => ({
      report: (report) => ({ ...report, testResults: [...report.testResults, ...report.testResults] }),
    }),
  },
  {
    name: 'results-missing',
    ...poll,
    // A result that failed is a failure, even if others are missing.
    expect: (truth) => (truth === 'passed' ? ['error', 'timed-out'] : [truth, 'error', 'timed-out']),
    overrides: () => ({
      report: (report) =>
        hasEnded(report) ? { ...report, testResults: report.testResults.slice(1) } : report,
    }),
  },
  {
    name: 'results-none',
    ...poll,
    expect: unknown,
    overrides: () => ({ report: (report) => (hasEnded(report) ? { ...report, testResults: [] } : report) }),
  },
  {
    name: 'result-status-unknown',
    ...poll,
    expect: (truth) => (truth === 'passed' ? ['error', 'timed-out'] : [truth, 'error', 'timed-out']),
    overrides: () => ({ report: (report) => lastFirst(report, { status: 'SKIPPED' }) }),
  },
  {
    name: 'result-unfinished',
    ...poll,
    expect: (truth) => (truth === 'passed' ? ['error', 'timed-out'] : [truth, 'error', 'timed-out']),
    overrides: () => ({ report: (report) => lastFirst(report, { status: 'WAITING' }) }),
  },
  {
    name: 'passed-with-a-failure',
    ...poll,
    expect: () => ['failed', 'error'],
    overrides: () => ({
      report: (report) =>
        hasEnded(report) ? { ...lastFirst(report, { status: 'FAILED' }), status: 'PASSED' } : report,
    }),
  },
  {
    name: 'failed-without-a-failure',
    ...poll,
    expect: () => ['failed', 'error'],
    overrides: () => ({
      report: (report) =>
        hasEnded(report)
          ? {
              ...report,
              status: 'FAILED',
              testResults: report.testResults.map((each) => ({ ...each, status: 'PASSED' })),
            }
          : report,
    }),
  },
  {
    name: 'texts-long',
    ...poll,
    expect: same,
    overrides: () => ({
      report: (report) => ({
        ...report,
        testResults: report.testResults.map((each) => ({
          ...each,
          errorMessage: 'it broke | '.repeat(100_000),
        })),
      }),
    }),
  },
  {
    name: 'results-of-ids-unknown',
    ...poll,
    expect: same,
    overrides: () => {
      // Its own ids, but always the same ones.
      const ids = new Map<string, string>();
      const idOf = (testCaseId: string) => {
        const id = ids.get(testCaseId) ?? randomUUID();
        ids.set(testCaseId, id);
        return id;
      };
      return {
        report: (report) => ({
          ...report,
          testResults: report.testResults.map((each) => ({ ...each, testCaseId: idOf(each.testCaseId) })),
        }),
      };
    },
  },
  {
    // Drafts name results of earlier runs of the same cases.
    name: 'report-from-before',
    ...find,
    expect: same,
    overrides: () => ({
      history: (all, own) =>
        own === undefined
          ? all
          : [...all, { ...own, id: randomUUID(), createdAt: earlier(own), status: opposite(own) }],
    }),
  },
  {
    name: 'two-reports-fit',
    ...find,
    expect: same,
    overrides: () => ({
      history: (all, own) =>
        own === undefined ? all : [...all, { ...ofAnotherRun(own), createdAt: later(own) }],
    }),
  },
  {
    name: 'report-never-appears',
    ...find,
    expect: unknown,
    overrides: () => ({ history: (all, own) => all.filter((each) => each !== own) }),
  },
  {
    name: 'report-appears-late',
    ...find,
    expect: same,
    overrides: () => {
      let requests = 0;
      return {
        history: (all, own) => {
          requests += 1;
          return requests > 2 ? all : all.filter((each) => each !== own);
        },
      };
    },
  },
  { name: 'pages-of-one', ...find, expect: same, overrides: () => ({ pageSize: 1 }) },
  {
    name: 'page-without-key',
    ...find,
    expect: same,
    overrides: () => ({ page: (page) => ({ ...page, key: null, hasNextPage: true }) }),
  },
  {
    name: 'pages-repeat',
    ...find,
    expect: same,
    overrides: () => ({
      page: (page) => ({ ...page, key: { createdAt: '2020-01-01T00:00:00.000Z' }, hasNextPage: true }),
    }),
  },
  { name: 'clock-ahead', ...find, expect: same, overrides: () => ({ skewMs: 5 * 3_600_000 }) },
  { name: 'clock-behind', ...find, expect: same, overrides: () => ({ skewMs: -5 * 3_600_000 }) },
  { name: 'no-date', ...find, expect: same, overrides: () => ({ noDate: true }) },
  {
    name: 'comment-deleted-meanwhile',
    stages: ['comment-update'],
    expect: same,
    github: { deletedMeanwhile: true },
  },
  {
    name: 'comment-on-page-3',
    stages: ['comment-list'],
    expect: same,
    github: { earlier: true, others: 230 },
  },
  {
    name: 'comments-link-to-themselves',
    stages: ['comment-list'],
    expect: same,
    github: { link: '<SELF?page=2>; rel="next"' },
  },
  {
    name: 'comments-link-elsewhere',
    stages: ['comment-list'],
    expect: same,
    github: { link: '<ELSEWHERE/comments>; rel="next"' },
  },
];

const earlier = ({ createdAt }: Report) => new Date(Date.parse(createdAt) - 7_200_000).toISOString();
const later = ({ createdAt }: Report) => new Date(Date.parse(createdAt) + 500).toISOString();
