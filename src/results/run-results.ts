import { z } from 'zod';
import { defined, mapTexts } from '../common/object-fields.ts';
import type { Redact } from '../common/text.ts';
import { maxCandidates, maxFailedRequests, maxSteps } from '../contract/attempt.ts';
import { generatedCases, mutationResults } from './mode-results.ts';

/**
 * The results of one run of the gate: what `results.json` says, what the report, the comment and the files are rendered
 * from, and what jobs of a matrix exchange as artifacts. A file may come from a stranger's workflow run, so every text and
 * every list has a limit.
 */

/** Characters of one text. */
export const maxTextCharacters = 100_000;
/** Items of one list, except results and steps. */
export const maxListItems = 100;
/** Results in a file. The counts include results beyond this limit. */
export const maxResults = 100_000;
/** Upper limit of any duration: 7 days, in ms. */
export const maxDurationMs = 7 * 24 * 60 * 60 * 1000;

const text = z.string().max(maxTextCharacters);
const count = z.int().min(0);
const duration = z.number().min(0).max(maxDurationMs);
const list = <Item extends z.ZodType>(item: Item, maxItems = maxListItems) => z.array(item).max(maxItems);
const optional = <Value extends z.ZodType>(value: Value, description: string) =>
  value.exactOptional().describe(description);

export const sourceLocation = z
  .object({
    file: text.describe('Path in the repository.'),
    line: z.int().min(1),
    column: z.int().min(1),
  })
  .describe('A line of a file in the repository.');
export type SourceLocation = z.infer<typeof sourceLocation>;

export const evidenceFile = z
  .union([
    z.object({ url: text.describe('URL at the service.') }),
    z.object({ path: text.describe('Path relative to the folder of the results file.') }),
  ])
  .describe('A file of evidence.');
export type EvidenceFile = z.infer<typeof evidenceFile>;

const excerpt = z
  .object({
    line: z.int().min(1).describe('Number of the first line.'),
    text,
    stepLines: optional(z.int().min(0), 'Number of lines of the step itself.'),
  })
  .describe('Lines of a file.');
export type Excerpt = z.infer<typeof excerpt>;

const words = text.describe('Description of the step, in plain English.');
const inDependency = optional(
  text,
  'Name of the test case that the step belongs to, if that is a dependency.',
);

export const failedStep = z
  .object({
    number: z.int().min(1).describe('Number of the step in its test case, starting at 1.'),
    words,
    locator: optional(text, 'Its selectors as a Playwright locator.'),
    place: sourceLocation.exactOptional(),
    excerpt: optional(
      excerpt,
      'The step in its file, with as many of the surrounding lines of its test case as fit.',
    ),
    inDependency,
  })
  .describe('The step that failed, or at which the test case stood when the run ended.');
export type FailedStep = z.infer<typeof failedStep>;

export const stepResult = z
  .object({
    number: optional(
      z.int().min(1),
      'Number of the step in its test case, starting at 1. The opening of an entry point has none.',
    ),
    words,
    status: z
      .enum(['passed', 'failed', 'ignored'])
      .describe('`ignored`: it failed, and has `ignoreFailure`.'),
    durationMs: duration.exactOptional(),
    place: sourceLocation.exactOptional(),
    inDependency,
    picture: optional(
      evidenceFile,
      'A small JPEG of the page after the step, if it looks different from the one before.',
    ),
  })
  .describe('A step that ran. Steps of passed attempts have no place and no picture.');
export type StepResult = z.infer<typeof stepResult>;

export const failedPage = z
  .object({
    title: text.exactOptional(),
    expected: optional(text, 'The value that an assertion expected.'),
    received: optional(text, 'The actual value. Absent if the element does not exist.'),
    candidates: optional(
      list(text, maxCandidates),
      'Elements that resemble the one that was not found, the most similar first, such as `button "Pay now"`.',
    ),
    failedRequests: optional(
      list(
        z.object({
          method: text,
          url: text,
          status: z.int().min(0).exactOptional(),
          error: optional(text, 'Why there is no response. Absent if the page was still waiting for one.'),
        }),
        maxFailedRequests,
      ),
      'The last requests without a response or with a status of 400 or more, oldest first.',
    ),
    snapshot: optional(
      text,
      'The accessibility tree of the page or frame, around the element that was searched for, as YAML.',
    ),
  })
  .describe('State of the page at the failure. All texts come from the page.');
export type FailedPage = z.infer<typeof failedPage>;

/** How an attempt at a test case can end, worst first. */
export const caseStatuses = ['failed', 'error', 'unfinished', 'passed'] as const;
export type CaseStatus = (typeof caseStatuses)[number];

