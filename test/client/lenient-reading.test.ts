import { expect, test } from 'vitest';
import { aCase } from '../support/cases.ts';
import { sendJson, startHttpServer } from '../support/http-server.ts';
import { quickClient } from '../support/quick-client.ts';
import { aReport, aResult, targetId } from '../support/reports.ts';

async function reportAsRead(body: unknown): Promise<unknown> {
  await using server = await startHttpServer((_, response) => sendJson(response, 200, body));
  const client = quickClient({ baseUrl: server.url, apiKey: 'k' });
  return await client.getTestReport({ testTargetId: targetId, testReportId: aReport().id });
}

test('unknown fields are kept at every level', async () => {
  const report = {
    ...aReport({ testResults: [{ ...aResult(), retries: 2 }] }),
    flaky: { ratio: 0.5 },
    context: { source: 'azureDevOps', pullRequestId: 12 },
  };
  expect(await reportAsRead(report)).toEqual(report);
});

test('unknown values of enumerations are kept', async () => {
  const report = aReport({
    status: 'QUARANTINED',
    browser: 'EDGE',
    breakpoint: 'WATCH',
    testResults: [aResult({ status: 'SKIPPED' })],
  });
  expect(await reportAsRead(report)).toEqual(report);
});

test.each(['2', 2])('a test case of another version (%j) is readable', async (version) => {
  const testCase = { ...aCase(), version };
  await using server = await startHttpServer((_, response) =>
    sendJson(response, 200, { ...testCase, testTargetId: targetId, testCases: [testCase] }),
  );
  const client = quickClient({ baseUrl: server.url, apiKey: 'k' });
  expect(await client.pull({ testTargetId: targetId }, {})).toMatchObject({ testCases: [{ version }] });
  const detail = await client.getTestCase({ testTargetId: targetId, testCaseId: testCase.id });
  expect(detail).toMatchObject({ version });
});

test('a report is accepted even if the service uses our extension fields for something else', async () => {
  const other = { flaky: 'sometimes', consoleErrors: 3, earlierAttempts: { count: 2 }, pageUrl: ['a'] };
  const report = { ...aReport(), testResults: [{ ...aResult(), ...other }] };
  expect(await reportAsRead(report)).toMatchObject({
    testResults: [
      { status: 'PASSED', flaky: null, consoleErrors: null, earlierAttempts: null, pageUrl: null },
    ],
  });
});

test.each([
  ['an object', { testCaseId: 'x', elementIndex: -1 }, { testCaseId: null, elementIndex: null }],
  ['something else', 'step 3', null],
])('a failed step that is %s does not make the report unreadable', async (_, failedStep, read) => {
  const report = { ...aReport(), testResults: [{ ...aResult({ status: 'FAILED' }), failedStep }] };
  expect(await reportAsRead(report)).toMatchObject({ testResults: [{ status: 'FAILED', failedStep: read }] });
});

test('a nullable field keeps its null', async () => {
  const report = aReport({
    context: null,
    executionUrl: null,
    testResults: [aResult({ name: null, errorMessage: null, traceUrl: null, failedStep: null })],
  });
  expect(await reportAsRead(report)).toEqual(report);
});

test('a list of results that is null is an empty one', async () => {
  expect(await reportAsRead({ ...aReport(), testResults: null })).toMatchObject({ testResults: [] });
});

test('an optional field that is null is read as if it were missing', async () => {
  const ids = { id: aReport().id, testTargetId: targetId };
  const empty = { version: null, elements: null, createdAt: null, updatedAt: null, status: null, tags: null };
  const discovery = { status: null, updatedAt: null };
  const testCase = { ...ids, ...empty, createdBy: null, runStatus: null, discovery };
  await using server = await startHttpServer((_, response) => sendJson(response, 200, testCase));
  const client = quickClient({ baseUrl: server.url, apiKey: 'k' });
  const read = await client.getTestCase({ testTargetId: targetId, testCaseId: ids.id });
  expect(JSON.parse(JSON.stringify(read))).toEqual({ ...ids, discovery: {} });
});

test.each([
  ['an empty object', {}],
  ['an object whose fields are null', { id: null, index: null, selectors: null, testCaseId: null }],
])('a step of a test case may be %s', async (_, element) => {
  const testCase = { id: aReport().id, testTargetId: targetId, elements: [element] };
  await using server = await startHttpServer((_, response) => sendJson(response, 200, testCase));
  const client = quickClient({ baseUrl: server.url, apiKey: 'k' });
  const params = { testTargetId: targetId, testCaseId: testCase.id };
  expect((await client.getTestCase(params)).elements).toHaveLength(1);
  expect((await client.updateTestCase(params, {})).elements).toHaveLength(1);
});

test.each([undefined, null])(
  'the selectors of a step are an empty list if they are %s',
  async (selectors) => {
    const step = { selectors, interaction: { action: 'GO_TO', calledWith: '/' } };
    const testCase = { ...aCase(), elements: [step] };
    await using server = await startHttpServer((_, response) =>
      sendJson(response, 200, { testCases: [testCase] }),
    );
    const client = quickClient({ baseUrl: server.url, apiKey: 'k' });
    const { testCases } = await client.pull({ testTargetId: targetId }, {});
    expect(testCases).toEqual([{ ...testCase, elements: [{ ...step, selectors: [] }] }]);
  },
);

test('a private location may have no fields', async () => {
  const environment = { id: aReport().id, testTargetId: targetId, name: 'default', type: 'DEFAULT' };
  const answers = [{}, { id: null, name: null, status: null, type: null }].map((privateLocation) => ({
    ...environment,
    privateLocation,
  }));
  await using server = await startHttpServer((_, response) => sendJson(response, 200, answers));
  const client = quickClient({ baseUrl: server.url, apiKey: 'k' });
  expect(await client.listEnvironments({ testTargetId: targetId })).toEqual(answers);
});

test.each([{}, { createdAt: null }, null])(
  'a page of the history with the key %j is the last one',
  async (key) => {
    const page = { data: [aReport()], key, hasNextPage: true };
    await using server = await startHttpServer((_, response) => sendJson(response, 200, page));
    const client = quickClient({ baseUrl: server.url, apiKey: 'k' });
    const pages = [];
    for await (const each of client.testReportPages({ testTargetId: targetId })) pages.push(each);
    expect(pages).toEqual([page]);
  },
);

test('times may have an offset', async () => {
  const [createdAt, updatedAt] = ['2026-03-01T12:00:00.123456+00:00', '2026-03-01T14:00:01+02:00'];
  const report = aReport({ createdAt, updatedAt, testResults: [aResult({ createdAt, updatedAt })] });
  expect(await reportAsRead(report)).toEqual(report);
});

test('a byte order mark before the JSON is ignored', async () => {
  await using server = await startHttpServer(
    (_, response) => void response.writeHead(200, { 'content-type': 'application/json' }).end('\uFEFF[]'),
  );
  const client = quickClient({ baseUrl: server.url, apiKey: 'k' });
  expect(await client.listEnvironments({ testTargetId: targetId })).toEqual([]);
});
