import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { aCase } from '../support/cases.ts';
import { pathOf } from '../support/path-of.ts';
import { apiKey, openInProcess, ways } from '../support/served-service.ts';
import { openService } from '../support/service.ts';

const targets = '/api/apiKey/v3/test-targets';
const json = { 'content-type': 'application/json' };
const ofId = z.object({ id: z.string() });

describe.each(ways)('%s', (_, open) => {
  test('the OpenAPI document needs no key', async () => {
    await using it = await open();
    const answer = await it.ask('GET', '/openapi.json', { headers: { 'x-api-key': 'wrong' } });
    expect(answer.status).toBe(200);
    expect(await answer.json()).toMatchObject({ openapi: '3.1.0', paths: { [targets]: { get: {} } } });
  });

  test.each([targets, '/nothing-here', '/'])('%s without the right key is refused', async (path) => {
    await using it = await open();
    for (const key of ['', 'wrong', 'a-key-of-the-tests, a-key-of-the-tests', 'a-key-of-the-tests,x']) {
      for (const method of ['GET', 'POST', 'PUT', 'OPTIONS']) {
        const answer = await it.ask(method, path, { headers: { 'x-api-key': key } });
        expect([key, method, answer.status]).toEqual([key, method, 401]);
      }
    }
  });

  test('a known path with another method is answered with a list of its methods', async () => {
    await using it = await open();
    const answer = await it.ask('PUT', targets, { headers: json, body: '{}' });
    expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'GET, POST, HEAD, OPTIONS']);
    expect(await answer.json()).toEqual({ message: expect.any(String) });
    const push = await it.ask('GET', `/api/apiKey/beta/test-targets/${randomUUID()}/push`);
    expect([push.status, push.headers.get('allow')]).toEqual([405, 'POST, OPTIONS']);
  });

  test('an unknown path is answered with 404 whatever the method', async () => {
    await using it = await open();
    for (const method of ['GET', 'PUT', 'OPTIONS', 'HEAD']) {
      expect((await it.ask(method, '/api/apiKey/v3/nothing-here')).status).toBe(404);
    }
    expect((await it.ask('GET', `${targets}/%zz%E0%A4`)).status).toBe(400);
  });

  test('OPTIONS lists the methods, and HEAD answers like GET without the body', async () => {
    await using it = await open();
    const options = await it.ask('OPTIONS', targets);
    expect([options.status, options.headers.get('allow')]).toEqual([204, 'GET, POST, HEAD, OPTIONS']);
    const head = await it.ask('HEAD', targets);
    expect([head.status, head.headers.get('content-type'), await head.text()]).toEqual([
      200,
      'application/json',
      '',
    ]);
    expect((await it.ask('HEAD', `${targets}/${randomUUID()}`)).status).toBe(404);
  });

  test.each([
    'application/json',
    'application/json; charset=utf-8',
    'APPLICATION/JSON;charset=UTF-8',
    'application/vnd.shop+json',
  ])('a body of the type %s is read', async (type) => {
    await using it = await open();
    expect((await it.ask('POST', targets, { headers: { 'content-type': type }, body: '{}' })).status).toBe(
      200,
    );
  });

  test('a body without a content type is read', async () => {
    await using it = await open();
    expect((await it.ask('POST', targets, { body: Buffer.from('{}') })).status).toBe(200);
  });

  test('a body that fetch sends as text/plain is refused with 415', async () => {
    await using it = await open();
    expect((await it.ask('POST', targets, { body: '{}' })).status).toBe(415);
  });

  test.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'application/jsonp',
    'multipart/form-data; x',
    'json',
  ])('a body of the type %s is refused with 415', async (type) => {
    await using it = await open();
    const answer = await it.ask('POST', targets, { headers: { 'content-type': type }, body: '{}' });
    expect([answer.status, await answer.json()]).toEqual([415, { message: expect.any(String) }]);
    const { id } = ofId.parse(await (await it.ask('POST', targets, { headers: json, body: '{}' })).json());
    const patch = await it.ask('PATCH', `${targets}/${id}`, {
      headers: { 'content-type': type },
      body: '{}',
    });
    expect(patch.status).toBe(415);
  });

  test('a body with a content coding is refused with 415', async () => {
    await using it = await open();
    const headers = { ...json, 'content-encoding': 'gzip' };
    expect((await it.ask('POST', targets, { headers, body: '{}' })).status).toBe(415);
  });

  test('a JSON content type on a GET without a body is ignored', async () => {
    await using it = await open();
    expect((await it.ask('GET', targets, { headers: json })).status).toBe(200);
  });

  test.each([
    ['no JSON', Buffer.from('{"testTarget":')],
    ['no JSON, because it is empty', Buffer.from('')],
    ['no UTF-8', Buffer.from('{"testTarget":{"app":"caf\xe9"}}', 'latin1')],
    ['open arrays without end', Buffer.from('['.repeat(100_000))],
    ['nested too deep', Buffer.from(`${'['.repeat(100_000)}${']'.repeat(100_000)}`)],
    [
      'nested too deep in a part that is unknown',
      Buffer.from(`{"x":${'{"a":'.repeat(101)}1${'}'.repeat(101)}}`),
    ],
  ])('a body (%s) is answered with one issue', async (_what, body) => {
    await using it = await open();
    const answer = await it.ask('POST', targets, { headers: json, body });
    expect([answer.status, await answer.json()]).toEqual([
      400,
      [
        {
          code: 'custom',
          expected: expect.any(String),
          received: expect.any(String),
          path: [],
          message: expect.any(String),
        },
      ],
    ]);
    expect((await it.ask('GET', targets)).status).toBe(200);
    expect(it.logged).toEqual([]);
  });

  test('brackets inside strings are not nesting', async () => {
    await using it = await open();
    const app = `${'[{"'.repeat(500)}\\`;
    const answer = await it.ask('POST', targets, {
      headers: json,
      body: JSON.stringify({ testTarget: { app } }),
    });
    expect([answer.status, await answer.json()]).toEqual([200, expect.objectContaining({ app })]);
  });

  test('a body of 16 MiB is read, and one byte more is refused with 413', async () => {
    await using it = await open();
    const limit = 16 * 1024 * 1024;
    const padded = (length: number) => Buffer.from('{}'.padEnd(length));
    expect((await it.ask('POST', targets, { headers: json, body: padded(limit) })).status).toBe(200);
    const answer = await it.ask('POST', targets, { headers: json, body: padded(limit + 1) });
    expect([answer.status, await answer.json()]).toEqual([413, { message: expect.any(String) }]);
  });

  test('an endless body is refused with 413 at the limit', async () => {
    await using it = await open();
    let sent = 0;
    const chunk = new Uint8Array(1024 * 1024).fill(32);
    const body = new ReadableStream<Uint8Array>({
      async pull(controller) {
        sent += 1;
        // A sender that shares the thread with its reader must let go of it.
        await new Promise((resolve) => setImmediate(resolve));
        controller.enqueue(chunk);
      },
    });
    const streamed = { headers: json, body, duplex: 'half' };
    const answer = await it.ask('POST', targets, streamed);
    expect(answer.status).toBe(413);
    expect(sent).toBeGreaterThan(16);
  });

  test('keys such as __proto__ and constructor are harmless', async () => {
    await using it = await open();
    const body = `{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}},
      "testTarget":{"app":"shop","__proto__":{"polluted":1}}}`;
    const created = await it.ask('POST', targets, { headers: json, body });
    const { id } = ofId.parse(await created.json());
    const environment = await it.ask('POST', `${targets}/${id}/environments`, {
      headers: json,
      body: '{"name":"__proto__","additionalHeaderFields":{"__proto__":"1","constructor":"2","x":"3"}}',
    });
    expect(await environment.json()).toMatchObject({ name: '__proto__', additionalHeaderFields: { x: '3' } });
    const step =
      '{"selectors":[],"interaction":{"action":"CLICK","calledWith":{"__proto__":{"double":true}}}}';
    const testCase = JSON.stringify(aCase()).replace(
      '"elements":[]',
      `"elements":[${step}],"__proto__":{"x":1}`,
    );
    const push = await it.ask('POST', `/api/apiKey/beta/test-targets/${id}/push`, {
      headers: json,
      body: `{"testCases":[${testCase}]}`,
    });
    expect(push.status).toBe(200);
    expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false);
    expect((await it.ask('GET', `${targets}?__proto__=1&constructor=2`)).status).toBe(200);
  });

  test('a repeated query parameter is refused if it is known and ignored otherwise', async () => {
    await using it = await open();
    const created = await it.ask('POST', targets, { headers: json, body: '{}' });
    const { id } = ofId.parse(await created.json());
    const path = `/api/apiKey/beta/test-targets/${id}/pull`;
    const twice = await it.ask('GET', `${path}?testPlanId=${randomUUID()}&testPlanId=${randomUUID()}`);
    expect([twice.status, await twice.json()]).toEqual([
      400,
      [expect.objectContaining({ path: ['query', 'testPlanId'] })],
    ]);
    expect((await it.ask('GET', `${path}?utm=1&utm=2`)).status).toBe(200);
  });

  test('an unexpected error is answered without details and logged in one line without request data', async () => {
    await using it = await open();
    // Without its database it can answer nothing.
    await it.service[Symbol.asyncDispose]();
    const body = '{"testTarget":{"app":"hunter2"}}';
    const answer = await it.ask('POST', `${targets}?password=hunter2`, { headers: json, body });
    expect([answer.status, await answer.json()]).toEqual([500, { message: 'internal error' }]);
    expect(it.logged).toEqual([
      expect.stringMatching(/^internal error at POST \/api\/apiKey\/v3\/test-targets: Error.+$/),
    ]);
    expect(it.logged.join()).not.toMatch(/hunter2|a-key-of-the-tests/);
  });
});

