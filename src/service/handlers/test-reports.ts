import { z } from 'zod';
import { historyFilter } from '../../contract/test-report.ts';
import { timestamp } from '../../contract/values.ts';
import { found } from '../http/http-problem.ts';
import { readJsonQuery } from '../http/json-query.ts';
import type { Call, Handlers } from '../http/route.ts';

const pageSize = 20;
const maxWaitSeconds = 60;
const firstTime = Date.parse('0000-01-01T00:00:00Z');
const lastTime = Date.parse('9999-12-31T23:59:59.999Z');
const historyKey = z.object({ createdAt: timestamp });

type HistoryQuery = Call<'listTestReports'>['query'];

/** Test reports (section 4.4). */
export const testReportHandlers = {
  /** Newest first; `key` names the last report of the previous page. */
  listTestReports: (deps, { params: { testTargetId }, query }) => {
    const before = lastBefore(query);
    const reports = deps.reports.list(testTargetId, {
      before,
      environmentIds: filteredEnvironments(query),
      limit: pageSize + 1,
    });
    const data = reports.slice(0, pageSize);
    const last = data.at(-1);
    return {
      data,
      // Nothing is older than an empty page either.
      key: { createdAt: last?.createdAt ?? before ?? new Date(0).toISOString() },
      hasNextPage: reports.length > pageSize,
    };
  },

  /** With `Prefer: wait=N` (RFC 7240) it answers when the run has ended, or after N seconds. */
  getTestReport: async (deps, { params: { testTargetId, testReportId }, request, answerHeaders }) => {
    const find = () => found(deps.reports.find(testTargetId, testReportId), `test report ${testReportId}`);
    const report = find();
    const seconds = preferredWait(request.headers.get('prefer'));
    if (seconds === 0) return report;
    await deps.runs.ended(testReportId, seconds * 1000, request.signal);
    answerHeaders.set('preference-applied', `wait=${seconds}`);
    return find();
  },
} satisfies Partial<Handlers>;

function preferredWait(header: string | null): number {
  const seconds = Number(/(?:^|[,;])\s*wait\s*=\s*"?(\d{1,6})/i.exec(header ?? '')?.[1] ?? 0);
  return Math.min(seconds, maxWaitSeconds);
}

/** When the last report that the client has was created, in the form in which the store compares times. */
function lastBefore(query: HistoryQuery): string | undefined {
  const key = readJsonQuery('key', query.key, historyKey, '{"createdAt": "<date-time>"}');
  const given = key?.createdAt ?? query['key[createdAt]'] ?? query.createdAt;
  if (given === undefined) return undefined;
  // With its offset, a time may be in a year that ISO 8601 writes with more digits.
  return new Date(Math.min(Math.max(Date.parse(given), firstTime), lastTime)).toISOString();
}

function filteredEnvironments({ filter }: HistoryQuery): readonly string[] {
  const example = '[{"key": "environmentId", "operator": "EQUALS", "value": "<uuid>"}]';
  return readJsonQuery('filter', filter, historyFilter, example)?.map(({ value }) => value) ?? [];
}
