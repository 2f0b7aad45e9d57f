import { ClientError } from '../../client/client-errors.ts';
import type { Connection } from '../../connection/connection.ts';
import { type TestReport, unreadableReports } from '../../contract/test-report.ts';
import { sameContext, sameUrl } from '../verdict/contradictions.ts';
import type { RequestedRun } from '../verdict/requested-run.ts';
import type { Clock } from './timing.ts';

/** The reports of the target since a moment. */
interface RecentReports {
  /** Oldest first. */
  readonly reports: readonly TestReport[];
  /** All reports on the pages that were read, also older ones. */
  readonly listed: readonly TestReport[];
  /** How many items of the pages could not be read. */
  readonly unreadable: number;
  /** False if there may be more reports than could be read. */
  readonly complete: boolean;
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
    listed: [...byId.values()],
    unreadable,
    complete: reachedEnd && unreadable === 0,
  };
}

/** Whether a run was started. `none`: every report since the request was read, and none can be of this run. */
type RecoveredRun = 'found' | 'none' | 'unknown';

/** Pauses before each look, in ms: a report may appear a little later than its run was requested. */
const delaysMs = [0, 1000, 2000, 4000, 8000];

/**
 * Looks in the target's reports for a run that may have been started.
 * @throws the reason of `signal`.
 */
export async function recoverRun(
  connection: Connection,
  run: RequestedRun,
  sleep: Clock['sleep'],
  signal: AbortSignal,
): Promise<RecoveredRun> {
  let outcome: RecoveredRun = 'unknown';
  for (const delay of delaysMs) {
    await sleep(delay, signal);
    outcome = await readReportsOnce(connection, run, signal);
    if (outcome === 'found') break;
  }
  return outcome;
}

async function readReportsOnce(
  connection: Connection,
  run: RequestedRun,
  signal: AbortSignal,
): Promise<RecoveredRun> {
  try {
    const { reports, complete } = await reportsSince(connection, run.since, signal);
    const compared = reports.map((report) => compareReport(report, run));
    if (compared.includes('same')) return 'found';
    return complete && !compared.includes('unsure') ? 'none' : 'unknown';
  } catch (error) {
    if (error instanceof ClientError) return 'unknown';
    throw error;
  }
}

/**
 * Whether a report is of this run. The jobs of a matrix have the same context, so browser, breakpoint, URL and test
 * cases are compared, too. `unsure`: another URL or unknown test cases. The report may be another job's, or ours
 * from a service with names of its own.
 */
export function compareReport(report: TestReport, run: RequestedRun): 'same' | 'other' | 'unsure' {
  if (!sameContext(report.context, run.context)) return 'other';
  if ((report.browser ?? run.browser) !== run.browser) return 'other';
  if ((report.breakpoint ?? run.breakpoint) !== run.breakpoint) return 'other';
  if (report.executionUrl != null && run.url !== undefined && !sameUrl(report.executionUrl, run.url)) {
    return 'unsure';
  }
  const known = new Set(run.cases.flatMap(({ testCase: { id, description } }) => [id, description]));
  const allKnown = report.testResults.every(
    ({ testCaseId, name }) => known.has(testCaseId) || known.has(name ?? ''),
  );
  return allKnown && report.testResults.length <= run.cases.length ? 'same' : 'unsure';
}
