import { z } from 'zod';
import { historyFilter, type historyQuery } from '../../contract/test-report.ts';
import { moment } from '../../contract/values.ts';
import { type Dependencies, type OfTarget, requireTarget } from '../dependencies.ts';
import { HttpProblem } from '../http/http-problem.ts';

type HistoryQuery = z.output<typeof historyQuery>;

const pageSize = 20;
const historyKey = z.object({ createdAt: moment });

/** GET test-reports (section 4.4): newest first; `key` names the last report of the page before. */
export const listTestReports =
  (deps: Dependencies) =>
  ({ params, query }: { params: OfTarget; query: HistoryQuery }) => {
    requireTarget(deps, params.testTargetId);
    const before = lastBefore(query);
    const found = deps.reports.list(params.testTargetId, {
      before,
      environmentIds: filteredEnvironments(query),
      limit: pageSize + 1,
    });
    const data = found.slice(0, pageSize).map((each) => ({ ...each, testResults: [...each.testResults] }));
    const last = data.at(-1);
    return {
      data,
      // Behind an empty page there is nothing older either.
      key: { createdAt: last?.createdAt ?? before ?? new Date(0).toISOString() },
      hasNextPage: found.length > pageSize,
    };
  };

/** The moment of the last report that the client has, in the form in which moments are stored and compared. */
function lastBefore(query: HistoryQuery): string | undefined {
  const given =
    query.key === undefined
      ? (query['key[createdAt]'] ?? query.createdAt)
      : readJson('key', query.key, historyKey, '{"createdAt": "<date-time>"}').createdAt;
  return given === undefined ? undefined : new Date(given).toISOString();
}

function filteredEnvironments({ filter }: HistoryQuery): readonly string[] {
  if (filter === undefined) return [];
  const example = '[{"key": "environmentId", "operator": "EQUALS", "value": "<uuid>"}]';
  return readJson('filter', filter, historyFilter, example).map(({ value }) => value);
}

function readJson<S extends z.ZodType>(name: string, text: string, schema: S, example: string): z.output<S> {
  try {
    return schema.parse(JSON.parse(text));
  } catch {
    throw HttpProblem.invalid(['query', name], `must be JSON: ${example}`);
  }
}
