import { z } from 'zod';
import { answeredContext, reportContext } from './report-context.ts';
import { breakpoints, browsers, moment, openEnum, timestamp, uuid, webUrl } from './values.ts';

/** An extension: where a service means something else by a field of its name, that is no reason to refuse its answer. */
const extension = <T extends z.ZodType>(schema: T) => z.nullish(schema).catch(null);

/**
 * What is left to look at of an attempt at a case. All of it is an extension. `failedStep` names the element that
 * failed and the case it belongs to, which is another one when a dependency failed. The embedded service answers
 * `file:` URLs for what it has written.
 */
const evidence = {
  failedStep: z
    .looseObject({
      testCaseId: uuid,
      elementIndex: z.int().min(0),
      locator: extension(z.string()).describe('Its selector, in the words of Playwright.'),
    })
    .nullish(),
  pageUrl: extension(z.string()).describe('Where the page was when it failed.'),
  consoleErrors: extension(z.array(z.string())).describe(
    'Console errors and uncaught errors of the pages, the first ones.',
  ),
  screenshotUrl: extension(z.string()).describe('A PNG of the page when it failed.'),
  missingEvidence: extension(z.array(z.string())).describe('What could not be had, and why.'),
  teardownFailures: extension(z.array(z.string())).describe(
    'What failed in the teardowns; the status stands all the same.',
  ),
};

/** An attempt at a case before the last one. */
const earlierAttempt = z.looseObject({
  status: openEnum(['FAILED', 'ERROR']),
  errorMessage: z.string().nullish(),
  traceUrl: z.string().nullish(),
  ...evidence,
});
export type EarlierAttempt = z.infer<typeof earlierAttempt>;

/** The outcome of one test case (section 2.7). What no section has is an extension. */
export const testResult = z.looseObject({
  id: uuid,
  testCaseId: uuid,
  testTargetId: uuid.nullish(),
  testReportId: uuid.nullish(),
  name: z.string().nullish(),
  createdAt: timestamp.nullish(),
  updatedAt: timestamp.nullish(),
  status: openEnum(['PASSED', 'FAILED', 'WAITING', 'ERROR']),
  errorMessage: z.string().nullish(),
  traceUrl: z.string().nullish(),
  breakpoint: openEnum(breakpoints).nullish(),
  browser: openEnum(browsers).nullish(),
  ...evidence,
  earlierAttempts: extension(z.array(earlierAttempt)).describe(
    'The attempts before the last one, the first one first.',
  ),
  flaky: extension(z.boolean()).describe('It passed, but not at the first attempt.'),
});
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
  testResults: z.array(testResult).default([]),
});
export type TestReport = z.infer<typeof testReport>;

/**
 * One page of a test target's reports, newest first (section 4.4). A report that can't be read takes no other with it:
 * it is left out, and counted.
 */
export const reportHistory = z.preprocess(
  leaveOutUnreadable,
  z.looseObject({
    data: z.array(testReport),
    key: z.looseObject({ createdAt: timestamp }).nullish(),
    hasNextPage: z.boolean(),
  }),
);
export type ReportHistory = z.infer<typeof reportHistory>;

const countKey = 'unreadableReports';

function leaveOutUnreadable(history: unknown): unknown {
  const page = z.looseObject({ data: z.array(z.unknown()) }).safeParse(history);
  if (!page.success) return history;
  const data = page.data.data.filter((each) => testReport.safeParse(each).success);
  const unreadable = page.data.data.length - data.length;
  return unreadable === 0 ? history : { ...page.data, data, [countKey]: unreadable };
}

/** How many reports of a page could not be read. */
export function unreadableReports(page: ReportHistory): number {
  return Number(page[countKey] ?? 0);
}

/**
 * Query of the history. `key` is the JSON text of the page before's `key`; some clients send its field by itself, in
 * one of two spellings.
 */
export const historyQuery = z.object({
  key: z
    .string()
    .optional()
    .describe('The next page: JSON text of the `key` of the page before, `{"createdAt": "…"}`.'),
  'key[createdAt]': moment.optional().describe('Another spelling of `key`.'),
  createdAt: moment.optional().describe('Another spelling of `key`.'),
  filter: z
    .string()
    .optional()
    .describe('JSON text: `[{"key": "environmentId", "operator": "EQUALS", "value": "<uuid>"}]`.'),
});

/** The history's filter, once its JSON is read. */
export const historyFilter = z.array(
  z.object({ key: z.literal('environmentId'), operator: z.literal('EQUALS'), value: uuid }),
);

/** Body of POST execute, an extension: starts a run of stored or drafted test cases. */
export const executeBody = z.object({
  testTargetId: uuid,
  url: webUrl,
  context: reportContext,
  environmentName: blankMeans('default', z.string()),
  tags: blankMeans([], z.array(z.string())),
  browser: blankMeans('CHROMIUM', z.enum(browsers)),
  breakpoint: blankMeans('DESKTOP', z.enum(breakpoints)),
  variablesToOverwrite: blankMeans({}, z.record(z.string(), z.array(z.string()))),
  testCaseVersionIds: z.array(uuid).optional(),
});
export type ExecuteBody = z.infer<typeof executeBody>;

/** Answer of POST execute. `testReportUrl` is the report's page for people. */
export const executeAnswer = z.looseObject({ testReportUrl: z.string().nullish(), testReport });

function blankMeans<T extends z.ZodType>(fallback: z.core.util.NoUndefined<z.output<T>>, schema: T) {
  const isBlank = (value: unknown) => typeof value === 'string' && value.trim() === '';
  return z
    .preprocess((value) => (isBlank(value) ? undefined : value), schema.default(fallback))
    .describe('A blank text means the default.');
}
