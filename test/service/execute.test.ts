import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { aCase, goTo } from '../support/cases.ts';
import { pathOf } from '../support/path-of.ts';
import { openService, type ServiceUnderTest } from '../support/service.ts';
import { createStubRunner } from '../support/stub-runner.ts';

const path = '/api/apiKey/v3/execute';
const names = (it: ServiceUnderTest) => it.runner.latest().plan.cases.map(({ description }) => description);

test('a run is answered at once with its report: WAITING, with a waiting result for each case', async () => {
  await using it = await openService();
  const cases = [aCase({ description: 'Log in' }), aCase({ description: 'Pay' })];
  const { testReport } = await it.execute(await it.push(...cases), {
    url: 'http://app.test/x',
    context: { source: 'github', sha: 'abc', issueNumber: 7 },
  });
  expect(testReport).toMatchObject({
    testTargetId: it.testTargetId,
    status: 'WAITING',
    executionUrl: 'http://app.test/x',
    browser: 'CHROMIUM',
    breakpoint: 'DESKTOP',
    context: { source: 'github', sha: 'abc', issueNumber: 7 },
  });
  expect(testReport.testResults).toMatchObject(
    cases.map(({ id, description }) => ({
      testCaseId: id,
      name: description,
      status: 'WAITING',
      testReportId: testReport.id,
      errorMessage: null,
      traceUrl: null,
    })),
  );
});

test('the runner gets the cases and the URL', async () => {
  await using it = await openService();
  await it.execute(await it.push(aCase()), {
    url: 'http://app.test/x',
    breakpoint: 'MOBILE',
    variablesToOverwrite: { USER: ['ann', 'ben'] },
  });
  expect(it.runner.latest().plan).toMatchObject({
    executionUrl: 'http://app.test/x',
    breakpoint: 'MOBILE',
    variables: { USER: ['ann', 'ben'] },
    timeoutPerStepMs: 30_000,
  });
});

test('only cases whose runStatus is ON run by themselves; the others can still be dependencies', async () => {
  await using it = await openService();
  const off = aCase({ description: 'off', runStatus: 'OFF' });
  const on = aCase({ description: 'on', dependencyId: off.id });
  await it.execute(await it.push(off, on));
  expect(names(it)).toEqual(['on']);
  expect([...it.runner.latest().plan.library.keys()]).toEqual([on.id, off.id]);
});

test('a case with any of the given tags runs; without tags, every case', async () => {
  await using it = await openService();
  const versions = await it.push(
    aCase({ description: 'a', tagNames: ['smoke', 'slow'] }),
    aCase({ description: 'b', tagNames: ['cart'] }),
    aCase({ description: 'c', tagNames: ['other'] }),
    aCase({ description: 'd' }),
  );
  await it.execute(versions, { tags: ['smoke', 'cart'] });
  expect(names(it)).toEqual(['a', 'b']);
  await it.execute(versions, { tags: [] });
  expect(names(it)).toEqual(['a', 'b', 'c', 'd']);
});

test('a case that is excluded for an environment runs only in others', async () => {
  await using it = await openService();
  await it.client.createEnvironment({ testTargetId: it.testTargetId }, { name: 'staging' });
  const versions = await it.push(
    aCase({ description: 'a', excludedEnvironmentNames: ['staging', 'live'] }),
    aCase({ description: 'b' }),
  );
  await it.execute(versions, { environmentName: 'staging' });
  expect(names(it)).toEqual(['b']);
  await it.execute(versions, { environmentName: 'default' });
  expect(names(it)).toEqual(['a', 'b']);
});

test("an unknown environment is refused with a list of the target's environments", async () => {
  await using it = await openService();
  const answer = await it.ask('POST', path, {
    body: { testTargetId: it.testTargetId, url: 'http://app.test', context: {}, environmentName: 'live' },
  });
  expect(answer).toMatchObject({ status: 400, body: [{ path: ['environmentName'] }] });
  expect(JSON.stringify(answer.body)).toContain('the target has: default');
  expect(it.runner.runs).toEqual([]);
});

