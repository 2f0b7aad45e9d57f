import { type AttemptResult, type CaseResult, caseStatuses, type SourceLocation } from './run-results.ts';

/** True for a result that failed or could not be run. */
export function didNotPass({ status }: Pick<CaseResult, 'status'>): boolean {
  return status === 'failed' || status === 'error';
}

/** Sorts results worst first: by status, then flaky before stable. */
export function worstFirst(results: readonly CaseResult[]): CaseResult[] {
  const rank = ({ status, flaky }: CaseResult) => caseStatuses.indexOf(status) + (flaky ? -0.5 : 0);
  return results.toSorted((a, b) => rank(a) - rank(b));
}

/** The warnings of all attempts, each once. */
export function warningsOf({ earlierAttempts, warnings = [] }: CaseResult): string[] {
  return [...new Set([...earlierAttempts.flatMap((attempt) => attempt.warnings ?? []), ...warnings])];
}

/** The name of a case; its id if the name is blank. */
export function nameOf({ name, testCaseId }: Pick<CaseResult, 'name' | 'testCaseId'>): string {
  return name.trim() === '' ? testCaseId : name;
}

/**
 * The line to look at: that of the step at which an attempt failed or stood, otherwise that of the case.
 * @param attempt Default: the last one.
 */
export function locationOf(
  result: Pick<CaseResult, 'place' | 'failedStep'>,
  attempt: Pick<AttemptResult, 'failedStep'> = result,
): SourceLocation | undefined {
  return attempt.failedStep?.place ?? result.place;
}
