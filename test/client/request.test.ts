import { expect, test } from 'vitest';
import { aCase } from '../support/cases.ts';
import { sendJson, startHttpServer } from '../support/http-server.ts';
import { quickClient } from '../support/quick-client.ts';
import { aReport, targetId } from '../support/reports.ts';

const params = { testTargetId: targetId };
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const environments = `/api/apiKey/v3/test-targets/${targetId}/environments`;

test('every operation sends the API key, its own method and its own path', async () => {
  const reportId = aReport().id;
  await using server = await startHttpServer((_, response) => sendJson(response, 404, {}));
  const client = quickClient({ baseUrl: server.url, apiKey: 'the-key' });
  await Promise.allSettled([client.createTestTarget({})]);
  await Promise.allSettled([client.listEnvironments(params)]);
  await Promise.allSettled([client.createEnvironment(params, { name: 'staging' })]);
  await Promise.allSettled([client.listTestReports(params, {})]);
  await Promise.allSettled([client.getTestReport({ ...params, testReportId: reportId })]);
  await Promise.allSettled([client.draftPush(params, { testCases: [aCase()] })]);
  await Promise.allSettled([
    client.execute({
      testTargetId: targetId,
      url: 'http://app.test',
      context: {},
      environmentName: '',
      browser: '',
      breakpoint: '',
      tags: [],
      variablesToOverwrite: {},
    }),
  ]);
  expect(server.requests.map(({ method, url }) => `${method} ${url}`)).toEqual([
    'POST /api/apiKey/v3/test-targets',
    `GET ${environments}`,
    `POST ${environments}`,
    `GET /api/apiKey/v3/test-targets/${targetId}/test-reports`,
    `GET /api/apiKey/v3/test-targets/${targetId}/test-reports/${reportId}`,
    `POST /api/apiKey/beta/test-targets/${targetId}/draft/push`,
    'POST /api/apiKey/v3/execute',
  ]);
  expect(new Set(server.requests.map(({ headers }) => headers['x-api-key']))).toEqual(new Set(['the-key']));
});

test('requests accept no `deflate`: some servers mean another format by it', async () => {
  await using server = await startHttpServer((_, response) => sendJson(response, 200, []));
  await quickClient({ baseUrl: server.url, apiKey: 'k' }).listEnvironments(params);
  expect(server.requests.map(({ headers }) => headers['accept-encoding'])).toEqual(['gzip, br']);
});

test.each(['/tests/v1', '/tests/v1/', '/tests/v1//'])('the base URL keeps its path %s', async (path) => {
  await using server = await startHttpServer((_, response) => sendJson(response, 200, []));
  const client = quickClient({ baseUrl: `${server.url}${path}`, apiKey: 'k' });
  expect(await client.listEnvironments(params)).toEqual([]);
  expect(server.requests.map(({ url }) => url)).toEqual([`/tests/v1${environments}`]);
});

test('a body is sent as JSON that says so, and a call without a body sends none', async () => {
  await using server = await startHttpServer((_, response) => sendJson(response, 500, {}));
  const client = quickClient({ baseUrl: server.url, apiKey: 'k' });
  await Promise.allSettled([client.createEnvironment(params, { name: 'Überprüfung' })]);
  await Promise.allSettled([client.listEnvironments(params)]);
  const [post, get] = server.requests;
  expect(post?.headers['content-type']).toBe('application/json');
  expect(JSON.parse(post?.body ?? '')).toEqual({ name: 'Überprüfung' });
  expect(get?.headers['content-type']).toBeUndefined();
  expect(get?.body).toBe('');
});

test('a query decodes in the same way as a form and as a part of a URL', async () => {
  await using server = await startHttpServer((_, response) => sendJson(response, 200, []));
  const filter = JSON.stringify({ description: 'Log in + pay 100 % & go' });
  await quickClient({ baseUrl: server.url, apiKey: 'k' }).listTestCases(params, { filter });
  const { search, searchParams } = new URL(server.requests[0]?.url ?? '', server.url);
  expect(searchParams.get('filter')).toBe(filter);
  expect(decodeURIComponent(search)).toBe(`?filter=${filter}`);
});

