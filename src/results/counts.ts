import { didNotPass } from './cases.ts';
import { type CaseResult, type RunResults, type RunStatus, runStatuses } from './run-results.ts';

/** Number of results by how they ended. `passed` includes the flaky ones; `failed` includes those that could not be run. */
export type Counts = Pick<RunResults, 'total' | 'passed' | 'failed' | 'flaky'>;

export function countResults(results: readonly CaseResult[]): Counts {
  return {
    total: results.length,
    passed: results.filter(({ status }) => status === 'passed').length,
    failed: results.filter(didNotPass).length,
    flaky: results.filter(({ flaky }) => flaky).length,
  };
}

export function sumCounts(all: readonly Counts[]): Counts {
  const sum = (name: keyof Counts) => all.reduce((total, each) => total + each[name], 0);
  return { total: sum('total'), passed: sum('passed'), failed: sum('failed'), flaky: sum('flaky') };
}

/** The status of several runs together: the worst one that is not green; if all are green, `passed` if any passed. */
export function combinedStatus(runs: readonly Pick<RunResults, 'status' | 'green'>[]): RunStatus {
  const statuses = runs.filter(({ green }) => !green).map(({ status }) => status);
  const considered = statuses.length > 0 ? statuses : runs.map(({ status }) => status);
  const order: readonly RunStatus[] =
    statuses.length > 0 ? runStatuses : ['passed', 'incomplete', 'done', ...runStatuses];
  return order.find((status) => considered.includes(status)) ?? 'nothing-to-run';
}
