import type { TestReport } from '../contract/test-report.ts';
import type { Connection } from './connection.ts';
import type { Trigger } from './trigger.ts';

type Search = Extract<Trigger, { kind: 'search' }>;

/**
 * Looks once for the report that a trigger has started, through the history back to the trigger.
 * @throws ClientError, or the reason of `signal`.
 */
export async function findReport(
  { client, testTargetId }: Connection,
  search: Search,
  signal: AbortSignal,
): Promise<TestReport | undefined> {
  const reports: TestReport[] = [];
  for await (const page of client.testReportPages({ testTargetId }, { signal })) {
    reports.push(...page);
    if (page.some(({ createdAt }) => new Date(createdAt) < search.since)) break;
  }
  return pickReport(reports, search);
}

/**
 * Picks the report that a trigger has started: one that holds a result it named, else one with its context. Of several
 * the oldest; never one from before the trigger.
 */
export function pickReport(reports: readonly TestReport[], search: Search): TestReport | undefined {
  const since = reports
    .filter(({ createdAt }) => new Date(createdAt) >= search.since)
    .sort((a, b) => new Date(a.createdAt).getTime() - new Date(b.createdAt).getTime());
  return (
    since.find(({ testResults }) => testResults.some(({ id }) => search.testResultIds.has(id))) ??
    since.find(({ context }) => sameContext(context, search.context))
  );
}

function sameContext(given: TestReport['context'], wanted: Search['context']): boolean {
  if (given == null || wanted.sha === undefined) return false;
  const keys = ['owner', 'repo', 'ref', 'sha', 'issueNumber'] as const;
  return keys.every((key) => (given[key] ?? undefined) === wanted[key]);
}
