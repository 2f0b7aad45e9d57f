import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { aCase } from '../support/cases.ts';
import { pathOf } from '../support/path-of.ts';
import { openService } from '../support/service.ts';

test('a pull of a report gives the versions that were run, also after later pushes', async () => {
  await using it = await openService();
  const { testTargetId } = it;
  const [a, b] = [aCase({ description: 'a' }), aCase({ description: 'b' })];
  const { testReport } = await it.execute(await it.push(b, a));
  await it.client.push({ testTargetId }, { testCases: [{ ...a, description: 'later' }] });
  await it.client.push({ testTargetId }, { testCases: [] });
  const { testCases } = await it.client.pull({ testTargetId }, { testReportId: testReport.id });
  expect(testCases).toEqual([b, a]);
});

test('a pull of a report contains only the cases that were run', async () => {
  await using it = await openService();
  const { testTargetId } = it;
  const [on, off] = [aCase(), aCase({ runStatus: 'OFF' })];
  const { testReport } = await it.execute(await it.push(on, off));
  const { testCases } = await it.client.pull({ testTargetId }, { testReportId: testReport.id });
  expect(testCases).toEqual([on]);
});

test.each(['testReportId', 'testPlanId'])('a pull with an unknown %s is answered with 404', async (name) => {
  await using it = await openService();
  const path = pathOf('pull', { testTargetId: it.testTargetId }, { [name]: randomUUID() });
  expect((await it.ask('GET', path)).status).toBe(404);
});
