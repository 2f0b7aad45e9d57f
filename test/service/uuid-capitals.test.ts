import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { aCase } from '../support/cases.ts';
import { pathOf } from '../support/path-of.ts';
import { openService } from '../support/service.ts';

test('an id in capitals is the same id everywhere', async () => {
  await using it = await openService();
  const ofTarget = { testTargetId: it.testTargetId.toUpperCase() };
  const needed = aCase({ id: randomUUID().toUpperCase() });
  const testCase = aCase({ dependencyId: needed.id });
  const { versionIds } = await it.client.push(ofTarget, {}, { testCases: [needed, testCase] });
  const id = needed.id.toLowerCase();
  expect(await it.client.pull({ testTargetId: it.testTargetId }, {})).toEqual({
    testCases: [
      { ...needed, id },
      { ...testCase, dependencyId: id },
    ],
  });
  expect(await it.client.getTestCase({ ...ofTarget, testCaseId: needed.id })).toMatchObject({ id });
  const filter = JSON.stringify({ id: needed.id, testTargetId: ofTarget.testTargetId });
  expect(await it.client.listTestCases(ofTarget, { filter })).toMatchObject([{ id }]);
  const { testReport } = await it.execute(
    versionIds.map((each) => each.toUpperCase()),
    ofTarget,
  );
  expect(testReport).toMatchObject({ testTargetId: it.testTargetId, testResults: [{ testCaseId: id }, {}] });
  const batch = await it.ask('POST', pathOf('createBatchGeneration', ofTarget), {
    body: { prerequisiteId: needed.id },
  });
  expect(batch.status).toBe(200);
});

test('an id in capitals and in small letters is a duplicate', async () => {
  await using it = await openService();
  const testCase = aCase();
  const testCases = [testCase, { ...testCase, id: testCase.id.toUpperCase() }];
  const answer = await it.ask('POST', pathOf('push', { testTargetId: it.testTargetId }), {
    body: { testCases },
  });
  expect(answer).toMatchObject({ status: 400, body: [{ path: ['testCases', 1, 'id'] }] });
});
