import { expect, test } from 'vitest';
import type { ExchangeTestCase } from '../../src/contract/exchange/exchange-test-case.ts';
import { exchangeElement } from '../../src/contract/exchange/exchange-test-case.ts';
import { aCase, goTo } from '../support/cases.ts';
import { pathOf } from '../support/path-of.ts';
import { openOnPort } from '../support/served-service.ts';
import { openService, type ServiceUnderTest } from '../support/service.ts';

const push = (it: ServiceUnderTest, ...testCases: ExchangeTestCase[]) => {
  const query = testCases.length === 0 ? { allowEmpty: 'true' as const } : {};
  return it.client.push({ testTargetId: it.testTargetId }, query, { testCases });
};
const pulled = async (it: ServiceUnderTest) =>
  (await it.client.pull({ testTargetId: it.testTargetId }, {})).testCases;
const listed = async (it: ServiceUnderTest, filter?: object) =>
  (
    await it.client.listTestCases(
      { testTargetId: it.testTargetId },
      filter === undefined ? {} : { filter: JSON.stringify(filter) },
    )
  ).map(({ id, status }) => ({ id, status }));

test("a push replaces the target's cases, enables them and starts nothing", async () => {
  await using it = await openService();
  const cases = [aCase(), aCase(), aCase()];
  const answer = await push(it, ...cases);
  expect(answer.success).toBe(true);
  expect(new Set(answer.versionIds).size).toBe(3);
  expect(await listed(it)).toEqual(cases.map(({ id }) => ({ id, status: 'ENABLED' })));
  expect(it.runner.runs).toEqual([]);
});

test('a second push deletes the cases that it lacks: only a filter for DELETED lists them', async () => {
  await using it = await openService();
  const [kept, gone] = [aCase(), aCase()];
  await push(it, kept, gone);
  await push(it, kept);
  expect(await pulled(it)).toEqual([kept]);
  expect(await listed(it)).toEqual([{ id: kept.id, status: 'ENABLED' }]);
  expect(await listed(it, { status: 'DELETED' })).toEqual([{ id: gone.id, status: 'DELETED' }]);
  const path = pathOf('getTestCase', { testTargetId: it.testTargetId, testCaseId: gone.id });
  expect((await it.ask('GET', path)).status).toBe(404);
});

test('a push restores deleted cases: createdAt is kept, updatedAt is the time of the push', async () => {
  let time = Date.parse('2026-03-01T12:00:00.000Z');
  await using it = await openService(() => new Date(time));
  const testCase = aCase();
  for (const cases of [[testCase], [], [{ ...testCase, description: 'Again' }]]) {
    await push(it, ...cases);
    time += 1000;
  }
  const params = { testTargetId: it.testTargetId, testCaseId: testCase.id };
  expect(await it.client.getTestCase(params)).toMatchObject({
    status: 'ENABLED',
    description: 'Again',
    createdAt: '2026-03-01T12:00:00.000Z',
    updatedAt: '2026-03-01T12:00:02.000Z',
  });
});

test('a push of what was pulled enables drafts and outdated cases, but not what was disabled', async () => {
  await using it = await openService();
  const cases = [aCase(), aCase(), aCase(), aCase()];
  await push(it, ...cases);
  const statuses = ['DISABLED', 'DRAFT', 'OUTDATED', 'PROVISIONAL'] as const;
  for (const [index, status] of statuses.entries()) {
    const params = { testTargetId: it.testTargetId, testCaseId: cases[index]?.id ?? '' };
    await it.client.updateTestCase(params, { status });
  }
  expect(await pulled(it)).toEqual(cases);
  await push(it, ...cases);
  expect((await listed(it)).map(({ status }) => status)).toEqual([
    ...['DISABLED', 'ENABLED', 'ENABLED', 'ENABLED'],
  ]);
});

