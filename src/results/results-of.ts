import { countResults } from './cases.ts';
import type { CaseResult, RunFacts, RunResults, Verdict } from './run-results.ts';

/** The green verdict of a job that has no tests to run. @param check what was checked. */
export function greenWithoutTests(
  status: 'done' | 'incomplete' | 'nothing-to-run',
  reason: string,
  check: string,
  compared = reason,
): Verdict {
  return { status, reason, green: true, proof: [{ check, compared }], results: [] };
}

export function notGreen(
  status: Exclude<Verdict['status'], 'passed'>,
  reason: string,
  results: readonly CaseResult[] = [],
): Verdict {
  return { status, reason, green: false, proof: [], results: [...results] };
}

/** The results of a run, from its facts and its verdict. @param durationMs 0 if nothing ran. */
export function resultsOf(facts: RunFacts, verdict: Verdict, durationMs: number): RunResults {
  return {
    version: 1,
    ...facts,
    ...verdict,
    ...countResults(verdict.results),
    durationMs: Math.round(durationMs),
    reportId: verdict.reportId ?? null,
    reportUrl: verdict.reportUrl ?? null,
    artifact: null,
  };
}
