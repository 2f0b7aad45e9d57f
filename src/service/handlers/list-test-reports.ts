import { z } from 'zod';
import type { historyQuery } from '../../contract/test-report.ts';
import { timestamp } from '../../contract/values.ts';
import { type Dependencies, requireTarget } from '../dependencies.ts';
import { HttpProblem } from '../http-problem.ts';

const pageSize = 20;
const historyKey = z.object({ createdAt: timestamp });

/** GET test-reports (section 4.4): newest first; `key` names the last report of the page before. */
export const listTestReports =
  (deps: Dependencies) =>
  ({ params, query }: { params: { testTargetId: string }; query: z.output<typeof historyQuery> }) => {
    requireTarget(deps, params.testTargetId);
    const before = lastBefore(query);
    const found = deps.reports.list(params.testTargetId, before, pageSize + 1);
    const data = found.slice(0, pageSize).map((each) => ({ ...each, testResults: [...each.testResults] }));
    const last = data.at(-1);
    return {
      data,
      ...(last === undefined ? {} : { key: { createdAt: last.createdAt } }),
      hasNextPage: found.length > pageSize,
    };
  };

/** The moment of the last report that the client has, in the form in which moments are stored and compared. */
function lastBefore(query: z.output<typeof historyQuery>): string | undefined {
  const given = query.key === undefined ? (query['key[createdAt]'] ?? query.createdAt) : parseKey(query.key);
  return given === undefined ? undefined : new Date(given).toISOString();
}

function parseKey(text: string): string {
  try {
    return historyKey.parse(JSON.parse(text)).createdAt;
  } catch {
    throw HttpProblem.invalid(['query', 'key'], 'must be JSON: {"createdAt": "<date-time>"}');
  }
}
