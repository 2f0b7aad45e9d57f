import type { CommentContent } from '../../src/report/comment/render-comment.ts';
import { countResults, didNotPass } from '../../src/results/cases.ts';
import { gateKey } from '../../src/results/jobs.ts';
import {
  type AttemptResult,
  type CaseResult,
  type FailedStep,
  type JobIdentity,
  passedChecks,
  type Redacted,
  type RunFacts,
  type RunResults,
  redactDeep,
  type StepResult,
} from '../../src/results/run-results.ts';

/** A passed case; name only what matters to the test. */
export function caseResultOf(overrides: Partial<CaseResult> = {}): CaseResult {
  return {
    testCaseId: '11111111-1111-4111-8111-111111111111',
    name: 'Search for tea',
    status: 'passed',
    errorMessage: null,
    consoleErrors: [],
    missingEvidence: [],
    flaky: false,
    earlierAttempts: [],
    ...overrides,
  };
}

export function failedStepOf(overrides: Partial<FailedStep> = {}): FailedStep {
  return {
    number: 3,
    words: 'click button “Pay”',
    place: { file: 'tests/checkout.yaml', line: 17, column: 5 },
    ...overrides,
  };
}

/** A passed step. */
export function stepResultOf(overrides: Partial<StepResult> = {}): StepResult {
  return { number: 1, words: 'click button “Pay”', status: 'passed', durationMs: 12, ...overrides };
}

/** A failed attempt with a failed step and a message. */
export function failedAttemptOf(overrides: Partial<AttemptResult> = {}): AttemptResult {
  return {
    status: 'failed',
    errorMessage: 'Timeout 5000ms exceeded.',
    failedStep: failedStepOf(),
    consoleErrors: [],
    missingEvidence: [],
    ...overrides,
  };
}

/** A case that failed at its only attempt. */
export function failedCaseOf(overrides: Partial<CaseResult> = {}): CaseResult {
  return caseResultOf({ ...failedAttemptOf(), name: 'Pay by card', durationMs: 5400, ...overrides });
}

/** So many cases that failed for different reasons, named `Case 0` and so on. */
export function failuresOf(
  count: number,
  overrides: (index: number) => Partial<CaseResult> = () => ({}),
): CaseResult[] {
  return Array.from({ length: count }, (_, index) => {
    const place = { file: 'tests/checkout.yaml', line: index + 1, column: 5 };
    const ofCase = { name: `Case ${index}`, testCaseId: `case-${index}` };
    return failedCaseOf({ ...ofCase, failedStep: failedStepOf({ place }), ...overrides(index) });
  });
}

/** A case that passed at its second attempt. */
export function flakyCaseOf(
  overrides: Partial<CaseResult> = {},
  attempt: Partial<AttemptResult> = {},
): CaseResult {
  return caseResultOf({ flaky: true, earlierAttempts: [failedAttemptOf(attempt)], ...overrides });
}

/** The job `CI / browser` of run 50, alone in its gate. */
export function jobIdentityOf(overrides: Partial<JobIdentity> = {}): JobIdentity {
  return {
    runId: 50,
    attempt: 1,
    workflow: 'CI',
    job: 'browser',
    step: '',
    matrix: [],
    shard: null,
    jobTotal: 1,
    comment: 'always',
    ...overrides,
  };
}

export type ResultsOverrides = Partial<Omit<RunResults, 'job'>> & { readonly job?: Partial<JobIdentity> };

/** Results of one passed case, or as the given cases ended, proven if they are green; name only what matters to the test. */
export function resultsOf({ job, ...overrides }: ResultsOverrides = {}): Redacted<RunResults> {
  const results = overrides.results ?? [caseResultOf()];
  const status = overrides.status ?? (results.some(didNotPass) ? 'failed' : 'passed');
  const green = overrides.green ?? (status === 'passed' || status === 'done');
  const all: RunResults = {
    version: 1,
    title: 'CI / browser',
    status,
    green,
    reason: 'As the results say.',
    proof: green ? passedChecks.map((check) => ({ check, compared: 'all' })) : [],
    ...countResults(results),
    startedAt: null,
    durationMs: 12_300,
    reportId: null,
    reportUrl: null,
    workflowRunUrl: null,
    sourceUrl: null,
    url: null,
    context: {},
    job: jobIdentityOf(job),
    artifact: null,
    ...overrides,
    results,
  };
  return redactDeep(all, (text) => text);
}

/** The facts that are known before a job has results. */
export function factsOf(overrides: ResultsOverrides = {}): Redacted<RunFacts> {
  const { title, startedAt, workflowRunUrl, sourceUrl, url, context, job } = resultsOf(overrides);
  const facts: RunFacts = { title, startedAt, workflowRunUrl, sourceUrl, url, context, job };
  return redactDeep(facts, (text) => text);
}

/** The content of a comment that the last of these jobs writes. */
export function contentOf(
  jobs: readonly Redacted<RunResults>[],
  overrides: Partial<CommentContent> = {},
): CommentContent {
  const facts = jobs.at(-1) ?? factsOf();
  return { key: gateKey(facts.job), facts, jobs, history: undefined, at: 1_800_000_000, ...overrides };
}

/** A comment without its two hidden lines. */
export function visibleText(body: string): string {
  return body.split('\n').slice(2).join('\n');
}
