import type { TestReport } from '../../contract/test-report.ts';
import { contradictionsOf, type ServiceTimes } from '../verdict/contradictions.ts';
import type { RequestedRun } from '../verdict/requested-run.ts';
import { sameContext } from '../verdict/same-context.ts';
import type { ReportSearch, StartedRun } from './trigger.ts';

/** The report that matches, how it was recognised, and further ones that match as well. */
interface PickedReport {
  readonly report: TestReport | undefined;
  readonly identifiedBy: string;
  readonly others: readonly TestReport[];
  /** Those of them that are recognised in the same way: any of them may be that of the run. */
  readonly rivals: readonly TestReport[];
}

/** Any report of the same commit may have the context, also one that is created later. */
export const foundByContext = 'found by its context';

/**
 * Picks the report of a run: one that holds a result that the draft push has named, else one with its context. A report
 * that contradicts the request belongs to another run. If several match, the oldest.
 * @param reports oldest first.
 */
export function pickReport(
  reports: readonly TestReport[],
  { run, matches }: StartedRun & ReportSearch,
  times: ServiceTimes,
): PickedReport {
  const contradict = contradictionsOf(run);
  const matching = reports.filter(
    (report) => (matches?.(report) ?? true) && contradict(report, times) === undefined,
  );
  const byResult = matching.filter((report) => hasNamedResult(report, run));
  const byContext = matching.filter(({ context }) => sameContext(context, run.context));
  const [report, ...others] = new Set([...byResult, ...byContext]);
  const identifiedBy = byResult.length > 0 ? 'found by a result id of the draft push' : foundByContext;
  return { report, identifiedBy, others, rivals: byResult.length > 0 ? byResult.slice(1) : others };
}

/** Whether a report holds a result that the draft push has named. */
export function hasNamedResult({ testResults }: TestReport, { stored }: RequestedRun): boolean {
  const named = new Set([...stored.values()].flatMap(({ testResultId }) => testResultId ?? []));
  return testResults.some(({ id }) => named.has(id));
}
