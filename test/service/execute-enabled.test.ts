import { expect, test } from 'vitest';
import { aCase, goTo } from '../support/cases.ts';
import { pathOf } from '../support/path-of.ts';
import { openService, type ServiceUnderTest } from '../support/service.ts';
import { createStubRunner } from '../support/stub-runner.ts';

/** Starts a run without a word about versions. */
const executeEnabled = (it: ServiceUnderTest, more: object = {}) =>
  it.ask('POST', pathOf('execute', {}), {
    body: { testTargetId: it.testTargetId, url: 'http://app.test', context: {}, ...more },
  });

test('without versions the enabled cases run, in the order of the push', async () => {
  await using it = await openService();
  const [a, off, b] = [aCase(), aCase({ runStatus: 'OFF' }), aCase()];
  await it.client.push({ testTargetId: it.testTargetId }, {}, { testCases: [a, off, b] });
  await it.push(aCase());
  expect(await executeEnabled(it)).toMatchObject({
    status: 200,
    body: { testReport: { testResults: [{ testCaseId: a.id }, { testCaseId: b.id }] } },
  });
  expect(it.runner.latest().plan.cases).toEqual([a, b]);
});

test('tags select enabled cases: any of them matches', async () => {
  await using it = await openService();
  const { testTargetId } = it;
  const [a, b, untagged] = [aCase({ tagNames: ['x', '\ud800'] }), aCase({ tagNames: ['y'] }), aCase()];
  await it.client.push({ testTargetId }, {}, { testCases: [a, b, untagged] });
  const selected = async (...tags: string[]) => {
    expect((await executeEnabled(it, { tags })).status).toBe(200);
    return it.runner.latest().plan.cases.map(({ id }) => id);
  };
  expect(await selected('y', 'x', 'z')).toEqual([a.id, b.id]);
  expect(await selected('\ud800')).toEqual([a.id]);
  expect(await selected('\ud801')).toEqual([]);
  await it.client.updateTestCase({ testTargetId, testCaseId: a.id }, { assignedTagNames: ['z'] });
  await it.client.deleteTestCase({ testTargetId, testCaseId: b.id });
  expect(await selected('x', 'y')).toEqual([]);
  expect(await selected('z')).toEqual([a.id]);
  expect((await it.client.getTestTarget({ testTargetId })).tags).toEqual(['z']);
});

test('an empty list of versions selects none, not all', async () => {
  await using it = await openService();
  await it.client.push({ testTargetId: it.testTargetId }, {}, { testCases: [aCase()] });
  const answer = await executeEnabled(it, { testCaseVersionIds: [] });
  expect(answer).toMatchObject({ status: 200, body: { testReport: { testResults: [] } } });
  expect(it.runner.latest().plan.cases).toEqual([]);
});

test('a given version may depend on enabled cases, and replaces the enabled version of its case', async () => {
  await using it = await openService();
  const login = aCase();
  const pay = aCase({ dependencyId: login.id });
  await it.client.push({ testTargetId: it.testTargetId }, {}, { testCases: [login, pay] });
  const draft = { ...pay, elements: [goTo('/draft')] };
  await it.execute(await it.push(draft));
  const { cases, library } = it.runner.latest().plan;
  expect(cases).toEqual([draft]);
  expect(Object.fromEntries(library)).toEqual({ [login.id]: login, [pay.id]: draft });
});

test("the target's time for a step reaches the runner", async () => {
  await using it = await openService();
  await it.client.updateTestTarget({ testTargetId: it.testTargetId }, { timeoutPerStep: 7000 });
  await executeEnabled(it);
  expect(it.runner.latest().plan.timeoutPerStepMs).toBe(7000);
});

test('a browser that the runner lacks is refused with a list of those available', async () => {
  await using it = await openService();
  const answer = await executeEnabled(it, { browser: 'FIREFOX' });
  expect(answer).toMatchObject({ status: 400, body: [{ path: ['browser'] }] });
  expect(JSON.stringify(answer.body)).toContain('CHROMIUM');
  expect(it.runner.runs).toEqual([]);
  expect((await it.client.listTestReports({ testTargetId: it.testTargetId }, {})).data).toEqual([]);
});

test('an available browser is recorded in the report', async () => {
  const runner = { ...createStubRunner(), browsers: ['CHROMIUM', 'FIREFOX'] as const };
  await using it = await openService(undefined, runner);
  const answer = await executeEnabled(it, { browser: 'FIREFOX' });
  expect(answer).toMatchObject({ status: 200, body: { testReport: { browser: 'FIREFOX' } } });
});

test('without a name the DEFAULT environment is used, even if it has been renamed', async () => {
  await using it = await openService();
  const { testTargetId } = it;
  const [first] = await it.client.listEnvironments({ testTargetId });
  await it.client.updateEnvironment({ testTargetId, environmentId: first?.id ?? '' }, { name: 'live' });
  const [anywhere, notLive] = [aCase(), aCase({ excludedEnvironmentNames: ['live'] })];
  await it.client.push({ testTargetId }, {}, { testCases: [anywhere, notLive] });
  expect((await executeEnabled(it)).status).toBe(200);
  expect(it.runner.latest().plan.cases).toEqual([anywhere]);
  expect((await executeEnabled(it, { environmentName: 'live' })).status).toBe(200);
  expect((await executeEnabled(it, { environmentName: 'staging' })).status).toBe(400);
});
