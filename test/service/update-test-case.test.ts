import { expect, test } from 'vitest';
import type { ExchangeTestCase } from '../../src/contract/exchange/exchange-test-case.ts';
import { aCase, goTo, seesCss } from '../support/cases.ts';
import { pathOf } from '../support/path-of.ts';
import { openService } from '../support/service.ts';

/** A target with one case, pushed at 12:00:00; the clock goes on by a second whenever `later` is called. */
async function openWith(overrides: Partial<ExchangeTestCase> = {}) {
  let time = Date.parse('2026-03-01T12:00:00.000Z');
  const it = await openService(() => new Date(time));
  const { testTargetId } = it;
  const testCase = aCase({ elements: [goTo('/'), seesCss('h1')], ...overrides });
  const { versionIds } = await it.client.push({ testTargetId }, {}, { testCases: [testCase] });
  const params = { testTargetId, testCaseId: testCase.id };
  return {
    it,
    testCase,
    params,
    versionId: versionIds[0] ?? '',
    path: pathOf('updateTestCase', params),
    later() {
      time += 1000;
    },
    pulled: async () => (await it.client.pull({ testTargetId }, {})).testCases[0],
  };
}

const all = { entryPointUrlPath: '/cart', folderName: 'Cart', externalId: 'X-1', tagNames: ['smoke'] };

test('a patch changes its fields', async () => {
  const { it, testCase, params, pulled, later } = await openWith();
  await using _ = it;
  later();
  const answer = await it.client.updateTestCase(params, {
    description: 'Pay',
    entryPointUrlPath: '/cart',
    status: 'OUTDATED',
    runStatus: 'OFF',
    folderName: 'Cart',
    interactionStatus: 'APPROVED',
    assignedTagNames: ['smoke', 'cart'],
    externalId: 'X-1',
  });
  expect(answer).toMatchObject({
    id: testCase.id,
    testTargetId: it.testTargetId,
    description: 'Pay',
    entryPointUrlPath: '/cart',
    status: 'OUTDATED',
    runStatus: 'OFF',
    folderId: expect.any(String),
    interactionStatus: 'APPROVED',
    tags: ['smoke', 'cart'],
    externalId: 'X-1',
    elements: [{}, {}],
    createdAt: '2026-03-01T12:00:00.000Z',
    updatedAt: '2026-03-01T12:00:01.000Z',
  });
  expect(await it.client.getTestCase(params)).toEqual(answer);
  expect(await pulled()).toEqual({
    ...testCase,
    description: 'Pay',
    entryPointUrlPath: '/cart',
    runStatus: 'OFF',
    folderName: 'Cart',
    tagNames: ['smoke', 'cart'],
    externalId: 'X-1',
  });
});

test.each(['entryPointUrlPath', 'folderName', 'externalId'] as const)(
  'a null removes %s and nothing else',
  async (field) => {
    const { it, testCase, params, pulled } = await openWith(all);
    await using _ = it;
    await it.client.updateTestCase(params, { [field]: null });
    const { [field]: taken, ...left } = testCase;
    expect(taken).toBeDefined();
    expect(await pulled()).toEqual(left);
  },
);

test('fields that a patch lacks stay', async () => {
  const { it, testCase, params, pulled } = await openWith({ ...all, teardownId: aCase().id, type: 'LOGIN' });
  await using _ = it;
  await it.client.updateTestCase(params, { description: 'Pay' });
  expect(await pulled()).toEqual({ ...testCase, description: 'Pay' });
});

test.each([
  ['an empty patch', {}],
  ['a patch with what is there already', { description: 'A case', runStatus: 'ON' as const }],
])('%s changes nothing, not even the time of the last change', async (_name, patch) => {
  const { it, testCase, params, pulled, later } = await openWith(all);
  await using _ = it;
  const before = await it.client.getTestCase(params);
  later();
  expect(await it.client.updateTestCase(params, patch)).toEqual(before);
  expect(await pulled()).toEqual(testCase);
});

test('a patch leaves the previous version unchanged, and the next run uses the new one', async () => {
  const { it, testCase, params, versionId } = await openWith();
  await using _ = it;
  await it.client.updateTestCase(params, { description: 'Patched' });
  expect(await it.client.getTestCaseVersion({ ...params, versionId })).toEqual({ ...testCase, versionId });
  const { testReport } = await it.execute([], { testCaseVersionIds: undefined });
  expect(it.runner.latest().plan.cases).toEqual([{ ...testCase, description: 'Patched' }]);
  const ofReport = { testReportId: testReport.id };
  expect(await it.client.pull({ testTargetId: it.testTargetId }, ofReport)).toEqual({
    testCases: [{ ...testCase, description: 'Patched' }],
  });
});

test('steps can be added, changed, removed and reordered', async () => {
  const { it, testCase, params, pulled } = await openWith();
  await using _ = it;
  const { elements = [] } = await it.client.getTestCase(params);
  const [first, second] = elements;
  if (first === undefined || second === undefined) throw new Error('the case has two steps');
  await it.client.updateTestCase(params, {
    elements: [
      { ...second, ignoreFailure: true },
      { interaction: { action: 'SCROLL', calledWith: '{"y":100}' } },
      { ...first, interaction: { action: 'GO_TO', calledWith: '/cart' } },
    ],
  });
  expect(await pulled()).toEqual({
    ...testCase,
    elements: [
      { ...seesCss('h1'), ignoreFailure: true },
      { selectors: [], interaction: { action: 'SCROLL', calledWith: { y: 100 } } },
      goTo('/cart'),
    ],
  });
});

