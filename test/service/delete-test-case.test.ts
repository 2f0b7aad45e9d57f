import { expect, test } from 'vitest';
import { aCase } from '../support/cases.ts';
import { pathOf } from '../support/path-of.ts';
import { openService } from '../support/service.ts';

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
