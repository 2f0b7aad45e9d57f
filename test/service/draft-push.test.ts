import { expect, test } from 'vitest';
import { aCase, goTo } from '../support/cases.ts';
import { openService } from '../support/service.ts';

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