test('a push changes updatedAt only of the cases whose content or status it changes', async () => {
  let time = Date.parse('2026-03-01T12:00:00.000Z');
  await using it = await openService(() => new Date(time));
  const [same, moved, changed, draft, disabled] = [aCase(), aCase(), aCase(), aCase(), aCase()];
  await push(it, same, moved, changed, draft, disabled);
  const ofTarget = { testTargetId: it.testTargetId };
  await it.client.updateTestCase({ ...ofTarget, testCaseId: draft.id }, { status: 'DRAFT' });
  await it.client.updateTestCase({ ...ofTarget, testCaseId: disabled.id }, { status: 'DISABLED' });
  time += 1000;
  const { versionIds } = await push(it, moved, same, { ...changed, description: 'New' }, draft, disabled);
  expect(new Set(versionIds).size).toBe(5);
  const list = await it.client.listTestCases(ofTarget, {});
  expect(list.map(({ id, status, updatedAt }) => [id, status, updatedAt])).toEqual([
    [moved.id, 'ENABLED', '2026-03-01T12:00:00.000Z'],
    [same.id, 'ENABLED', '2026-03-01T12:00:00.000Z'],
    [changed.id, 'ENABLED', '2026-03-01T12:00:01.000Z'],
    [draft.id, 'ENABLED', '2026-03-01T12:00:01.000Z'],
    [disabled.id, 'DISABLED', '2026-03-01T12:00:00.000Z'],
  ]);
});

test('the cases are listed in the order of the last push', async () => {
  await using it = await openService();
  const [a, b, c] = [aCase(), aCase(), aCase()];
  await push(it, a, b, c);
  await push(it, c, a);
  expect(await pulled(it)).toEqual([c, a]);
});

test("a draft push stores versions and leaves the target's cases unchanged", async () => {
  await using it = await openService();
  const enabled = aCase({ elements: [goTo('/')] });
  await push(it, enabled);
  const draft = { ...enabled, elements: [goTo('/draft')] };
  const [versionId = ''] = await it.push(draft, aCase());
  expect(await pulled(it)).toEqual([enabled]);
  expect(await listed(it)).toEqual([{ id: enabled.id, status: 'ENABLED' }]);
  const params = { testTargetId: it.testTargetId, testCaseId: draft.id, versionId };
  expect(await it.client.getTestCaseVersion(params)).toEqual({ ...draft, versionId });
});

test('a version stays as it was pushed and belongs only to its case', async () => {
  await using it = await openService();
  const [before, other] = [aCase({ description: 'before' }), aCase()];
  const [versionId = ''] = (await push(it, before, other)).versionIds;
  await push(it, { ...before, description: 'after' });
  await push(it);
  const params = { testTargetId: it.testTargetId, testCaseId: before.id, versionId };
  expect(await it.client.getTestCaseVersion(params)).toEqual({ ...before, versionId });
  const ofOther = pathOf('getTestCaseVersion', { ...params, testCaseId: other.id });
  expect((await it.ask('GET', ofOther)).status).toBe(404);
});

test('an id that occurs twice in one push is refused, and nothing is pushed', async () => {
  await using it = await openService();
  const [twice, enabled] = [aCase(), aCase()];
  await push(it, enabled);
  const answer = await it.ask('POST', pathOf('push', { testTargetId: it.testTargetId }), {
    body: { testCases: [twice, twice] },
  });
  expect(answer).toMatchObject({ status: 400, body: [{ path: ['testCases', 1, 'id'] }] });
  expect(await pulled(it)).toEqual([enabled]);
});

