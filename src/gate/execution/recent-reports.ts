import type { Connection } from '../../connection/connection.ts';
import { type TestReport, unreadableReports } from '../../contract/test-report.ts';

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
