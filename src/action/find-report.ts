import type { TestReport } from '../contract/test-report.ts';
import type { Connection } from './connection.ts';
import type { Trigger } from './trigger.ts';

type Search = Extract<Trigger, { kind: 'search' }>;

/** So many pages of the history are read at one time. */
const maxPages = 20;

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
  let before: string | undefined;
  for (let page = 0; page < maxPages; page += 1) {
    const query = before === undefined ? {} : { key: JSON.stringify({ createdAt: before }) };
    const { data, key, hasNextPage } = await client.listTestReports({ testTargetId }, query, { signal });
    reports.push(...data);
    const reachedTrigger = data.some(({ createdAt }) => new Date(createdAt) < search.since);
    // The same key again: a service that does not take one would give its first page for ever.
    if (!hasNextPage || reachedTrigger || key == null || key.createdAt === before) break;
    before = key.createdAt;
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