test('an unknown version is refused with its index', async () => {
  await using it = await openService();
  const [known] = await it.push(aCase());
  const unknown = randomUUID();
  const answer = await it.ask('POST', path, {
    body: {
      testTargetId: it.testTargetId,
      url: 'http://app.test',
      context: {},
      testCaseVersionIds: [known, unknown],
    },
  });
  expect(answer).toMatchObject({ status: 400, body: [{ path: ['testCaseVersionIds', 1] }] });
  expect(JSON.stringify(answer.body)).toContain(unknown);
  expect(it.runner.runs).toEqual([]);
});

test('two versions of one case in one run are refused', async () => {
  await using it = await openService();
  const testCase = aCase();
  const [first] = await it.push(testCase);
  const [second] = await it.push(testCase);
  for (const testCaseVersionIds of [
    [first, first],
    [first, second],
  ]) {
    const answer = await it.ask('POST', path, {
      body: { testTargetId: it.testTargetId, url: 'http://app.test', context: {}, testCaseVersionIds },
    });
    expect(answer).toMatchObject({ status: 400, body: [{ path: ['testCaseVersionIds', 1] }] });
  }
});

test.each([
  ['blank strings', { environmentName: '', browser: '', breakpoint: '', tags: '', variablesToOverwrite: '' }],
  ['nothing', {}],
])('%s in place of the options selects the defaults', async (_, options) => {
  await using it = await openService();
  const versions = await it.push(aCase({ description: 'a', tagNames: ['smoke'] }));
  const answer = await it.ask('POST', path, {
    body: {
      testTargetId: it.testTargetId,
      url: 'http://app.test',
      context: {},
      testCaseVersionIds: versions,
      ...options,
    },
  });
  expect(answer).toMatchObject({
    status: 200,
    body: { testReport: { browser: 'CHROMIUM', breakpoint: 'DESKTOP' } },
  });
  expect(names(it)).toEqual(['a']);
  expect(it.runner.latest().plan.variables).toEqual({});
});

test.each([
  ['url', { context: {} }],
  ['context', { url: 'http://app.test' }],
  ['browser', { url: 'http://app.test', context: {}, browser: 'NETSCAPE' }],
])('%s that is missing or unknown is refused', async (field, body) => {
  await using it = await openService();
  const answer = await it.ask('POST', path, { body: { testTargetId: it.testTargetId, ...body } });
  expect(answer).toMatchObject({ status: 400, body: [{ path: [field] }] });
});

const ofGitHub = ['issueNumber', 'ref', 'sha', 'repo', 'owner', 'triggeredBy', 'nodeId'];

test.each([
  ['github', ofGitHub],
  [
    'azureDevOps',
    [
      ...['accessToken', 'organization', 'project', 'repositoryId', 'sha', 'ref'],
      ...['pullRequestId', 'triggeredBy', 'threadId'],
    ],
  ],
  ['discovery', ['description', 'triggeredBy']],
  ['proposal', ['description', 'triggeredBy']],
  ['manual', ['description', 'triggeredBy']],
  ['scheduled', ['triggeredBy']],
  [null, ofGitHub],
])('every field of a context with the source %s is optional and may be null', async (source, fields) => {
  await using it = await openService();
  const nulls = Object.fromEntries(fields.map((field) => [field, null]));
  for (const more of [{}, nulls, { triggeredBy: {} }, { triggeredBy: { type: null, userId: null } }]) {
    const context = { source, ...more };
    const body = { testTargetId: it.testTargetId, url: 'http://app.test', context };
    const { status, body: answer } = await it.ask('POST', path, {
      body: { ...body, testCaseVersionIds: [] },
    });
    expect(status).toBe(200);
    expect(answer).toHaveProperty('testReport.context', context);
  }
});

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
