import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { endpoints } from '../../src/contract/endpoints.ts';
import { aCase } from '../support/cases.ts';
import { openFullService } from '../support/full-service.ts';
import { allOperations, pathOf } from '../support/path-of.ts';
import { openService } from '../support/service.ts';

/** Every operation on a target: all but the list and the making of one. */
const onATarget = allOperations.filter(
  (operation) => !['listTestTargets', 'createTestTarget'].includes(operation),
);

test('the summary of an environment has all its fields', async () => {
  await using it = await openService();
  const { environments } = await it.client.createTestTarget({});
  expect(environments).toEqual([{ id: expect.any(String), type: 'DEFAULT', discoveryUrl: '', email: '' }]);
});

test('a patch changes only its fields', async () => {
  await using it = await openService();
  const { testTargetId } = it;
  await it.client.updateTestTarget({ testTargetId }, { testIdAttribute: 'data-qa', timeoutPerStep: 5000 });
  await it.client.updateTestTarget({ testTargetId }, { app: 'store' });
  expect(await it.client.updateTestTarget({ testTargetId }, {})).toMatchObject({
    id: testTargetId,
    app: 'store',
    testIdAttribute: 'data-qa',
    timeoutPerStep: 5000,
  });
  expect(await it.client.getTestTarget({ testTargetId })).toMatchObject({
    app: 'store',
    timeoutPerStep: 5000,
  });
});

test.each([null, ''])('%j clears the test-id attribute, and a null app leaves the name', async (none) => {
  await using it = await openService();
  const { testTargetId } = it;
  await it.client.updateTestTarget({ testTargetId }, { testIdAttribute: 'data-qa' });
  const changed = await it.client.updateTestTarget({ testTargetId }, { testIdAttribute: none, app: null });
  expect(changed).toMatchObject({ app: 'shop', testIdAttribute: null });
});

test.each([5000, 30_000])('a step may have %i ms', async (timeoutPerStep) => {
  await using it = await openService();
  const { testTargetId } = it;
  expect(await it.client.updateTestTarget({ testTargetId }, { timeoutPerStep })).toMatchObject({
    timeoutPerStep,
  });
});

test.each([4999, 30_001, 5000.5, '6000', null])('a step may not have %j ms', async (timeoutPerStep) => {
  await using it = await openService();
  const params = { testTargetId: it.testTargetId };
  const answer = await it.ask('PATCH', pathOf('updateTestTarget', params), {
    body: { timeoutPerStep, app: 'changed' },
  });
  expect(answer).toMatchObject({ status: 400, body: [{ path: ['timeoutPerStep'] }] });
  expect(await it.client.getTestTarget(params)).toMatchObject({ app: 'shop', timeoutPerStep: 30_000 });
});

test('the key of an integration is never answered, and an integration can be patched alone', async () => {
  await using it = await openService();
  const { testTargetId } = it;
  const answers = [
    await it.client.updateTestTarget(
      { testTargetId },
      { testManagementIntegration: { domain: 'https://t.test', apiKey: 'not-to-be-seen' } },
    ),
    await it.client.getTestTarget({ testTargetId }),
    await it.client.listTestTargets(),
  ];
  expect(JSON.stringify(answers)).not.toContain('not-to-be-seen');
});

test('a target is listed with the tags of its cases, each once, and without those of deleted ones', async () => {
  await using it = await openService();
  const { testTargetId } = it;
  const gone = aCase({ tagNames: ['gone'] });
  await it.client.push(
    { testTargetId },
    {},
    { testCases: [aCase({ tagNames: ['smoke', 'cart'] }), aCase({ tagNames: ['smoke'] }), gone] },
  );
  await it.client.deleteTestCase({ testTargetId, testCaseId: gone.id });
  expect(await it.client.listTestTargets()).toMatchObject([{ id: testTargetId, tags: ['cart', 'smoke'] }]);
});