test('an empty push deletes all cases only if its query says so', async () => {
  await using it = await openService();
  const testCase = aCase();
  await push(it, testCase);
  const headers = { 'idempotency-key': 'a-key' };
  const pushNothing = (query: Record<string, string>) =>
    it.ask('POST', pathOf('push', { testTargetId: it.testTargetId }, query), {
      body: { testCases: [] },
      headers,
    });
  for (const query of [{}, { allowEmpty: 'false' }]) {
    expect(await pushNothing(query)).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining('allowEmpty=true') },
    });
  }
  expect(await pushNothing({ allowEmpty: 'yes' })).toMatchObject({
    status: 400,
    body: [{ path: ['query', 'allowEmpty'] }],
  });
  expect(await pulled(it)).toEqual([testCase]);
  expect((await pushNothing({ allowEmpty: 'true' })).status).toBe(200);
  expect(await pulled(it)).toEqual([]);
});

test('an empty push to a target without cases removes nothing, and is accepted', async () => {
  await using it = await openService();
  const path = pathOf('push', { testTargetId: it.testTargetId });
  expect(await it.ask('POST', path, { body: { testCases: [] } })).toMatchObject({
    status: 200,
    body: { success: true, versionIds: [] },
  });
});

test('an empty draft push stores nothing and removes nothing', async () => {
  await using it = await openService();
  const testCase = aCase();
  await push(it, testCase);
  expect(await it.push()).toEqual([]);
  expect(await pulled(it)).toEqual([testCase]);
});

test('unknown keys are dropped from pulled cases', async () => {
  await using it = await openService();
  const testCase = aCase({ elements: [goTo('/')] });
  const body = { testCases: [{ ...testCase, filePath: '/a.yaml', elements: [{ ...goTo('/'), line: 3 }] }] };
  await it.ask('POST', pathOf('push', { testTargetId: it.testTargetId }), { body });
  expect(await pulled(it)).toEqual([testCase]);
});

test.each(['00000000-0000-0000-0000-000000000000', 'ffffffff-ffff-ffff-ffff-ffffffffffff'])(
  'the case %s can be pushed, read, patched and deleted',
  async (id) => {
    await using it = await openService();
    const params = { testTargetId: it.testTargetId, testCaseId: id };
    await push(it, aCase({ id, elements: [goTo('/')] }));
    const { elements = [] } = await it.client.getTestCase(params);
    await it.client.updateTestCase(params, { description: 'Patched', elements });
    expect(await pulled(it)).toEqual([aCase({ id, description: 'Patched', elements: [goTo('/')] })]);
    await it.client.deleteTestCase(params);
    expect(await pulled(it)).toEqual([]);
  },
);

const upload = exchangeElement.parse({
  selectors: [{ selectorType: 'CSS', selector: 'input' }],
  interaction: { action: 'UPLOAD', calledWith: { file: 'fixtures/a.png' } },
});

const refusal = (path: readonly unknown[]) => [
  expect.objectContaining({
    path,
    message:
      'UPLOAD with `file` reads a file of the repository, and this service has none. Use the URL of the file.',
  }),
];

async function openTarget() {
  const served = await openOnPort();
  const send = async (method: string, path: string, body: unknown) => {
    const headers = { 'content-type': 'application/json' };
    const response = await served.ask(method, path, { body: JSON.stringify(body), headers });
    return { status: response.status, body: await response.json() };
  };
  const created = await send('POST', pathOf('createTestTarget', {}), { testTarget: { app: 'shop' } });
  return {
    testTargetId: String(created.body.id),
    send,
    [Symbol.asyncDispose]: () => served[Symbol.asyncDispose](),
  };
}

test.each(['push', 'draftPush'] as const)(
  'a service without a repository refuses a %s of a case that uploads one of its files',
  async (operation) => {
    await using target = await openTarget();
    const testCases = [aCase({ elements: [goTo('/')] }), aCase({ elements: [goTo('/'), upload] })];
    const path = pathOf(operation, { testTargetId: target.testTargetId });
    expect(await target.send('POST', path, { testCases })).toEqual({
      status: 400,
      body: refusal(['testCases', 1, 'elements', 1, 'interaction', 'calledWith', 'file']),
    });
  },
);