test('the key of the next page is sent as URL-encoded JSON, and omitted on the first page', async () => {
  await using server = await startHttpServer((_, response) =>
    sendJson(response, 200, { data: [], hasNextPage: false }),
  );
  const client = quickClient({ baseUrl: server.url, apiKey: 'k' });
  const key = JSON.stringify({ createdAt: '2026-03-01T12:00:00.000Z' });
  await client.listTestReports(params, { key });
  await client.listTestReports(params, {});
  const [first, second] = server.requests.map(({ url }) => new URL(url, server.url));
  expect(first?.searchParams.get('key')).toBe(key);
  expect(second?.search).toBe('');
});

test('only a call with waitSeconds sends Prefer', async () => {
  await using server = await startHttpServer((_, response) => sendJson(response, 200, []));
  const client = quickClient({ baseUrl: server.url, apiKey: 'k' });
  await client.listEnvironments(params, { waitSeconds: 7 });
  await client.listEnvironments(params);
  expect(server.requests.map(({ headers }) => headers.prefer)).toEqual(['wait=7', undefined]);
});

test("onAnswer gets the service's time", async () => {
  await using server = await startHttpServer((_, response) =>
    sendJson(response, 200, [], { date: 'Sun, 01 Mar 2026 12:00:05 GMT' }),
  );
  const client = quickClient({ baseUrl: server.url, apiKey: 'k' });
  const timings: unknown[] = [];
  await client.listEnvironments(params, { onAnswer: (timing) => void timings.push(timing) });
  expect(timings).toEqual([{ serviceTime: new Date('2026-03-01T12:00:05.000Z') }]);
});

test.each([
  ['is missing', undefined],
  ['is no date', 'yesterday'],
])('no service time is reported if the Date header %s', async (_, date) => {
  await using server = await startHttpServer((__, response) => {
    response.sendDate = false;
    sendJson(response, 200, [], date === undefined ? {} : { date });
  });
  const client = quickClient({ baseUrl: server.url, apiKey: 'k' });
  const times: unknown[] = [];
  await client.listEnvironments(params, { onAnswer: ({ serviceTime }) => void times.push(serviceTime) });
  expect(times).toEqual([undefined]);
});

test.each(['secret-one\nsecret-two', 'secret-one secret-two', 'secret-one\u00fc', ''])(
  'an API key that is not valid in a header (%j) is refused and not printed',
  (apiKey) => {
    const make = () => quickClient({ baseUrl: 'http://service.invalid', apiKey });
    expect(make).toThrow('Store the secret again');
    expect(make).not.toThrow(/secret-(one|two)/);
  },
);

test('every POST has a unique idempotency key, and no other method has one', async () => {
  await using server = await startHttpServer((_, response) => sendJson(response, 404, {}));
  const client = quickClient({ baseUrl: server.url });
  await Promise.allSettled([client.createEnvironment(params, { name: 'a' })]);
  await Promise.allSettled([client.createEnvironment(params, { name: 'a' })]);
  await Promise.allSettled([client.listEnvironments(params)]);
  await Promise.allSettled([client.updateTestTarget(params, {})]);
  const keys = server.requests.map(({ headers }) => headers['idempotency-key']);
  expect(keys).toEqual([expect.stringMatching(uuid), expect.stringMatching(uuid), undefined, undefined]);
  expect(keys[0]).not.toBe(keys[1]);
});

test('a call is sent with the idempotency key that the caller gives', async () => {
  await using server = await startHttpServer((_, response) => sendJson(response, 404, {}));
  const client = quickClient({ baseUrl: server.url });
  await Promise.allSettled([client.createEnvironment(params, { name: 'a' }, { idempotencyKey: 'once' })]);
  expect(server.requests[0]?.headers['idempotency-key']).toBe('once');
});
