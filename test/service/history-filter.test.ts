import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { pathOf } from '../support/path-of.ts';
import { openService } from '../support/service.ts';

async function openWithRuns() {
  const it = await openService();
  const { testTargetId } = it;
  const { id: stagingId } = await it.client.createEnvironment({ testTargetId }, { name: 'staging' });
  const [first] = await it.client.listEnvironments({ testTargetId });
  const run = async (environmentName: string) => (await it.execute([], { environmentName })).testReport.id;
  const staging = [await run('staging')];
  const byDefault = await run('default');
  staging.push(await run('staging'));
  const equals = (...ids: string[]) =>
    JSON.stringify(ids.map((value) => ({ key: 'environmentId', operator: 'EQUALS', value })));
  const history = async (filter: string, key?: string) =>
    (
      await it.client.listTestReports({ testTargetId }, { filter, ...(key === undefined ? {} : { key }) })
    ).data.map(({ id }) => id);
  return { it, stagingId, defaultId: first?.id ?? '', staging, byDefault, equals, history };
}

test('the history can be limited to the reports of one environment', async () => {
  const { it, stagingId, defaultId, staging, byDefault, equals, history } = await openWithRuns();
  await using _ = it;
  expect(await history(equals(stagingId))).toEqual(staging.toReversed());
  expect(await history(equals(defaultId))).toEqual([byDefault]);
  expect(await history(equals(randomUUID()))).toEqual([]);
  expect(await history(equals())).toHaveLength(3);
});

test('conditions are joined by AND', async () => {
  const { it, stagingId, defaultId, equals, history } = await openWithRuns();
  await using _ = it;
  expect(await history(equals(stagingId, stagingId))).toHaveLength(2);
  expect(await history(equals(stagingId, defaultId))).toEqual([]);
});

test('filter and key can be combined', async () => {
  const { it, stagingId, staging, equals, history } = await openWithRuns();
  await using _ = it;
  const { data } = await it.client.listTestReports({ testTargetId: it.testTargetId }, {});
  const key = JSON.stringify({ createdAt: data[0]?.createdAt });
  expect(await history(equals(stagingId), key)).toEqual(staging.slice(0, 1));
});

test('the reports of a deleted environment are kept', async () => {
  const { it, stagingId, staging, equals, history } = await openWithRuns();
  await using _ = it;
  await it.client.deleteEnvironment({ testTargetId: it.testTargetId, environmentId: stagingId });
  expect(await history(equals(stagingId))).toEqual(staging.toReversed());
});

test.each([
  'staging',
  '{}',
  '[{"key":"environmentId"}]',
  '[{"key":"status","operator":"EQUALS","value":"PASSED"}]',
  '[{"key":"environmentId","operator":"EQUALS","value":"staging"}]',
])('the filter %s is refused', async (filter) => {
  await using it = await openService();
  const path = pathOf('listTestReports', { testTargetId: it.testTargetId }, { filter });
  expect(await it.ask('GET', path)).toMatchObject({ status: 400, body: [{ path: ['query', 'filter'] }] });
});
