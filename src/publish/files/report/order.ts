import type { CaseResult } from '../../verdict.ts';

/** How a case stands in the report: as its result says, or flaky. */
export type Standing = CaseResult['status'] | 'flaky';

/** What to look at first comes first. */
export const standings: readonly Standing[] = ['failed', 'error', 'unfinished', 'flaky', 'passed'];

export const standingWords: Readonly<Record<Standing, string>> = {
  failed: 'Failed',
  error: 'Could not run',
  unfinished: 'Did not finish',
  flaky: 'Flaky',
  passed: 'Passed',
};

export const standingSigns: Readonly<Record<Standing, string>> = {
  failed: '✗',
  error: '!',
  unfinished: '…',
  flaky: '⟳',
  passed: '✓',
};

/** How a case stands: one that passed at a later attempt is flaky. */
export function standingOf({ status, flaky }: CaseResult): Standing {
  return flaky ? 'flaky' : status;
}

/** The results as the report shows them; those of one standing stay in their order. */
export function inOrder(results: readonly CaseResult[]): CaseResult[] {
  const rank = (result: CaseResult) => standings.indexOf(standingOf(result));
  return results.toSorted((a, b) => rank(a) - rank(b));
}