export const attemptResult = z
  .object({
    status: z
      .enum(caseStatuses)
      .describe('`error`: the test case could not run. `unfinished`: there is no result.'),
    errorMessage: text.nullable(),
    failedStep: failedStep.exactOptional(),
    steps: optional(list(stepResult, maxSteps), 'The last steps that ran, without those of teardowns.'),
    pageUrl: optional(text, 'URL of the page at the failure.'),
    failedPage: failedPage.exactOptional(),
    consoleErrors: list(text).describe('The first errors in the console of the pages.'),
    screenshot: optional(evidenceFile, 'A PNG or JPEG of the page at the failure.'),
    trace: optional(evidenceFile, 'A Playwright trace.'),
    missingEvidence: list(text).describe('Evidence that could not be recorded, with the reason.'),
    teardownFailures: optional(list(text), 'Failures of the teardowns. They do not change the status.'),
    warnings: optional(
      list(text),
      'Ignored failures of steps, pages with an error status, and dialogs that no step expected. They do not change the status.',
    ),
  })
  .describe('One attempt at a test case.');
export type AttemptResult = z.infer<typeof attemptResult>;

export const caseResult = attemptResult
  .extend({
    testCaseId: text,
    name: text,
    place: sourceLocation.exactOptional(),
    tags: list(text).exactOptional(),
    durationMs: duration.exactOptional(),
    flaky: z.boolean().describe('The test case passed, but not on the first attempt.'),
    earlierAttempts: list(attemptResult).describe('The attempts before the last one, oldest first.'),
    retryLeftOut: optional(
      z.boolean(),
      'The test case failed and was not retried, because many failed and none of those that were retried passed.',
    ),
    notRun: optional(
      z.boolean(),
      'The test case did not run, because `max-failures` was reached, or the app or the browser did not start. Its status is `unfinished`.',
    ),
  })
  .describe('The result of a test case: that of its last attempt.');
export type CaseResult = z.infer<typeof caseResult>;

export const browserOfRun = z
  .object({
    name: text.describe('Such as `Chromium`.'),
    version: text.exactOptional(),
    width: optional(count, 'Size of the page on the screen, in CSS pixels.'),
    height: count.exactOptional(),
  })
  .describe('A browser that test cases were run in.');
export type BrowserOfRun = z.infer<typeof browserOfRun>;

/** How a run can end, worst first. `done`: the mode runs no tests; `incomplete`: it could not do a part of its work. */
export const runStatuses = [
  'failed',
  'error',
  'timed-out',
  'cancelled',
  'nothing-to-run',
  'passed',
  'incomplete',
  'done',
] as const;
export type RunStatus = (typeof runStatuses)[number];

const context = z
  .object({ source: text, ref: text, sha: text, repo: text, owner: text, issueNumber: z.int() })
  .partial()
  .describe('Commit, ref, repository and pull request of the run.');

/** Identifies a workflow run: a later run has a higher id, a re-run a higher attempt. */
export const runIdentity = z.object({ runId: count, attempt: count });
export type RunIdentity = z.infer<typeof runIdentity>;

const shard = z.object({ number: z.int().min(1).max(1000), total: z.int().min(1).max(1000) });
export type Shard = z.infer<typeof shard>;

const jobIdentity = runIdentity
  .extend({
    workflow: text,
    job: text.describe('ID of the job in the workflow file.'),
    step: text.describe('Distinguishes the step from other steps of the job.'),
    matrix: list(text).describe('Matrix values of the job, without the shard.'),
    shard: shard.nullable(),
    jobTotal: z.int().min(1).max(1000).nullable().describe('Number of jobs of the matrix, if known.'),
    comment: z.enum(['always', 'on-failure', 'never']).describe('When the job comments (input `comment`).'),
  })
  .describe('The job and step that produced these results.');
export type JobIdentity = z.infer<typeof jobIdentity>;

export const passedChecks = [
  'request-accepted',
  'report-is-ours',
  'report-is-new',
  'nothing-contradicts-the-request',
  'report-status',
  'every-result-passed',
  'every-expected-case-has-a-result',
  'every-failure-is-explained',
] as const;

type FullProof<Names extends readonly string[]> = {
  -readonly [Index in keyof Names]: ProofCheck & { check: Names[Index] };
};

/** A full proof that the tests passed: every check, in this order. */
export type PassedProof = FullProof<typeof passedChecks>;

