/** A place in the repository, as people look it up. */
export interface Place {
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

/** How one test case ended. `error`: the service failed, not the test; `unfinished`: no result came. */
export interface CaseResult {
  readonly testCaseId: string;
  readonly name: string;
  readonly status: 'passed' | 'failed' | 'error' | 'unfinished';
  readonly errorMessage: string | null;
  readonly traceUrl: string | null;
  /** Where the case stands, where it came from a file. */
  readonly place?: Place;
  readonly failedStep?: FailedStep;
  readonly durationMs?: number;
}

/** The step that failed. `number` is 1-based, `words` say what the step does. */
export interface FailedStep {
  readonly number: number;
  readonly words: string;
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

/** How many results a verdict has, by how they ended. */
export interface Counts {
  readonly total: number;
  readonly passed: number;
  readonly failed: number;
}

/** `failed` counts what failed or ended with an error of the service; the rest is unfinished. */
export function countResults(results: readonly CaseResult[]): Counts {
  return {
    total: results.length,
    passed: results.filter(({ status }) => status === 'passed').length,
    failed: results.filter(({ status }) => status === 'failed' || status === 'error').length,
  };
}

/** What is published: the verdict, and the run that it belongs to. */
export interface PublishedRun {
  readonly verdict: Verdict;
  readonly durationMs: number;
  readonly sha?: string;
  /** What was tested. */
  readonly url?: string;
  /** The workflow run's page. */
  readonly workflowRunUrl?: string;
  /** Workflow and job, which tell one comment from another. */
  readonly title: string;
}