test('it refuses a change of a case to such a step', async () => {
  await using target = await openTarget();
  const testCase = aCase({ elements: [goTo('/')] });
  const { testTargetId } = target;
  await target.send('POST', pathOf('push', { testTargetId }), { testCases: [testCase] });
  const elements = [
    {
      ignoreFailure: false,
      selectors: [{ selectorType: 'CSS', selector: 'input', index: 0 }],
      interaction: { action: 'UPLOAD', calledWith: '{"file":"fixtures/a.png"}' },
    },
  ];
  const path = pathOf('updateTestCase', { testTargetId, testCaseId: testCase.id });
  expect(await target.send('PATCH', path, { elements })).toEqual({
    status: 400,
    body: refusal(['elements', 0, 'interaction', 'calledWith', 'file']),
  });
});

test('a push answers with one version for each case, in order, and by stable id', async () => {
  await using it = await openService();
  const cases = [aCase(), aCase(), aCase()];
  const answer = await it.client.draftPush({ testTargetId: it.testTargetId }, { testCases: cases });
  expect(answer.success).toBe(true);
  expect(new Set(answer.versionIds).size).toBe(3);
  expect(Object.keys(answer.syncDataByStableId ?? {}).sort()).toEqual(cases.map(({ id }) => id).sort());
  expect(cases.map(({ id }) => answer.syncDataByStableId?.[id]?.versionId)).toEqual(answer.versionIds);
  await it.execute(answer.versionIds);
  expect(it.runner.latest().plan.cases).toEqual(cases);
});

test('a push alone starts nothing', async () => {
  await using it = await openService();
  await it.push(aCase());
  expect(it.runner.runs).toEqual([]);
  expect((await it.client.listTestReports({ testTargetId: it.testTargetId }, {})).data).toEqual([]);
});

test('a push answers with the id that the first result of each version will have', async () => {
  await using it = await openService();
  const { testTargetId } = it;
  const testCase = aCase();
  const pushed = async () => {
    const { syncDataByStableId } = await it.client.draftPush({ testTargetId }, { testCases: [testCase] });
    const { versionId = '', testResultId } = syncDataByStableId?.[testCase.id] ?? {};
    const run = async () => (await it.execute([versionId])).testReport.testResults.map(({ id }) => id);
    return { testResultId, run };
  };
  const before = await pushed();
  expect(await before.run()).toEqual([before.testResultId]);
  const after = await pushed();
  expect(await after.run()).toEqual([after.testResultId]);
  // A second run of a version has a result of its own.
  expect(await before.run()).not.toEqual([before.testResultId]);
});

test('a version never changes: a later push of the same case makes a new one', async () => {
  await using it = await openService();
  const before = aCase({ elements: [goTo('/before')] });
  const after = { ...before, elements: [goTo('/after')] };
  const first = await it.push(before);
  const second = await it.push(after);
  expect(second).not.toEqual(first);
  await it.execute(first);
  expect(it.runner.latest().plan.cases).toEqual([before]);
  await it.execute(second);
  expect(it.runner.latest().plan.cases).toEqual([after]);
});

test('an id that occurs twice in a push is refused with its index', async () => {
  await using it = await openService();
  const twice = aCase();
  const answer = await it.ask('POST', `/api/apiKey/beta/test-targets/${it.testTargetId}/draft/push`, {
    body: { testCases: [twice, aCase(), twice] },
  });
  expect(answer).toMatchObject({ status: 400, body: [{ path: ['testCases', 2, 'id'] }] });
  expect(JSON.stringify(answer.body)).toContain(twice.id);
});

test('versions belong to their target: another one can not run them', async () => {
  await using it = await openService();
  const versions = await it.push(aCase());
  const other = await it.client.createTestTarget({});
  const answer = await it.ask('POST', '/api/apiKey/v3/execute', {
    body: { testTargetId: other.id, url: 'http://app.test', context: {}, testCaseVersionIds: versions },
  });
  expect(answer).toMatchObject({ status: 400, body: [{ path: ['testCaseVersionIds', 0] }] });
});
