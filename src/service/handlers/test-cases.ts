import { isDeepStrictEqual } from 'node:util';
import { defined } from '../../common/object-fields.ts';
import {
  type ExchangeTestCase,
  elementOfStep,
  stepKind,
} from '../../contract/exchange/exchange-test-case.ts';
import { type PatchTestCaseBody, type TestCaseFilter, testCaseFilter } from '../../contract/test-case.ts';
import { type Dependencies, refuseFileUploadsOf, requireTestCase } from '../dependencies.ts';
import { elementId, folderIdOf, toDetail, toDetailElement, toExchangeElements } from '../detail-form.ts';
import { newDiscovery } from '../generation-jobs.ts';
import { found, HttpProblem } from '../http/http-problem.ts';
import { readJsonQuery } from '../http/json-query.ts';
import type { ChangeCall, Handlers } from '../http/route.ts';
import { LocatorLineError } from '../locator-line/call-chain.ts';
import { parseLocator } from '../locator-line/parse-locator.ts';
import type { StoredTestCase } from '../store/test-case-store.ts';

/** Test cases (section 4.3). */
export const testCaseHandlers = {
  listTestCases: (deps, { params: { testTargetId }, query }) => {
    const filter: TestCaseFilter =
      readJsonQuery('filter', query.filter, testCaseFilter, '{"status": "ENABLED"}') ?? {};
    const cases = deps.testCases.list(testTargetId, { withDeleted: namesDeleted(filter) });
    return cases.map((batch) => filterTestCases(batch, filter).map(toDetail));
  },

  getTestCase: (deps, { params }) => toDetail(requireTestCase(deps, params)),

  updateTestCase,

  /** Extension: refused while another case has this one as its dependency or teardown. */
  deleteTestCase: (deps, { params }) => {
    const { id } = requireTestCase(deps, params);
    const dependencyIds = deps.testCases.dependents(params.testTargetId, id);
    if (dependencyIds.length > 0) {
      throw new HttpProblem(400, { status: 'has dependencies', dependencyIds });
    }
    deps.testCases.change(params.testTargetId, id, { status: 'DELETED' }, deps.now());
  },

  /** Gives a step the selectors of a Playwright locator expression, which is parsed and never evaluated. */
  updateTestCaseElement: (deps, { params, body }) => {
    const stored = requireTestCase(deps, params);
    const { elements } = stored.testCase;
    const index = elements.findIndex((_, each) => elementId(stored, each) === params.elementId);
    const element = found(elements[index], `element ${params.elementId}`);
    if (elementOfStep(element) === 'unused') {
      const message = `${stepKind(element)} takes no locator: the step does not use an element`;
      throw HttpProblem.invalid(['locatorLine'], message);
    }
    const changed = { ...element, selectors: parseLine(body.locatorLine) };
    if (!isDeepStrictEqual(changed, element)) {
      const testCase: ExchangeTestCase = { ...stored.testCase, elements: elements.with(index, changed) };
      const version = deps.versions.add(params.testTargetId, testCase);
      deps.testCases.change(params.testTargetId, stored.id, { version }, deps.now());
    }
    return toDetailElement(stored, changed, index);
  },
} satisfies Partial<Handlers>;

function parseLine(locatorLine: string) {
  try {
    return parseLocator(locatorLine);
  } catch (error) {
    if (error instanceof LocatorLineError) throw HttpProblem.invalid(['locatorLine'], error.message);
    throw error;
  }
}

/** A change of content makes a new version. `updatedAt` stays if nothing changes. */
function updateTestCase(
  deps: Dependencies,
  { params, body, afterCommit }: ChangeCall<'updateTestCase'>,
): ReturnType<typeof toDetail> {
  const stored = requireTestCase(deps, params);
  const testCase = patched(stored, body);
  if (body.elements !== undefined) refuseFileUploadsOf(deps, testCase.elements, ['elements']);
  const prompt = body.createBackendDiscoveryPrompt;
  const discovery = prompt === undefined ? undefined : newDiscovery(prompt, deps.now());
  const version = isDeepStrictEqual(testCase, stored.testCase)
    ? undefined
    : deps.versions.add(params.testTargetId, testCase);
  const { status, interactionStatus } = body;
  const change = defined({ version, status, interactionStatus, discovery });
  if (!isDeepStrictEqual({ ...stored, ...change }, stored)) {
    deps.testCases.change(params.testTargetId, stored.id, change, deps.now());
  }
  if (discovery !== undefined) {
    afterCommit(() => deps.generations.startDiscovery(params.testTargetId, testCase, discovery));
  }
  return toDetail(requireTestCase(deps, params));
}

/** A null removes a field. */
function patched(stored: StoredTestCase, body: PatchTestCaseBody): ExchangeTestCase {
  const { entryPointUrlPath: path, folderName: folder, externalId: id, ...rest } = stored.testCase;
  const { entryPointUrlPath = path, folderName = folder, externalId = id, elements } = body;
  return {
    ...rest,
    ...defined({
      ...{ entryPointUrlPath, folderName, externalId },
      description: body.description,
      runStatus: body.runStatus,
      tagNames: body.assignedTagNames,
      prompt: body.createBackendDiscoveryPrompt,
      elements: elements && toExchangeElements(elements, stored),
    }),
  };
}

/** The matching cases. A deleted one is included only if a condition that it matches names DELETED. */
function filterTestCases(cases: readonly StoredTestCase[], filter: TestCaseFilter): StoredTestCase[] {
  return cases.filter(
    (each) => matches(each, filter) && (each.status !== 'DELETED' || requestsDeleted(each, filter)),
  );
}

/** Whether a filter can list deleted cases. */
function namesDeleted(filter: TestCaseFilter): boolean {
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
