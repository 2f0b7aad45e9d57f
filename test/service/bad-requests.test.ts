import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { aCase } from '../support/cases.ts';
import { pathOf } from '../support/path-of.ts';
import { openService } from '../support/service.ts';

const targets = '/api/apiKey/v3/test-targets';

test.each([
  ['GET', '/environments', undefined],
  ['POST', '/environments', {}],
  ['GET', '/test-reports', undefined],
  ['GET', `/test-reports/${randomUUID()}`, undefined],
])('%s …%s of an unknown test target is answered with 404', async (method, path, body) => {
  await using it = await openService();
  const answer = await it.ask(method, `${targets}/${randomUUID()}${path}`, { body });
  expect(answer.status).toBe(404);
});

test('a push to an unknown test target, and a run of one, are answered with 404', async () => {
  await using it = await openService();
  const unknown = randomUUID();
  const push = await it.ask('POST', `/api/apiKey/beta/test-targets/${unknown}/draft/push`, {
    body: { testCases: [aCase()] },
  });
  const run = await it.ask('POST', '/api/apiKey/v3/execute', {
    body: { testTargetId: unknown, url: 'http://app.test', context: {} },
  });
  expect([push.status, run.status]).toEqual([404, 404]);
});

test('an unknown report, and the report of another target, are answered with 404', async () => {
  await using it = await openService();
  const { id: other } = await it.client.createTestTarget({});
  const { testReport } = await it.execute([]);
  const statusOf = async (target: string, report: string) =>
    (await it.ask('GET', `${targets}/${target}/test-reports/${report}`)).status;
  expect(await statusOf(it.testTargetId, randomUUID())).toBe(404);
  expect(await statusOf(other, testReport.id)).toBe(404);
  expect(await statusOf(it.testTargetId, testReport.id)).toBe(200);
});

test('an unknown path is answered with 404, and an unknown method of a known one with 405', async () => {
  await using it = await openService();
  expect((await it.ask('GET', '/api/apiKey/v3/nothing-here')).status).toBe(404);
  expect((await it.ask('PUT', targets, { body: {} })).status).toBe(405);
});

test('a 400 is a list of issues, each with the path of the problem', async () => {
  await using it = await openService();
  const answer = await it.ask('POST', `/api/apiKey/beta/test-targets/${it.testTargetId}/draft/push`, {
    body: { testCases: [aCase(), { ...aCase(), runStatus: 'MAYBE', description: 7 }] },
  });
  expect(answer.status).toBe(400);
  expect(answer.headers.get('content-type')).toContain('application/json');
  expect(answer.body).toEqual([
    expect.objectContaining({
      code: expect.any(String),
      path: ['testCases', 1, 'runStatus'],
      message: expect.any(String),
    }),
    expect.objectContaining({ path: ['testCases', 1, 'description'], expected: 'string' }),
  ]);
});

test('a path parameter that is not a UUID is an issue', async () => {
  await using it = await openService();
  const answer = await it.ask('GET', `${targets}/shop/environments`);
  expect(answer).toMatchObject({ status: 400, body: [{ path: ['params', 'testTargetId'] }] });
});

test.each([
  ['', 'the body is empty: send a JSON object, such as {}'],
  ['not JSON', 'the body is not JSON'],
  ['{"testTarget":', 'the body is not JSON'],
])('the body %j is answered with one issue', async (body, message) => {
  await using it = await openService();
  expect(await it.ask('POST', targets, { body })).toMatchObject({
    status: 400,
    body: [{ path: [], message }],
  });
});

test('a JSON content type on a GET without a body is ignored', async () => {
  await using it = await openService();
  const answer = await it.ask('GET', `${targets}/${it.testTargetId}/environments`, {
    headers: { 'content-type': 'application/json' },
  });
  expect(answer.status).toBe(200);
});

test('unknown keys are dropped, not refused', async () => {
  await using it = await openService();
  const testCase = { ...aCase(), filePath: '/home/me/tests/a.yaml' };
  const answer = await it.ask('POST', `/api/apiKey/beta/test-targets/${it.testTargetId}/draft/push`, {
    body: { testCases: [testCase], dryRun: true },
  });
  expect(answer.status).toBe(200);
  const { versionIds } = await it.client.draftPush(
    { testTargetId: it.testTargetId },
    { testCases: [testCase] },
  );
  await it.execute(versionIds);
  const [ranCase] = it.runner.latest().plan.cases;
  expect(ranCase).toEqual({ ...testCase, filePath: undefined });
  expect(ranCase).not.toHaveProperty('filePath');
});

/** Names that are easily cut, changed or refused on the way through a database. */
const names = ['a\u0000b', '\ud800', '\udc00 half', "'; DROP TABLE test_cases; --", '%_', '😀', '__proto__'];

test.each(names)('the name %j is returned unchanged', async (name) => {
  // Only half of a surrogate pair does not, outside of test cases: it becomes the replacement character.
  const kept = name.toWellFormed();
  await using it = await openService();
  const ofTarget = { testTargetId: it.testTargetId };
  const testCase = aCase({
    description: name,
    prompt: name,
    folderName: name,
    externalId: name,
    tagNames: [name],
    entryPointUrlPath: name,
  });
  const { versionIds } = await it.client.push(ofTarget, {}, { testCases: [testCase] });
  expect((await it.client.pull(ofTarget, {})).testCases).toEqual([testCase]);
  const [listed] = await it.client.listTestCases(ofTarget, {
    filter: JSON.stringify({ description: name, externalId: name }),
  });
  expect(listed).toMatchObject({ description: name, externalId: name, tags: [name] });
  expect(await it.client.updateTestTarget(ofTarget, { app: name, testIdAttribute: name })).toMatchObject({
    app: kept,
    testIdAttribute: kept,
    tags: [name],
  });
  const environment = await it.client.createEnvironment(ofTarget, {
    name,
    privateLocationName: name,
    testAccount: { username: name },
  });
  expect(environment).toMatchObject({
    name: kept,
    privateLocation: { name },
    testAccount: { username: name },
  });
  expect((await it.client.listEnvironments(ofTarget))[1]).toEqual(environment);
  const { testReport } = await it.execute(versionIds, {
    environmentName: kept,
    context: { source: 'manual', description: name },
  });
  it.runner.latest().onOutcome({ testCaseId: testCase.id, status: 'FAILED', errorMessage: name });
  expect(await it.client.getTestReport({ ...ofTarget, testReportId: testReport.id })).toMatchObject({
    context: { description: name },
    testResults: [{ name: kept, errorMessage: kept }],
  });
});

test('two names that are stored as the same text are duplicates', async () => {
  await using it = await openService();
  const path = pathOf('createEnvironment', { testTargetId: it.testTargetId });
  expect((await it.ask('POST', path, { body: { name: 'a\ud800' } })).status).toBe(201);
  const second = await it.ask('POST', path, { body: { name: 'a\ud801' } });
  expect(second).toMatchObject({ status: 400, body: [{ path: ['name'] }] });
});
