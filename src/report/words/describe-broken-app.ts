import type { CaseResult } from '../../results/run-results.ts';

/** Says that the app is broken, not the tests flaky, if that is why retries were left out; empty otherwise. */
export function describeBrokenApp(results: readonly CaseResult[]): string {
  const leftOut = results.filter(({ retryLeftOut }) => retryLeftOut === true).length;
  if (leftOut === 0) return '';
  const retries = leftOut === 1 ? '1 retry was' : `${leftOut} retries were`;
  return `The app is broken, not the tests flaky: every retry failed as well, so ${retries} left out.`;
}
