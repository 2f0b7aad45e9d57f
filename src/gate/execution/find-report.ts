import { ClientError } from '../../client/errors.ts';
import type { Connection } from '../../connection/connection.ts';
import type { ReportContext } from '../../contract/report-context.ts';
import { type TestReport, unreadableReports } from '../../contract/test-report.ts';
import { UserError } from '../../runtime/user-error.ts';
import { pollInterval, type RequestFailures, retryAfter } from './polling.ts';
import type { Clock } from './timing.ts';

/** The report of a run that starts at once appears within this time, in ms. */
export const reportGraceMs = 120_000;

/** How to recognise the report of a run that the service starts by itself, or whose start had an ambiguous response. */
export interface ReportSearch {
  readonly kind: 'search';
  readonly context: ReportContext;
  readonly testResultIds: ReadonlySet<string>;
  /** Older reports are ignored; by the service's clock. */
  readonly since: Date;
  /** A report that does not appear within this time, in ms, never will. */
  readonly graceMs: number;
  /** An additional condition; without it, any report that has the context or a named result matches. */
  readonly matches?: (report: TestReport) => boolean;
  /** The test plan of a batch generation: if it fails, no report will appear. */
  readonly planId?: string;
  /** Message of the ambiguous response, if it is unknown whether a run was started at all. */
  readonly ambiguousResponse?: string;
}

/** The reports of the target since a moment. */
export interface RecentReports {
  /** Oldest first. */
  readonly reports: readonly TestReport[];
  /** How many items of the pages could not be read. */
  readonly unreadable: number;
  /** False if there may be more reports than could be read. */
  readonly complete: boolean;
}

/** The report that matches, if any, and further ones that match as well. */
export interface PickedReport {
  readonly report: TestReport | undefined;
  readonly others: readonly TestReport[];
}

/**
 * Reads the target's reports back to a moment of the service's clock, without retries: the caller polls at its own
 * interval.
 * @throws ClientError, or the reason of `signal`.
 */
export async function reportsSince(
  { client, testTargetId }: Connection,
  since: Date,
  signal: AbortSignal,
): Promise<RecentReports> {
  const isOlder = ({ createdAt }: TestReport) => new Date(createdAt) < since;
  // By id: a report that moved down meanwhile is on the next page again.
  const byId = new Map<string, TestReport>();
  let unreadable = 0;
  let reachedEnd = false;
  for await (const page of client.testReportPages({ testTargetId }, { signal, retry: false })) {
    for (const report of page.data) byId.set(report.id, report);
    unreadable += unreadableReports(page);
    reachedEnd = !page.hasNextPage || page.data.some(isOlder);
    if (reachedEnd) break;
  }
  return {
    reports: [...byId.values()]
      .filter((report) => !isOlder(report))
      .sort((a, b) => new Date(a.createdAt).getTime() - new Date(b.createdAt).getTime()),
    unreadable,
    complete: reachedEnd && unreadable === 0,
  };
}

/**
 * Picks the report of a run: one that holds a result that the search names, else one with its context. If several
 * match, the oldest.
 * @param reports oldest first.
 */
export function pickReport(reports: readonly TestReport[], search: ReportSearch): PickedReport {
  const matching = reports.filter((report) => search.matches?.(report) ?? true);
  const byResult = matching.filter(({ testResults }) =>
    testResults.some(({ id }) => search.testResultIds.has(id)),
  );
  const byContext = matching.filter(({ context }) => sameContext(context, search.context));
  const [report, ...others] = new Set([...byResult, ...byContext]);
  return { report, others };
}

/** Warns that several test reports match a run, and says which one is followed. */
export function warnOfOtherReports(
  warning: (text: string) => void,
  id: string,
  others: readonly { readonly id: string }[],
): void {
  if (others.length === 0) return;
  const ids = others.map((other) => other.id).join(', ');
  warning(`${others.length + 1} test reports match this run. Following ${id}, ignoring ${ids}.`);
}

interface SearchOptions extends Clock {
  readonly failures: RequestFailures;
  readonly warning: (text: string) => void;
}

