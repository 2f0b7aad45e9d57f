import { z } from 'zod';
import { attemptFields, extension, readableItems } from './attempt.ts';
import { answeredContext, reportContext } from './report-context.ts';
import { breakpoints, browsers, nullAsMissing, openEnum, timestamp, uuid, webUrl } from './values.ts';

/** An attempt at a case before the last one. */
const earlierAttempt = z.looseObject({ status: openEnum(['FAILED', 'ERROR']), ...attemptFields });
export type EarlierAttempt = z.infer<typeof earlierAttempt>;

/** Some services answer the environment of a run. */
const environmentFields = {
  environmentId: extension(uuid).describe('The environment that the test cases ran in.'),
  environmentName: extension(z.string()).describe('The name of that environment.'),
};

const resultFields = z.looseObject({
  id: uuid,
  testCaseId: uuid,
  testTargetId: uuid.nullish(),
  testReportId: uuid.nullish(),
  testCaseVersionId: extension(uuid).describe('The version of the test case that was run.'),
  name: z.string().nullish(),
  createdAt: timestamp.nullish(),
  updatedAt: timestamp.nullish(),
  executionUrl: extension(z.string()).describe('The URL under test, as in the report.'),
  context: extension(answeredContext).describe('Context of the run, as in the report.'),
  status: openEnum(['PASSED', 'FAILED', 'WAITING', 'ERROR']),
  ...attemptFields,
  breakpoint: openEnum(breakpoints).nullish(),
  browser: openEnum(browsers).nullish(),
  ...environmentFields,
  earlierAttempts: readableItems(earlierAttempt).describe('The attempts before the last one, oldest first.'),
  flaky: extension(z.boolean()).describe('The test case passed, but not on the first attempt.'),
  retryLeftOut: extension(z.boolean()).describe(
    'The test case failed and was not retried, because many failed and none of those that were retried passed.',
  ),
  notRun: extension(z.boolean()).describe(
    'The test case did not run, because the maximum number of failures was reached. Its status is ERROR.',
  ),
});

const namedByVersion = z.looseObject({ testCaseId: z.null().optional(), testCaseVersionId: uuid });

/**
 * The outcome of one test case (section 2.7), with extensions. Some services name only the version that was run: its
 * id then stands in `testCaseId`, too.
 */
export const testResult = z.preprocess((result) => {
  const named = namedByVersion.safeParse(result);
  return named.success ? { ...named.data, testCaseId: named.data.testCaseVersionId } : result;
}, resultFields);
export type TestResult = z.infer<typeof testResult>;

/** One execution of test cases (section 2.6). */
export const testReport = z.looseObject({
  id: uuid,
  testTargetId: uuid.nullish(),
  createdAt: timestamp,
  updatedAt: timestamp.nullish(),
  executionUrl: z.string().nullish(),
  status: openEnum(['WAITING', 'PASSED', 'FAILED']),
  context: answeredContext.nullish(),
  breakpoint: openEnum(breakpoints).nullish(),
  browser: openEnum(browsers).nullish(),
  ...environmentFields,
  testResults: nullAsMissing(z.array(testResult).default([])),
});
export type TestReport = z.infer<typeof testReport>;

/**
 * One page of a test target's reports, newest first (section 4.4). Reports that can't be
 * read are left out and counted, so that the others remain usable.
 */
export const reportHistory = z.preprocess(
  omitUnreadable,
  z.looseObject({
    data: z.array(testReport),
    key: z.looseObject({ createdAt: timestamp.nullish() }).nullish(),
    hasNextPage: z.boolean(),
  }),
);
export type ReportHistory = z.infer<typeof reportHistory>;

const countKey = 'unreadableReports';
const listing = z.looseObject({ data: z.array(z.unknown()) });

function omitUnreadable(history: unknown): unknown {
  const page = listing.safeParse(history);
  if (!page.success) return history;
  const data = page.data.data.filter((each) => testReport.safeParse(each).success);
  const unreadable = page.data.data.length - data.length;
  return unreadable === 0 ? history : { ...page.data, data, [countKey]: unreadable };
}

/** The number of reports of a page that could not be read. */
export function unreadableReports(page: ReportHistory): number {
  return Number(page[countKey] ?? 0);
}

/**
 * Query of the history. `key` is the JSON text of the previous page's `key`. Some clients send its field on its own, in
 * one of two spellings.
 */
export const historyQuery = z.object({
  key: z
    .string()
    .optional()
    .describe('The next page: JSON text of the `key` of the previous page, `{"createdAt": "…"}`.'),
  'key[createdAt]': timestamp.optional().describe('Another spelling of `key`.'),
  createdAt: timestamp.optional().describe('Another spelling of `key`.'),
  filter: z
    .string()
    .optional()
    .describe('JSON text: `[{"key": "environmentId", "operator": "EQUALS", "value": "<uuid>"}]`.'),
});

export const historyFilter = z.array(
  z.object({ key: z.literal('environmentId'), operator: z.literal('EQUALS'), value: uuid }),
);

/** Body of POST execute, an extension: starts a run of stored or drafted test cases. */
export const executeBody = z.object({
  testTargetId: uuid,
  url: webUrl,
  context: reportContext,
  environmentName: blankAs('default', z.string()),
  tags: blankAs([], z.array(z.string())),
  browser: blankAs('CHROMIUM', z.enum(browsers)),
  breakpoint: blankAs('DESKTOP', z.enum(breakpoints)),
  variablesToOverwrite: blankAs({}, z.record(z.string(), z.array(z.string()))),
  testCaseVersionIds: z.array(uuid).optional(),
});
export type ExecuteBody = z.infer<typeof executeBody>;

/** Answer of POST execute. `testReportUrl` is the web page of the report. */
export const executeAnswer = z.looseObject({ testReportUrl: z.string().nullish(), testReport });

function blankAs<T extends z.ZodType>(fallback: z.core.util.NoUndefined<z.output<T>>, schema: T) {
  const isBlank = (value: unknown) => typeof value === 'string' && value.trim() === '';
  return z
    .preprocess((value) => (isBlank(value) ? undefined : value), schema.default(fallback))
    .describe('If blank, the default applies.');
}

/** A planned run and its context (section 2.9). The specification does not define the format of the times. */
export const testPlan = z.looseObject({
  id: uuid,
  createdAt: z.unknown(),
  updatedAt: z.unknown(),
  status: openEnum(['CREATED', 'IN_PROGRESS', 'ERROR', 'DONE']).nullish(),
  testTargetId: uuid.nullish(),
  context: answeredContext.nullish(),
  message: extension(z.string()).describe('Why the plan ended with ERROR.'),
});
