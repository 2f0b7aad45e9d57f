import { z } from 'zod';
import { jsonOrNothing } from '../../contract/json-or-nothing.ts';
import { type PublishedRun, verdictStatuses } from '../verdict.ts';

/**
 * The results file as a schema: what is written keeps to it, what is read must. It may come from a stranger's workflow
 * run, so every text and every list has an end.
 */

/** No results file has more bytes. */
export const maxResultsBytes = 10 * 1024 * 1024;
/** No text in it has more characters. */
export const maxTextCharacters = 100_000;
/** No list in it but the results themselves has more items. */
export const maxListItems = 100;
/** So many results are in it at most; the counts count them all. */
export const maxResults = 100_000;
/** Nothing in it took longer, in ms: 7 days. */
export const maxDurationMs = 7 * 24 * 60 * 60 * 1000;

const text = z.string().max(maxTextCharacters);
const count = z.int().min(0);
const duration = z.number().min(0).max(maxDurationMs);
const list = <Item extends z.ZodType>(item: Item) => z.array(item).max(maxListItems);

const place = z
  .object({
    file: text.describe('Path in the repository.'),
    line: z.int().min(1),
    column: z.int().min(1),
  })
  .describe('A place in the repository.');

const evidenceFile = z
  .union([
    z.object({ url: text.describe('Address at the service.') }),
    z.object({ path: text.describe('Path from the folder of the results file.') }),
  ])
  .describe('Where something to look at is.');

const failedStep = z
  .object({
    number: z.int().min(1).describe('Its number in the test case, from 1.'),
    words: text.describe('What it does, in plain words.'),
    locator: text.exactOptional().describe('Its selector as a Playwright locator.'),
    place: place.exactOptional(),
    inDependency: text
      .exactOptional()
      .describe('Name of the test case that it belongs to, where that is a dependency of the failed one.'),
  })
  .describe('The step that failed.');

const attempt = z
  .object({
    status: z
      .enum(['passed', 'failed', 'error', 'unfinished'])
      .describe('error: it could not be run; unfinished: no result came.'),
    errorMessage: text.nullable(),
    failedStep: failedStep.exactOptional(),
    pageUrl: text.exactOptional().describe('Where the page was when it failed.'),
    consoleErrors: list(text).describe('What the pages wrote as errors; the first ones.'),
    screenshot: evidenceFile.exactOptional().describe('A PNG of the page when it failed.'),
    trace: evidenceFile.exactOptional().describe('A Playwright trace.'),
    missingEvidence: list(text).describe('What could not be had, and why.'),
    teardownFailures: list(text)
      .exactOptional()
      .describe('What failed in the teardowns; the status stands all the same.'),
  })
  .describe('One attempt at a test case.');

const result = attempt
  .extend({
    testCaseId: text,
    name: text,
    place: place.exactOptional(),
    durationMs: duration.exactOptional(),
    flaky: z.boolean().describe('It passed, but not at the first attempt.'),
    earlierAttempts: list(attempt).describe('The attempts before the last one, the first one first.'),
  })
  .describe('How a test case ended: as its last attempt did.');

const context = z
  .object({
    source: text,
    ref: text,
    sha: text,
    repo: text,
    owner: text,
    issueNumber: z.int(),
  })
  .partial()
  .describe('What the run belongs to: commit, ref, repository, pull request.');

/** The results file. Fields may be added to version 1; none changes its meaning. */
export const resultsFile = z.object({
  version: z.literal(1).describe('Version of this form.'),
  title: text.describe('Workflow and job.'),
  status: z.enum(verdictStatuses).describe('The verdict.'),
  green: z.boolean().describe('Whether the job may be green.'),
  reason: text.describe('What happened, and for an error what to do next.'),
  total: count.describe('Number of results.'),
  passed: count.describe('Those that passed, the flaky ones included.'),
  failed: count.describe('Those that failed or could not be run.'),
  flaky: count.describe('Those that passed, but not at the first attempt.'),
  startedAt: z.iso.datetime().nullable().describe('When the run began.'),
  durationMs: duration,
  reportId: text.nullable().describe('Id of the test report.'),
  reportUrl: text.nullable().describe('Page of the test report, at a hosted service.'),
  workflowRunUrl: text.nullable(),
  url: text.nullable().describe('What was tested.'),
  context,
  results: z.array(result).max(maxResults),
});

/** The content of a results file. */
export type ResultsFile = z.infer<typeof resultsFile>;

/** What reading a results file has brought; the reason is one line. */
export type ReadResults =
  | { readonly kind: 'read'; readonly results: ResultsFile }
  | { readonly kind: 'unreadable'; readonly reason: string };

/**
 * Reads the content of a results file that nobody vouches for. What the schema does not know is left out.
 * @param content the file's text.
 */
export function parseResults(content: string): ReadResults {
  if (Buffer.byteLength(content) > maxResultsBytes) {
    return { kind: 'unreadable', reason: `it has more than ${maxResultsBytes / 1024 ** 2} MiB` };
  }
  const parsed = resultsFile.safeParse(jsonOrNothing(content));
  if (parsed.success) return { kind: 'read', results: parsed.data };
  const [issue] = parsed.error.issues;
  const where = issue === undefined || issue.path.length === 0 ? '' : `${issue.path.join('.')}: `;
  return { kind: 'unreadable', reason: `${where}${issue?.message ?? 'it is of another form'}` };
}

/** The run that a results file tells of. */
export function runOfResults(file: ResultsFile): PublishedRun {
  const { status, green, reason, results, reportId, reportUrl, title, durationMs } = file;
  return {
    verdict: {
      status,
      green,
      reason,
      results,
      ...(reportId === null ? {} : { reportId }),
      ...(reportUrl === null ? {} : { reportUrl }),
    },
    title,
    durationMs,
    ...(file.startedAt === null ? {} : { startedAt: file.startedAt }),
    ...(file.context.sha === undefined ? {} : { sha: file.context.sha }),
    ...(file.url === null ? {} : { url: file.url }),
    ...(file.workflowRunUrl === null ? {} : { workflowRunUrl: file.workflowRunUrl }),
  };
}
