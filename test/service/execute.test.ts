import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { aCase } from '../support/cases.ts';
import { openService, type ServiceUnderTest } from '../support/service.ts';

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
