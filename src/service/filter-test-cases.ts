import { tryParseJson } from '../common/json.ts';
import { type TestCaseFilter, testCaseFilter } from '../contract/test-case.ts';
import { folderIdOf } from './detail-form.ts';
import { HttpProblem } from './http/http-problem.ts';
import { isDeeperThan } from './http/read-json.ts';
import type { StoredTestCase } from './store/test-case-store.ts';

/** Nested objects and lists; hand-written filters have three or four levels. */
const maxLevels = 50;

/**
 * Reads the filter of the list of test cases (section 4.3).
 * @throws HttpProblem 400 if it is not JSON or names an unknown field.
 */
export function readFilter(text: string | undefined): TestCaseFilter {
  if (text === undefined || text.trim() === '') return {};
  const json = tryParseJson(text);
  if (json === undefined) {
    throw HttpProblem.invalid(['query', 'filter'], 'is not JSON. Example: {"status": "ENABLED"}');
  }
  // Filters are parsed and applied recursively.
  if (isDeeperThan(text, maxLevels)) {
    throw HttpProblem.invalid(['query', 'filter'], `is nested deeper than ${maxLevels} levels`);
  }
  const parsed = testCaseFilter.safeParse(json, { reportInput: true });
  if (parsed.success) return parsed.data;
  throw HttpProblem.fromZod(parsed.error, ['query', 'filter']);
}

/** The matching cases. A deleted one is included only if a condition that it matches names DELETED. */
export function filterTestCases(cases: readonly StoredTestCase[], filter: TestCaseFilter): StoredTestCase[] {
  return cases.filter(
    (each) => matches(each, filter) && (each.status !== 'DELETED' || requestsDeleted(each, filter)),
  );
}

/** Whether a filter can list deleted cases. */
export function namesDeleted(filter: TestCaseFilter): boolean {
  return (
    filter.status === 'DELETED' ||
    [...(filter.AND ?? []), ...(filter.OR ?? [])].some((each) => namesDeleted(each))
  );
}

/** Fields and operators of an object are joined by AND. NOT excludes what matches any of its filters. */
function matches(each: StoredTestCase, filter: TestCaseFilter): boolean {
  const { testCase } = each;
  const values = {
    id: each.id,
    testTargetId: each.testTargetId,
    description: testCase.description,
    status: each.status,
    runStatus: testCase.runStatus,
    folderId: folderIdOf(each.testTargetId, testCase),
    externalId: testCase.externalId ?? null,
  };
  return (
    fieldNames.every((name) => filter[name] === undefined || filter[name] === values[name]) &&
    (filter.AND ?? []).every((inner) => matches(each, inner)) &&
    (filter.OR === undefined || filter.OR.some((inner) => matches(each, inner))) &&
    !(filter.NOT ?? []).some((inner) => matches(each, inner))
  );
}

const fieldNames = [
  'id',
  'testTargetId',
  'description',
  'status',
  'runStatus',
  'folderId',
  'externalId',
] as const;

function requestsDeleted(each: StoredTestCase, filter: TestCaseFilter): boolean {
  return (
    filter.status === 'DELETED' ||
    (filter.AND ?? []).some((inner) => requestsDeleted(each, inner)) ||
    (filter.OR ?? []).some((inner) => matches(each, inner) && requestsDeleted(each, inner))
  );
}