test.each(onATarget)('%s is answered with 404 once the target is deleted', async (operation) => {
  await using it = await openFullService();
  const { params, query, body } = it.requests[operation];
  await it.client.deleteTestTarget({ testTargetId: it.testTargetId });
  const { method } = endpoints[operation];
  expect(await it.ask(method, pathOf(operation, params, query), { body })).toMatchObject({ status: 404 });
});

test('deleting a target deletes nothing of another one', async () => {
  await using it = await openFullService();
  const testCase = aCase();
  const { id } = await it.client.createTestTarget({ testTarget: { app: 'other' } });
  await it.client.push({ testTargetId: id }, {}, { testCases: [testCase] });
  await it.client.deleteTestTarget({ testTargetId: it.testTargetId });
  expect(await it.client.listTestTargets()).toMatchObject([{ id, app: 'other' }]);
  expect((await it.client.pull({ testTargetId: id }, {})).testCases).toEqual([testCase]);
});

test('deleting a target stops its runs', async () => {
  await using it = await openService();
  await it.execute(await it.push(aCase()));
  expect(it.runner.latest().signal.aborted).toBe(false);
  await it.client.deleteTestTarget({ testTargetId: it.testTargetId });
  expect(it.runner.latest().signal.aborted).toBe(true);
  it.runner.latest().pass();
  expect(await it.client.listTestTargets()).toEqual([]);
});

test('what belongs to one target is answered with 404 under another', async () => {
  await using it = await openFullService();
  const { id: testTargetId } = await it.client.createTestTarget({});
  for (const operation of ['getTestCase', 'getTestCaseVersion', 'getTestReport', 'getTestPlan'] as const) {
    const { params } = it.requests[operation];
    expect((await it.ask('GET', pathOf(operation, params))).status, operation).toBe(200);
    expect((await it.ask('GET', pathOf(operation, { ...params, testTargetId }))).status, operation).toBe(404);
  }
  for (const operation of ['updateEnvironment', 'updateTestCase'] as const) {
    const { params } = it.requests[operation];
    const answer = await it.ask('PATCH', pathOf(operation, { ...params, testTargetId }), { body: {} });
    expect(answer.status, operation).toBe(404);
  }
  for (const operation of ['deleteEnvironment', 'deleteTestCase'] as const) {
    const { params } = it.requests[operation];
    expect((await it.ask('DELETE', pathOf(operation, { ...params, testTargetId }))).status).toBe(404);
    expect((await it.ask('DELETE', pathOf(operation, params))).status, operation).toBe(200);
  }
  for (const testReportId of [randomUUID(), it.requests.getTestReport.params.testReportId ?? '']) {
    const path = pathOf('pull', { testTargetId }, { testReportId });
    expect((await it.ask('GET', path)).status).toBe(404);
  }
});

test('the same case on two targets is two cases', async () => {
  await using it = await openService();
  const { id: other } = await it.client.createTestTarget({});
  const testCase = aCase({ description: 'mine' });
  await it.client.push({ testTargetId: it.testTargetId }, {}, { testCases: [testCase] });
  await it.client.push({ testTargetId: other }, {}, { testCases: [{ ...testCase, description: 'theirs' }] });
  await it.client.deleteTestCase({ testTargetId: other, testCaseId: testCase.id });
  expect(
    await it.client.getTestCase({ testTargetId: it.testTargetId, testCaseId: testCase.id }),
  ).toMatchObject({ description: 'mine' });
});

test('deleting a target stops no run of another one', async () => {
  await using it = await openService();
  const { id: other } = await it.client.createTestTarget({});
  await it.execute(await it.push(aCase()));
  await it.client.deleteTestTarget({ testTargetId: other });
  expect(it.runner.latest().signal.aborted).toBe(false);
});

test('a request that waits for a run is answered with 404 when its target is deleted', async () => {
  await using it = await openService();
  const { testReport } = await it.execute(await it.push(aCase()));
  const path = pathOf('getTestReport', { testTargetId: it.testTargetId, testReportId: testReport.id });
  const answer = it.ask('GET', path, { headers: { prefer: 'wait=50' } });
  await it.client.deleteTestTarget({ testTargetId: it.testTargetId });
  expect((await answer).status).toBe(404);
});
