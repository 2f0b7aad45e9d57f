import { countResults } from '../results/counts.ts';
import type { RunFacts, RunResults, Verdict } from '../results/run-results.ts';

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

/** The results of a part whose artifact cannot be read: an error, so that the others do not look like the whole. */
export function errorResults(
  facts: RunFacts,
  { name, part, attempt }: { readonly name: string; readonly part: string; readonly attempt: number },
  reason: string,
): RunResults {
  // Its matrix values are not known: the key of the part stands for them.
  const job = { ...facts.job, step: '', matrix: [part], shard: null, attempt };
  const verdict: Verdict = { status: 'error', green: false, reason, proof: [], results: [] };
  return resultsOf({ ...facts, title: name, job }, verdict, 0);
}
