import { type TestReport, unreadableReports } from '../../contract/test-report.ts';
import type { Connection } from '../connection.ts';
import { sameContext } from '../trigger/same-context.ts';
import type { Search } from '../trigger/trigger.ts';

/** What was triggered runs at once: its report is there within this time, in ms. */
export const reportGraceMs = 120_000;

/** The part of the history that matters to a search. */
export interface RecentReports {
  /** Those since the trigger, oldest first. */
  readonly reports: readonly TestReport[];
  /** How many items of the pages could not be read. */
  readonly unreadable: number;
  /** False where there may be more since the trigger than could be seen. */
  readonly complete: boolean;
}

/** The report that fits, if there is one, and others that fit as well. */
export interface Picked {
  readonly report: TestReport | undefined;
  readonly others: readonly TestReport[];
}

/**
 * Reads the history back to a moment of the service's clock. It does not ask again by itself: who waits for a report
 * has a rhythm of its own.
 * @throws ClientError, or the reason of `signal`.
 */
export async function reportsSince(
  { client, testTargetId }: Connection,
  since: Date,
  signal: AbortSignal,
): Promise<RecentReports> {
  const isOlder = ({ createdAt }: TestReport) => new Date(createdAt) < since;
  // By id: a page may repeat what moved down from the one before.
  const byId = new Map<string, TestReport>();
  let unreadable = 0;
  let wholeHistory = false;
  for await (const page of client.testReportPages({ testTargetId }, { signal, retry: false })) {
    for (const report of page.data) byId.set(report.id, report);
    unreadable += unreadableReports(page);
    wholeHistory = !page.hasNextPage || page.data.some(isOlder);
    if (wholeHistory) break;
  }
  return {
    reports: [...byId.values()]
      .filter((report) => !isOlder(report))
      .sort((a, b) => new Date(a.createdAt).getTime() - new Date(b.createdAt).getTime()),
    unreadable,
    complete: wholeHistory && unreadable === 0,
  };
}

/**
 * Picks the report that a trigger has started: one that holds a result it named, else one with its context. Of several
 * the oldest.
 * @param reports since the trigger, oldest first.
 */
export function pickReport(reports: readonly TestReport[], search: Search): Picked {
  const fitting = reports.filter((report) => search.fits?.(report) ?? true);
  const named = fitting.filter(({ testResults }) =>
    testResults.some(({ id }) => search.testResultIds.has(id)),
  );
  const alike = fitting.filter(({ context }) => sameContext(context, search.context));
  const [report, ...others] = new Set([...named, ...alike]);
  return { report, others };
}