/**
 * Polls the target's reports until the one of a run appears. If requests fail at the end of the grace time, polling
 * goes on for as long as `failures` allows: a failure proves nothing about the report.
 * @throws Error if no report appears; UserError if the batch generation has failed; what `failures` throws; or the
 * reason of `signal`.
 */
export async function findReport(
  connection: Connection,
  search: ReportSearch,
  { now, sleep, failures, warning }: SearchOptions,
  signal: AbortSignal,
): Promise<TestReport> {
  const startedAt = now();
  const plan = new PlanCheck(connection, search.planId);
  let unreadable = 0;
  while (now() - startedAt < search.graceMs || failures.last !== undefined) {
    let minPauseMs = 0;
    try {
      const recent = await reportsSince(connection, search.since, signal);
      failures.clear();
      unreadable = recent.unreadable;
      const { report, others } = pickReport(recent.reports, search);
      if (report !== undefined) {
        warnOfOtherReports(warning, report.id, others);
        return report;
      }
      await plan.check(signal);
    } catch (error) {
      if (signal.aborted) throw error;
      failures.add(error);
      minPauseMs = retryAfter(error);
    }
    await sleep(Math.max(pollInterval(now() - startedAt), minPauseMs), signal);
  }
  throw new Error(notFoundMessage(search, unreadable));
}

function notFoundMessage({ ambiguousResponse, graceMs }: ReportSearch, unreadable: number): string {
  const skipped = unreadable === 0 ? '' : ` ${unreadable} of the target's test reports could not be read.`;
  const missing = `no test report of this run appeared within ${graceMs / 1000} s.${skipped}`;
  return ambiguousResponse === undefined
    ? `The service accepted the test cases, but ${missing} Check the test target in the service, and that the input \`test-target-id\` names the right one.`
    : `It is unknown whether a run was started: the response was lost, and ${missing} ${ambiguousResponse} The request was not repeated, because that could start a second run. Check the test target in the service before you re-run this job.`;
}

/** Checks the test plan of a batch generation. A service need not have a plan by the generation's id. */
class PlanCheck {
  readonly #connection: Connection;
  #planId: string | undefined;

  constructor(connection: Connection, planId: string | undefined) {
    this.#connection = connection;
    this.#planId = planId;
  }

  /** @throws UserError if the plan has failed; or the reason of the signal. */
  async check(signal: AbortSignal): Promise<void> {
    const { client, testTargetId } = this.#connection;
    const id = this.#planId;
    if (id === undefined) return;
    const plan = await client
      .getTestPlan({ testTargetId, id }, { signal, retry: false })
      .catch((error: unknown) => {
        if (!(error instanceof ClientError)) throw error;
        if (!error.transient) this.#planId = undefined;
      });
    if (plan?.status !== 'ERROR') return;
    throw new UserError(
      `The service could not generate test cases: the test plan of the batch generation ${id} ended with ERROR. Look up the reason in the service, and check the inputs \`prompt\` and \`entry-point\`.`,
    );
  }
}

/** Whether a report has the context that was sent. A context without a commit is too vague: it matches nothing. */
export function sameContext(given: TestReport['context'], wanted: ReportContext): boolean {
  if (given == null || wanted.sha === undefined) return false;
  return (
    lowerCase(given.sha) === lowerCase(wanted.sha) &&
    lowerCase(given.owner) === lowerCase(wanted.owner) &&
    lowerCase(given.repo) === lowerCase(wanted.repo) &&
    shortRef(given.ref) === shortRef(wanted.ref) &&
    String(given.issueNumber ?? '') === String(wanted.issueNumber ?? '')
  );
}

/** GitHub's names and commits are case-insensitive. */
function lowerCase(text: string | null | undefined): string {
  return (text ?? '').toLowerCase();
}

/** `refs/heads/x` is the branch `x`, `refs/pull/7/merge` is `pull/7/merge`; `refs/tags/x` stays distinct from a branch. */
function shortRef(ref: string | null | undefined): string {
  return (ref ?? '').replace(/^refs\//, '').replace(/^heads\//, '');
}
