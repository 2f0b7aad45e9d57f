import type { CaseResult } from '../../results/run-results.ts';

/** Says that the app seems to be broken if retries were skipped for that reason; empty otherwise. */
export function describeBrokenApp(results: readonly CaseResult[]): string {
  const leftOut = results.filter(({ retryLeftOut }) => retryLeftOut === true).length;
  if (leftOut === 0) return '';
  const retries = leftOut === 1 ? '1 retry was' : `${leftOut} retries were`;
  return `The app seems to be broken: every retry failed as well, so ${retries} skipped.`;
}