const proofCheck = z.object({
  check: text.describe(
    `Name of the check. A run that passed has these: ${passedChecks.map((name) => `\`${name}\``).join(', ')}.`,
  ),
  compared: text.describe('The values that were compared.'),
});
type ProofCheck = z.infer<typeof proofCheck>;

export const fileProblem = z
  .object({ message: text, place: sourceLocation.exactOptional() })
  .describe('A problem of the test files.');
export type FileProblem = z.infer<typeof fileProblem>;

const uploadedArtifact = z.object({ name: text, id: count, url: text.nullable() });
export type UploadedArtifact = z.infer<typeof uploadedArtifact>;

/** The results file. Fields may be added to version 1; no field changes its meaning. */
export const runResults = z.object({
  version: z.literal(1).describe('Version of this format.'),
  title: text.describe('Workflow and job.'),
  status: z.enum(runStatuses).describe('The verdict.'),
  green: z.boolean().describe('Whether the verdict allows the job to be green.'),
  reason: text.describe('What happened, and for an error what to do next.'),
  problems: optional(
    list(fileProblem),
    'The first problems of the test files, if no test ran because of them. `reason` has them as text.',
  ),
  warnings: optional(
    list(text),
    'Warnings of the run that belong to no test case, such as those of inputs and test files. They do not change the status.',
  ),
  appFailure: optional(
    text,
    'How the app that the action had started failed during the run, with the last lines of its output. It does not change the status.',
  ),
  proof: list(proofCheck).describe('The checks that prove a green verdict; empty if it is not green.'),
  total: count.describe('Number of results.'),
  passed: count.describe('Test cases that passed, including flaky ones.'),
  failed: count.describe('Test cases that failed or could not run.'),
  flaky: count.describe('Test cases that passed, but not on the first attempt.'),
  notRun: count.default(0).describe('Test cases that did not run, because `max-failures` was reached.'),
  switchedOff: optional(
    count,
    'Test cases that would have run if they were not switched off (`runStatus: OFF`). With shards, the first one counts them.',
  ),
  startedAt: z.iso.datetime().nullable().describe('When the run began.'),
  durationMs: duration,
  reportId: text.nullable().describe('ID of the test report.'),
  reportUrl: text.nullable().describe('Page of the test report at a hosted service.'),
  workflowRunUrl: text.nullable(),
  sourceUrl: text.nullable().describe('URL of the repository’s files at this commit.'),
  url: text.nullable().describe('The application under test.'),
  startCommand: optional(text, 'The command that started the application, if the run did.'),
  browsers: list(browserOfRun).exactOptional(),
  context,
  job: jobIdentity,
  noArtifacts: optional(
    z.literal(true),
    'The machine has no artifact service, as on GitHub Enterprise Server.',
  ),
  artifact: uploadedArtifact.nullable().describe('The artifact with the evidence.'),
  reportPage: optional(uploadedArtifact, 'The HTML report as a separate artifact that opens in the browser.'),
  failuresFile: optional(uploadedArtifact, 'The file `failures.md` as a separate artifact.'),
  mutation: mutationResults.exactOptional(),
  generated: generatedCases.exactOptional(),
  results: list(caseResult, maxResults),
});
export type RunResults = z.infer<typeof runResults>;

/** What a run concludes, before it is known which job, commit and artifact it belongs to. Only a proof makes it green. */
export type Verdict = Pick<RunResults, 'reason' | 'results'> &
  Partial<
    Pick<
      RunResults,
      | 'reportId'
      | 'reportUrl'
      | 'problems'
      | 'warnings'
      | 'appFailure'
      | 'switchedOff'
      | 'browsers'
      | 'mutation'
      | 'generated'
    >
  > &
  (
    | { readonly green: false; readonly status: Exclude<RunStatus, 'passed'>; readonly proof: [] }
    | { readonly green: true; readonly status: 'passed'; readonly proof: PassedProof }
    | {
        readonly green: true;
        readonly status: 'done' | 'incomplete' | 'nothing-to-run';
        readonly proof: [ProofCheck];
      }
  );

/** The facts of a run that are known before its verdict. */
export const runFactsSchema = runResults.pick({
  title: true,
  startedAt: true,
  workflowRunUrl: true,
  sourceUrl: true,
  url: true,
  startCommand: true,
  context: true,
  job: true,
});
export type RunFacts = z.infer<typeof runFactsSchema>;
/** What results say about the app under test. */
export type AppFacts = Pick<RunFacts, 'url' | 'startCommand'>;

/** The artifacts that results link to, without those that were not uploaded. */
export interface RunArtifacts extends Partial<Pick<RunResults, 'reportPage' | 'failuresFile'>> {
  readonly artifact?: UploadedArtifact;
}

/** The artifacts of results; empty without any. */
export function artifactsIn({
  artifact,
  reportPage,
  failuresFile,
}: Pick<RunResults, keyof RunArtifacts>): RunArtifacts {
  return defined({ artifact, reportPage, failuresFile });
}

/** An artifact of the run that the facts name, with the URL of GitHub's page for it. */
export function uploadedArtifactOf(
  { id, name }: Pick<UploadedArtifact, 'id' | 'name'>,
  { workflowRunUrl }: Pick<RunFacts, 'workflowRunUrl'>,
): UploadedArtifact {
  return { id, name, url: workflowRunUrl === null ? null : `${workflowRunUrl}/artifacts/${id}` };
}

declare const redacted: unique symbol;

/** A value whose texts contain no secret any more. Only `redactDeep` makes one: whatever is published takes this type. */
export type Redacted<T> = T & { readonly [redacted]: true };

/** Fields with words of our own or plain numbers as text: a secret that happens to equal one must not destroy it. */
const fixedFields = new Set(['status', 'startedAt', 'check']);

/**
 * Redacts every string in a value, at any depth, including fields that are added later. Redact before anything is
 * rendered: escaped or cut, a secret is no longer recognized, and asterisks inserted into finished Markdown would be markup.
 */
export function redactDeep<T>(value: T, redact: Redact): Redacted<T> {
  return mapTexts(value, redact, fixedFields) as Redacted<T>;
}
