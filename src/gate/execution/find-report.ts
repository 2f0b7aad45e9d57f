import type { Connection } from '../../connection/connection.ts';
import type { TestReport } from '../../contract/test-report.ts';
import {
  contradictionsOf,
  describeContradiction,
  type ServiceTimes,
  sameContext,
} from '../verdict/contradictions.ts';
import { addAnswer, addOlderAnswer, nothingObserved, type Observed } from '../verdict/observed.ts';
import type { RequestedRun } from '../verdict/requested-run.ts';
import type { PlanWatch } from './plan-watch.ts';
import { minIntervalMs, pollInterval, type RequestFailures } from './polling.ts';
import { reportsSince } from './recent-reports.ts';
import type { ReportSearch, StartedRun } from './start-run.ts';
import type { Clock } from './timing.ts';

/** The report that matches, how it was recognised, and further ones that match as well. */
interface PickedReport {
  readonly report: TestReport | undefined;
  readonly identifiedBy: string;
  readonly others: readonly TestReport[];
  /** Those of them that are recognised in the same way: any of them may be that of the run. */
  readonly rivals: readonly TestReport[];
}

/** Any report of the same commit may have the context, also one that is created later. */
const foundByContext = 'found by its context';

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
function hasNamedResult({ testResults }: TestReport, { stored }: RequestedRun): boolean {
  const named = new Set([...stored.values()].flatMap(({ testResultId }) => testResultId ?? []));
  return testResults.some(({ id }) => named.has(id));
}

/** Warns that several test reports match a run, and says which one is followed. */
function warnOfOtherReports(
  warning: (text: string) => void,
  id: string,
  others: readonly { readonly id: string }[],
): void {
  if (others.length === 0) return;
  const ids = others.map((other) => other.id).join(', ');
  warning(`${others.length + 1} test reports match this run. Following ${id}, ignoring ${ids}.`);
}

interface SearchOptions extends Clock {
  readonly connection: Connection;
  readonly signal: AbortSignal;
  readonly failures: RequestFailures;
  readonly warning: (text: string) => void;
  readonly plan: PlanWatch;
}

/** Finds the report of a run among those of its target. */
export class ReportFinder {
  readonly #options: SearchOptions;
  /** Sentences on reports that may be the wanted one, but cannot be read or contradict the request, as of the last answer. */
  doubts: string | undefined;

  constructor(options: SearchOptions) {
    this.#options = options;
  }

  /**
   * Polls the target's reports until the one of a run appears. If requests fail at the end of the grace time, polling
   * goes on for as long as `failures` allows: a failure proves nothing about the report.
   * @returns what was observed of the report, in all answers that held it.
   * @throws Error if no report appears; UserError if the batch generation has failed; what `failures` throws; or the
   * reason of the signal.
   */
  async find(search: StartedRun & ReportSearch): Promise<Observed> {
    const { now, sleep, warning, plan, signal } = this.#options;
    const { run, clock } = search;
    const contradict = contradictionsOf(run);
    const observed = new Map<string, Observed>();
    const startedAt = now();
    const pause = (minMs: number) => sleep(Math.max(pollInterval(now() - startedAt), minMs), signal);
    do {
      const answer = await this.#list(run, pause).catch((error: unknown) => {
        throw signal.aborted ? error : explainLoss(search, error);
      });
      // A report that contradicts the request now does not become the one of this run later.
      for (const report of answer.listed) {
        const before = observed.get(report.id) ?? nothingObserved;
        observed.set(report.id, addAnswer(before, report, contradict, clock.times()));
      }
      const { report, identifiedBy, others, rivals } = pickReport(answer.reports, search, clock.times());
      if (report !== undefined) {
        warnOfOtherReports(warning, report.id, others);
        const found = observed.get(report.id) ?? nothingObserved;
        return { ...found, identifiedBy, rivals: rivals.map(({ id }) => id) };
      }
      this.doubts =
        describeUnreadable(answer.unreadable) + describeIgnored([...observed.values()], run) || undefined;
      await plan.check(signal);
      await pause(0);
    } while (now() - startedAt < search.graceMs);
    throw new Error(notFoundMessage(search) + (this.doubts ?? ''));
  }

  /**
   * Looks for other reports that match a run that has passed, if its report was found by its context: one that was created
   * since may be its own.
   * @returns what was observed, with their ids. @throws what `failures` throws; or the reason of the signal.
   */
  async findRivals(search: StartedRun & ReportSearch, observed: Observed): Promise<Observed> {
    if (observed.identifiedBy !== foundByContext || observed.report?.status !== 'PASSED') return observed;
    const { sleep, signal } = this.#options;
    const pause = (minMs: number) => sleep(Math.max(minIntervalMs, minMs), signal);
    const answer = await this.#list(search.run, pause);
    const { id: ownId } = observed.report;
    const times = search.clock.times();
    const { report, rivals } = pickReport(answer.reports, search, times);
    const found = [...(report === undefined ? [] : [report]), ...rivals].map(({ id }) => id);
    const others = found.filter((id) => id !== ownId);
    const own = answer.listed.find(({ id }) => id === ownId);
    const seen =
      own === undefined ? observed : addOlderAnswer(observed, own, contradictionsOf(search.run), times);
    return { ...seen, rivals: [...new Set([...observed.rivals, ...others])] };
  }

  /** @param pause waits after a failed request, for at least so many ms. */
  #list({ since }: RequestedRun, pause: (minMs: number) => Promise<void>) {
    const { connection, failures, signal } = this.#options;
    return failures.untilAnswered(() => reportsSince(connection, since, signal), pause, signal);
  }
}

function describeUnreadable(count: number): string {
  return count === 0 ? '' : ` ${count} of the target's test reports could not be read.`;
}

/** Names the first report that is of this run by its result or its context, but contradicts the request. */
function describeIgnored(observed: readonly Observed[], run: RequestedRun): string {
  for (const { report, contradiction } of observed) {
    if (report === undefined || contradiction === undefined) continue;
    if (!hasNamedResult(report, run) && !sameContext(report.context, run.context)) continue;
    return ` The test report ${report.id} was ignored: ${describeContradiction(contradiction)}`;
  }
  return '';
}

/** @returns the error, after what it keeps unknown. */
function explainLoss({ ambiguousResponse }: ReportSearch, error: unknown): unknown {
  if (ambiguousResponse === undefined || !(error instanceof Error)) return error;
  return new Error(
    lossMessage(ambiguousResponse, `the target's test reports could not be read: ${error.message}`),
    { cause: error },
  );
}

/** @param problem why the reports do not show whether a run was started. */
function lossMessage(ambiguousResponse: string, problem: string): string {
  return `It is unknown whether a run was started: the request had no usable response, and ${problem} ${ambiguousResponse} The request was not repeated, because that could start a second run. Check the test target in the service before you re-run this job.`;
}

function notFoundMessage({ ambiguousResponse, graceMs }: ReportSearch): string {
  const missing = `no test report of this run appeared within ${graceMs / 1000} s.`;
  return ambiguousResponse === undefined
    ? `The service accepted the test cases, but ${missing} Check the test target in the service, and that the input \`test-target-id\` names the right one.`
    : lossMessage(ambiguousResponse, missing);
}
