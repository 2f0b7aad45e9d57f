import { didNotPass } from '../results/counts.ts';
import type { Redacted } from '../results/redacted.ts';
import type { CaseResult, RunResults, SourceLocation } from '../results/run-results.ts';
import type { Host } from '../runtime/host.ts';
import { oneLine } from '../runtime/log-text.ts';
import { caseWarning, teardownWarning } from './verdict/teardown-warning.ts';

/** Writes what failed to the log: its reader may not see the comment. */
export function logResults(results: Redacted<RunResults>, host: Pick<Host, 'info' | 'warning'>): void {
  for (const result of results.results) {
    const { name, status, failedStep, place, flaky } = result;
    if (flaky) host.info(`⟳ ${oneLine(name)} is flaky: it passed, but not at the first attempt`);
    const location = formatLocation(failedStep?.place ?? place);
    if (status === 'unfinished') host.info(`… ${oneLine(name)} did not finish${location}`);
    if (didNotPass(result)) logFailure(result, location, host);
  }
  for (const warning of [caseWarning(results.results), teardownWarning(results.results)]) {
    if (warning !== undefined) host.warning(warning);
  }
  if (results.green) host.info(results.reason);
  host.info(`Verdict: ${results.status}`);
}

function logFailure(
  { name, failedStep, errorMessage }: CaseResult,
  location: string,
  host: Pick<Host, 'info'>,
): void {
  const step = failedStep === undefined ? '' : ` at step ${failedStep.number}: ${oneLine(failedStep.words)}`;
  host.info(`✗ ${oneLine(name)}${step}${location}`);
  for (const line of (errorMessage ?? '').split('\n')) host.info(`    ${line}`);
}

function formatLocation(location: SourceLocation | undefined): string {
  return location === undefined ? '' : ` (${location.file}:${location.line})`;
}
