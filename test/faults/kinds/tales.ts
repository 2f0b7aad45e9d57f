import { randomUUID } from 'node:crypto';
import type { Tale } from '../kind.ts';
import type { Report, Result, Truth } from '../service-truth.ts';

const same = (truth: Truth) => [truth];
const unknown = () => ['error', 'timed-out'];
const late = () => ['timed-out'];
const poll = { stages: ['poll'] } as const;
const find = { stages: ['find'] } as const;

const over = ({ status }: Report) => status === 'PASSED' || status === 'FAILED';

/** A report's first result in another state, once the run is over. */
const lastFirst = (report: Report, more: Partial<Result>): Report => {
  const [first, ...rest] = report.testResults;
  return first === undefined || !over(report)
    ? report
    : { ...report, testResults: [{ ...first, ...more }, ...rest] };
};
const opposite = ({ status }: Report) => (status === 'FAILED' ? 'PASSED' : 'FAILED');
const liar = (report: Report): Report => ({
  ...report,
  id: randomUUID(),
  status: opposite(report),
  testResults: report.testResults.map((each) => ({ ...each, id: randomUUID(), status: opposite(report) })),
});

/** Services and a GitHub that tell odd things in whole answers. */
export const tales: readonly Tale[] = [
  { name: 'report-vanishes', ...poll, expect: unknown, story: () => ({ report: () => undefined }) },
  {
    name: 'report-flips',
    ...poll,
    expect: same,
    story: () => ({
      report: (report, asked) =>
        asked === 1
          ? lastFirst({ ...report, status: 'QUEUED' }, { status: 'PASSED' })
          : asked === 2
            ? { ...report, status: 'WAITING' }
            : report,
    }),
  },
  { name: 'report-stuck', ...poll, expect: late, story: () => ({ endless: true }) },
  {
    name: 'report-status-unknown',
    ...poll,
    expect: late,
    story: () => ({ report: (report) => ({ ...report, status: 'ARCHIVED' }) }),
  },
  { name: 'report-of-another-run', ...poll, expect: unknown, story: () => ({ report: liar }) },
  {
    name: 'results-twice',
    ...poll,
    expect: (truth) => [truth, 'error'],
    story: () => ({
      report: (report) => ({ ...report, testResults: [...report.testResults, ...report.testResults] }),
    }),
  },
  {
    name: 'results-missing',
    ...poll,
    // What is told to have failed has failed, whatever is missing.
    expect: (truth) => (truth === 'passed' ? ['error', 'timed-out'] : [truth, 'error', 'timed-out']),
    story: () => ({
      report: (report) => (over(report) ? { ...report, testResults: report.testResults.slice(1) } : report),
    }),
  },
  {
    name: 'results-none',
    ...poll,
    expect: unknown,
    story: () => ({ report: (report) => (over(report) ? { ...report, testResults: [] } : report) }),
  },
  {
    name: 'result-status-unknown',
    ...poll,
    expect: (truth) => (truth === 'passed' ? ['error', 'timed-out'] : [truth, 'error', 'timed-out']),
    story: () => ({ report: (report) => lastFirst(report, { status: 'SKIPPED' }) }),
  },
  {
    name: 'result-unfinished',
    ...poll,
    expect: (truth) => (truth === 'passed' ? ['error', 'timed-out'] : [truth, 'error', 'timed-out']),
    story: () => ({ report: (report) => lastFirst(report, { status: 'WAITING' }) }),
  },
  {
    name: 'passed-with-a-failure',
    ...poll,
    expect: () => ['failed', 'error'],
    story: () => ({
      report: (report) =>
        over(report) ? { ...lastFirst(report, { status: 'FAILED' }), status: 'PASSED' } : report,
    }),
  },
  {
    name: 'failed-without-a-failure',
    ...poll,
    expect: () => ['failed', 'error'],
    story: () => ({
      report: (report) =>
        over(report)
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
    story: () => ({
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
    story: () => {
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
    story: () => ({
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
    story: () => ({
      history: (all, own) => (own === undefined ? all : [...all, { ...liar(own), createdAt: later(own) }]),
    }),
  },
  {
    name: 'report-never-appears',
    ...find,
    expect: unknown,
    story: () => ({ history: (all, own) => all.filter((each) => each !== own) }),
  },
  {
    name: 'report-appears-late',
    ...find,
    expect: same,
    story: () => {
      let asked = 0;
      return {
        history: (all, own) => {
          asked += 1;
          return asked > 2 ? all : all.filter((each) => each !== own);
        },
      };
    },
  },
  { name: 'pages-of-one', ...find, expect: same, story: () => ({ pageSize: 1 }) },
  {
    name: 'page-without-key',
    ...find,
    expect: same,
    story: () => ({ page: (page) => ({ ...page, key: null, hasNextPage: true }) }),
  },
  {
    name: 'pages-repeat',
    ...find,
    expect: same,
    story: () => ({
      page: (page) => ({ ...page, key: { createdAt: '2020-01-01T00:00:00.000Z' }, hasNextPage: true }),
    }),
  },
  { name: 'clock-ahead', ...find, expect: same, story: () => ({ skewMs: 5 * 3_600_000 }) },
  { name: 'clock-behind', ...find, expect: same, story: () => ({ skewMs: -5 * 3_600_000 }) },
  { name: 'no-date', ...find, expect: same, story: () => ({ noDate: true }) },
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
