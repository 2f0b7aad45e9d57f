import type { CaseResult, Verdict } from '../../results/run-results.ts';

export function notGreen(
  status: Exclude<Verdict['status'], 'passed' | 'done'>,
  reason: string,
  results: readonly CaseResult[] = [],
): Verdict {
  return { status, reason, green: false, proof: [], results: [...results] };
}

/** The green verdict of a job that has no tests to run. @param check what was checked. */
export function greenWithoutTests(
  status: 'done' | 'incomplete' | 'nothing-to-run',
  reason: string,
  check: string,
  compared = reason,
): Verdict {
  return { status, reason, green: true, proof: [{ check, compared }], results: [] };
}