test.each([
  [{ interaction: { action: 'TELEPORT' } }, ['interaction', 'action'], 'use one of CLICK'],
  [{ assertion: { expectation: 'HAPPY' } }, ['assertion', 'expectation'], 'use one of VISIBLE'],
  [{ interaction: { action: 'ENTER_TEXT' } }, ['interaction', 'calledWith'], 'string'],
  [
    { interaction: { action: 'TYPE_TEXT', calledWith: '{"text":5}' } },
    ['interaction', 'calledWith', 'text'],
    'string',
  ],
  [{ interaction: { action: 'CLICK', calledWith: 'left' } }, ['interaction', 'calledWith'], 'object'],
  [
    { assertion: { expectation: 'VISIBLE' }, selectors: [{ selectorType: 'MAGIC' }] },
    ['selectors', 0, 'selectorType'],
    '',
  ],
  [{ selectors: [] }, [], 'either an interaction or an assertion'],
])('the step %j is refused with its index and the reason', async (element, place, reason) => {
  const { it, testCase, path, pulled } = await openWith();
  await using _ = it;
  const answer = await it.ask('PATCH', path, {
    body: { description: 'Patched', elements: [{ interaction: { action: 'HOVER' } }, element] },
  });
  expect(answer).toMatchObject({ status: 400, body: [{ path: ['elements', 1, ...place] }] });
  expect(JSON.stringify(answer.body)).toContain(reason);
  expect(await pulled()).toEqual(testCase);
});

test.each([
  ['status', 'DELETED'],
  ['status', 'GREEN'],
  ['runStatus', 'MAYBE'],
  ['interactionStatus', 'SEEN'],
  ['description', null],
  ['assignedTagNames', 'smoke'],
])('%s cannot be set to %j', async (field, value) => {
  const { it, testCase, path, pulled } = await openWith();
  await using _ = it;
  const answer = await it.ask('PATCH', path, { body: { [field]: value, externalId: 'X-1' } });
  expect(answer).toMatchObject({ status: 400, body: [{ path: [field] }] });
  expect(await pulled()).toEqual(testCase);
});

test.each(['DISABLED', 'DRAFT', 'OUTDATED', 'PROVISIONAL'] as const)(
  'a case that is %s runs only if its version is named',
  async (status) => {
    const { it, testCase, params, versionId } = await openWith();
    await using _ = it;
    expect((await it.client.updateTestCase(params, { status })).status).toBe(status);
    await it.execute([], { testCaseVersionIds: undefined });
    expect(it.runner.latest().plan.cases).toEqual([]);
    await it.execute([versionId]);
    expect(it.runner.latest().plan.cases).toEqual([testCase]);
    await it.client.updateTestCase(params, { status: 'ENABLED' });
    await it.execute([], { testCaseVersionIds: undefined });
    expect(it.runner.latest().plan.cases).toEqual([testCase]);
  },
);

test('a patch with the values that a case has changes nothing', async () => {
  const { it, params, later } = await openWith(all);
  await using _ = it;
  const before = await it.client.updateTestCase(params, { interactionStatus: 'NEW' });
  later();
  const body = { ...before, assignedTagNames: before.tags };
  const answer = await it.ask('PATCH', pathOf('updateTestCase', params), { body });
  expect(answer).toMatchObject({ status: 200, body: before });
});

test('a deleted case is missing from lists, pulls and runs; its versions stay', async () => {
  await using it = await openService();
  const { testTargetId } = it;
  const [gone, kept] = [aCase(), aCase()];
  const { versionIds } = await it.client.push({ testTargetId }, {}, { testCases: [gone, kept] });
  const params = { testTargetId, testCaseId: gone.id };
  expect((await it.ask('DELETE', pathOf('deleteTestCase', params))).status).toBe(200);
  expect((await it.ask('GET', pathOf('getTestCase', params))).status).toBe(404);
  expect((await it.ask('PATCH', pathOf('updateTestCase', params), { body: {} })).status).toBe(404);
  expect((await it.ask('DELETE', pathOf('deleteTestCase', params))).status).toBe(404);
  expect(await it.client.listTestCases({ testTargetId }, {})).toMatchObject([{ id: kept.id }]);
  expect((await it.client.pull({ testTargetId }, {})).testCases).toEqual([kept]);
  await it.execute([], { testCaseVersionIds: undefined });
  expect(it.runner.latest().plan.cases).toEqual([kept]);
  const versionId = versionIds[0] ?? '';
  expect(await it.client.getTestCaseVersion({ ...params, versionId })).toEqual({ ...gone, versionId });
});

test('a case that is a dependency or teardown of others is not deleted, and they are named', async () => {
  await using it = await openService();
  const { testTargetId } = it;
  const needed = aCase();
  const after = aCase({ dependencyId: needed.id });
  const before = aCase({ teardownId: needed.id });
  await it.client.push({ testTargetId }, {}, { testCases: [after, needed, aCase(), before] });
  const params = { testTargetId, testCaseId: needed.id };
  expect(await it.ask('DELETE', pathOf('deleteTestCase', params))).toMatchObject({
    status: 400,
    body: { status: 'has dependencies', dependencyIds: [after.id, before.id] },
  });
  expect(await it.client.getTestCase(params)).toMatchObject({ id: needed.id });
  for (const { id } of [after, before]) await it.client.deleteTestCase({ testTargetId, testCaseId: id });
  expect((await it.ask('DELETE', pathOf('deleteTestCase', params))).status).toBe(200);
});

test('a case that only depends on itself can be deleted', async () => {
  await using it = await openService();
  const { testTargetId } = it;
  const { id } = aCase();
  await it.client.push({ testTargetId }, {}, { testCases: [aCase({ id, dependencyId: id })] });
  const path = pathOf('deleteTestCase', { testTargetId, testCaseId: id });
  expect((await it.ask('DELETE', path)).status).toBe(200);
});