test('without the right key or on an unknown path the body is not read', async () => {
  await using it = openInProcess();
  let pulled = 0;
  const ask = (path: string, key: string) => {
    const pull = (controller: ReadableStreamDefaultController<Uint8Array>) => {
      pulled += 1;
      controller.enqueue(Buffer.from('{}'));
      controller.close();
    };
    const body = new ReadableStream<Uint8Array>({ pull }, { highWaterMark: 0 });
    const streamed = { headers: { ...json, 'x-api-key': key }, body, duplex: 'half' };
    return it.ask('POST', path, streamed);
  };
  expect((await ask(targets, 'wrong')).status).toBe(401);
  expect((await ask('/nothing-here', apiKey)).status).toBe(404);
  expect(pulled).toBe(0);
  expect((await ask(targets, apiKey)).status).toBe(200);
  expect(pulled).toBe(1);
});

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

const paths = ['/api/apiKey/v3/test-targets', '/api/apiKey/v3/nothing-here', '/'];

test.each(paths)('%s is answered with 401 without a key', async (path) => {
  await using it = await openService();
  expect(await it.ask('POST', path, { body: {}, headers: { 'x-api-key': '' } })).toMatchObject({
    status: 401,
  });
});

test('a wrong key is answered with 401, whether it has the right length or not', async () => {
  await using it = await openService();
  const { apiKey } = it.service;
  for (const wrong of [`${apiKey}x`, apiKey.slice(1), 'x'.repeat(apiKey.length), 'ß']) {
    const answer = await it.ask('POST', '/api/apiKey/v3/test-targets', {
      body: {},
      headers: { 'x-api-key': wrong },
    });
    expect(answer.status).toBe(401);
    expect(JSON.stringify(answer.body)).not.toContain(apiKey);
  }
});

test('a refused request has no effect', async () => {
  await using it = await openService();
  const path = `/api/apiKey/v3/test-targets/${it.testTargetId}/environments`;
  await it.ask('POST', path, { body: { name: 'staging' }, headers: { 'x-api-key': 'wrong' } });
  expect(await it.client.listEnvironments({ testTargetId: it.testTargetId })).toHaveLength(1);
});

test('the key of another instance is not valid', async () => {
  await using it = await openService();
  await using other = await openService();
  const answer = await it.ask('POST', '/api/apiKey/v3/test-targets', {
    body: {},
    headers: { 'x-api-key': other.service.apiKey },
  });
  expect(answer.status).toBe(401);
});
