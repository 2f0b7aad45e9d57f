import { z } from 'zod';
import { answeredContext, reportContext } from './report-context.ts';
import { breakpoints, browsers, openEnum, timestamp, uuid, webUrl } from './values.ts';

/**
 * The outcome of one test case (section 2.7). `failedStep` is an extension: it names the element that failed and
 * the case it belongs to, which is another one when a dependency failed.
 */
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
  failedStep: z.looseObject({ testCaseId: uuid, elementIndex: z.int().min(0) }).nullish(),
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

/** One page of a test target's reports, newest first (section 4.4). */
export const reportHistory = z.looseObject({
  data: z.array(testReport),
  key: z.looseObject({ createdAt: timestamp }).nullish(),
  hasNextPage: z.boolean(),
});
export type ReportHistory = z.infer<typeof reportHistory>;

/**
 * Query of the history. `key` is the JSON text of the page before's `key`; some clients send its field by itself, in
 * one of two spellings.
 */
export const historyQuery = z.object({
  key: z
    .string()
    .optional()
    .describe('The next page: JSON text of the `key` of the page before, `{"createdAt": "…"}`.'),
  'key[createdAt]': timestamp.optional().describe('Another spelling of `key`.'),
  createdAt: timestamp.optional().describe('Another spelling of `key`.'),
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
