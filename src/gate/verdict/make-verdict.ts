import type { Verdict } from '../../results/run-results.ts';

/** The green verdict of a job that has no tests to run. @param check what was checked. */
export function greenWithoutTests(
  status: 'done' | 'incomplete' | 'nothing-to-run',
  reason: string,
  check: string,
  compared = reason,
): Verdict {
  return { status, reason, green: true, proof: [{ check, compared }], results: [] };
}
