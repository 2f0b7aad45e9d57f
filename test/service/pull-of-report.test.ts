import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { aCase, goTo } from '../support/cases.ts';
import { createGenerator } from '../support/generators.ts';
import { pathOf } from '../support/path-of.ts';
import { openService } from '../support/service.ts';
import { until } from '../support/until.ts';

test('a pull of a report gives all cases, those of the report in the versions that were run', async () => {
  await using it = await openService();
  const { testTargetId } = it;
  const [other, changed, last] = [aCase(), aCase(), aCase()];
  await it.client.push({ testTargetId }, {}, { testCases: [other, changed, last] });
  const draft = { ...changed, elements: [goTo('/draft')] };
  const added = aCase();
  const { testReport } = await it.execute(await it.push(draft, added));
  await it.client.push(
    { testTargetId },
    {},
    { testCases: [other, { ...changed, description: 'later' }, last] },
  );
  const { testCases } = await it.client.pull({ testTargetId }, { testReportId: testReport.id });
  expect(testCases).toEqual([other, draft, last, added]);
});

test('a pull of a report includes what the run needed, in the versions that it used', async () => {
  await using it = await openService();
  const { testTargetId } = it;
  const base = aCase({ runStatus: 'OFF' });
  const login = aCase({ runStatus: 'OFF', dependencyId: base.id });
  const tidy = aCase({ runStatus: 'OFF' });
  const pay = aCase({ dependencyId: login.id, teardownId: tidy.id });
  const unneeded = aCase({ runStatus: 'OFF' });
  const { testReport } = await it.execute(await it.push(unneeded, tidy, login, base, pay));
  await it.push({ ...login, description: 'later' });
  const { testCases } = await it.client.pull({ testTargetId }, { testReportId: testReport.id });
  expect(testCases).toEqual([pay, login, tidy, base]);
});

test('a pull of a report gives its cases also if they have been deleted since', async () => {
  await using it = await openService();
  const { testTargetId } = it;
  const [a, b] = [aCase(), aCase()];
  await it.client.push({ testTargetId }, {}, { testCases: [a, b] });
  const { testReport } = await it.execute([], { testCaseVersionIds: undefined });
  await it.client.push({ testTargetId }, {}, { testCases: [b] });
  const { testCases } = await it.client.pull({ testTargetId }, { testReportId: testReport.id });
  expect(testCases).toEqual([b, a]);
});

test('a pull of a plan includes the dependencies and teardowns of its cases', async () => {
  const generator = createGenerator();
  await using it = await openService(undefined, undefined, generator.generate);
  const { testTargetId } = it;
  const base = aCase();
  const login = aCase({ dependencyId: base.id });
  const tidy = aCase();
  await it.client.push({ testTargetId }, {}, { testCases: [aCase(), base, login, tidy] });
  const { batchGenerationId: id } = await it.client.createBatchGeneration(
    { testTargetId },
    { prompt: 'Test the cart', prerequisiteId: login.id },
  );
  await until(
    () => it.client.getTestPlan({ testTargetId, id }),
    ({ status }) => status === 'IN_PROGRESS',
  );
  const made = aCase({ teardownId: tidy.id });
  generator.latest().make(made);
  await until(
    () => it.client.getTestPlan({ testTargetId, id }),
    ({ status }) => status === 'DONE',
  );
  const { testCases } = await it.client.pull({ testTargetId }, { testPlanId: id });
  expect(testCases).toEqual([base, login, tidy, { ...made, dependencyId: login.id }]);
});

test.each(['testReportId', 'testPlanId'])('a pull with an unknown %s is answered with 404', async (name) => {
  await using it = await openService();
  const path = pathOf('pull', { testTargetId: it.testTargetId }, { [name]: randomUUID() });
  expect((await it.ask('GET', path)).status).toBe(404);
});
