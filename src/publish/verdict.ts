/** A place in the repository, as people look it up. */
export interface Place {
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

/**
 * How one attempt at a test case ended, and what is left to look at. `error`: the service failed, not the test;
 * `unfinished`: no result came.
 */
export interface AttemptResult {
  readonly status: 'passed' | 'failed' | 'error' | 'unfinished';
  readonly errorMessage: string | null;
  readonly failedStep?: FailedStep;
  /** Where the page was when it failed. */
  readonly pageUrl?: string;
  /** What the pages wrote as errors; the first ones. */
  readonly consoleErrors: readonly string[];
  /** A PNG of the page when it failed. */
  readonly screenshot?: EvidenceFile;
  /** A Playwright trace. */
  readonly trace?: EvidenceFile;
  /** What could not be had, and why. */
  readonly missingEvidence: readonly string[];
  /** What failed in the teardowns; the status stands all the same. */
  readonly teardownFailures?: readonly string[];
}

/** Where something to look at is: with the service, or in a file of this machine. */
export type EvidenceFile = { readonly url: string } | { readonly path: string };

/** How one test case ended: as its last attempt did. */
export interface CaseResult extends AttemptResult {
  readonly testCaseId: string;
  readonly name: string;
  /** Where the case stands, where it came from a file. */
  readonly place?: Place;
  readonly durationMs?: number;
  /** It passed, but not at the first attempt. */
  readonly flaky: boolean;
  /** The attempts before the last one, the first one first; not every service tells them. */
  readonly earlierAttempts: readonly AttemptResult[];
}

/** The step that failed. `number` is 1-based, `words` say what the step does. */
export interface FailedStep {
  readonly number: number;
  readonly words: string;
  /** Its selector, in Playwright's words. */
  readonly locator?: string;
  readonly place?: Place;
  /** Name of the case that the step belongs to, where that is a dependency of the failed one. */
  readonly inDependency?: string;
}

export const verdictStatuses = [
  'passed',
  'failed',
  'timed-out',
  'cancelled',
  'error',
  'nothing-to-run',
  // Nothing is tested in the modes that only store or fetch.
  'done',
] as const;
export type VerdictStatus = (typeof verdictStatuses)[number];

/** What the action concludes. */
export interface Verdict {
  readonly status: VerdictStatus;
  /** One line, or more: what happened, and for an error what to do next. */
  readonly reason: string;
  /** True where the job may be green. */
  readonly green: boolean;
  readonly results: readonly CaseResult[];
  readonly reportId?: string;
  /** The report's page for people, at a hosted service. */
  readonly reportUrl?: string;
}

/** Names are not checked: without any text, its id tells which case it is. */
export function nameOf({ name, testCaseId }: CaseResult): string {
  return name.trim() === '' ? testCaseId : name;
}

/** How many results a verdict has, by how they ended. */
export interface Counts {
  readonly total: number;
  /** Those that are flaky included. */
  readonly passed: number;
  readonly failed: number;
  readonly flaky: number;
}

/** `failed` counts what failed or ended with an error of the service; the rest is unfinished. */
export function countResults(results: readonly CaseResult[]): Counts {
  return {
    total: results.length,
    passed: results.filter(({ status }) => status === 'passed').length,
    failed: results.filter(({ status }) => status === 'failed' || status === 'error').length,
    flaky: results.filter(({ flaky }) => flaky).length,
  };
}

/** What is published: the verdict, and the run that it belongs to. */
export interface PublishedRun {
  readonly verdict: Verdict;
  /** When it began, as an ISO time in UTC. */
  readonly startedAt?: string;
  readonly durationMs: number;
  readonly sha?: string;
  /** What was tested. */
  readonly url?: string;
  /** The workflow run's page. */
  readonly workflowRunUrl?: string;
  /** Where the repository's files are at this commit: the path of a file makes it the file's page. */
  readonly sourceUrl?: string;
  /** Workflow and job, which tell one comment from another. */
  readonly title: string;
  /** Where the result files, traces and screenshots are. */
  readonly artifact?: PublishedArtifact;
}

/** An artifact of the workflow run. */
export interface PublishedArtifact {
  readonly name: string;
  readonly id: number;
  /** Its page. */
  readonly url?: string;
}
