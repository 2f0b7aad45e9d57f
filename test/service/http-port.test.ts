import { once } from 'node:events';
import { connect } from 'node:net';
import { networkInterfaces } from 'node:os';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { listen, refusalOf } from '../../src/service/http/http-server.ts';
import { aCase } from '../support/cases.ts';
import { validateAnswer } from '../support/openapi-validator.ts';
import { apiKey, openInProcess, openOnPort, type Reachable, sendRaw } from '../support/served-service.ts';

const targets = '/api/apiKey/v3/test-targets';

function get(headers: readonly string[], target = targets): string {
  return [`GET ${target} HTTP/1.1`, ...headers, 'Connection: close', '', ''].join('\r\n');
}

const key = `X-API-Key: ${apiKey}`;

async function post(it: Reachable, path: string, body: object) {
  const headers = { 'content-type': 'application/json' };
  return (await it.ask('POST', path, { headers, body: JSON.stringify(body) })).json();
}

test('two API key headers are not valid, even if both are right', async () => {
  await using it = await openOnPort();
  expect(await sendRaw(it.url, get(['Host: localhost', key]))).toMatch(/^HTTP\/1.1 200 /);
  expect(await sendRaw(it.url, get(['Host: localhost', key, key]))).toMatch(/^HTTP\/1.1 401 /);
});

test.each(['localhost', 'LOCALHOST:80', '127.0.0.1', '127.1.2.3:8080', '[::1]', '[::1]:8080'])(
  'the Host %s is this machine',
  async (host) => {
    await using it = await openOnPort();
    expect(await sendRaw(it.url, get([`Host: ${host}`, key]))).toMatch(/^HTTP\/1.1 200 /);
  },
);

test.each([
  'evil.example',
  'localhost.evil.example',
  '127.0.0.1.evil.example',
  '127.evil.example',
  'evil.example:80',
  'x@localhost',
  '10.0.0.1',
  '0.0.0.0',
  '[::2]',
  '',
])('the Host "%s" is refused, also for the OpenAPI document', async (host) => {
  await using it = await openOnPort();
  for (const target of [targets, '/openapi.json']) {
    const answer = await sendRaw(it.url, get([`Host: ${host}`, key], target));
    expect(answer).toMatch(/^HTTP\/1.1 403 [\s\S]+\{"message":"[^"]+"\}$/);
  }
});

test.each(['http://localhost:8080', 'https://evil.example', 'null'])(
  'a request from a page of %s is refused, also for the OpenAPI document',
  async (origin) => {
    await using it = await openOnPort();
    for (const target of [targets, '/openapi.json']) {
      const answer = await sendRaw(it.url, get(['Host: localhost', `Origin: ${origin}`, key], target));
      expect(answer).toMatch(/^HTTP\/1.1 403 /);
    }
  },
);

test('the host that the server listens on is allowed', () => {
  const localAddress = '10.0.0.1';
  const asks = (host: string, listenHost: string) =>
    refusalOf({ host, origin: undefined, localAddress }, listenHost);
  expect(asks('gate.internal:8080', 'Gate.Internal')).toBeUndefined();
  expect(asks('[fe80::1]:8080', 'fe80::1')).toBeUndefined();
  expect(asks('other.internal', 'gate.internal')).toEqual(expect.any(String));
});

test('when the server listens on all addresses, the address of the connection is allowed', async () => {
  const all = Object.values(networkInterfaces()).flatMap((each) => each ?? []);
  const outside = all.find(({ family, internal }) => family === 'IPv4' && !internal)?.address ?? '127.0.0.1';
  await using it = await openOnPort('0.0.0.0');
  const url = it.url.replace('0.0.0.0', outside);
  expect((await fetch(url + targets, { headers: { 'x-api-key': apiKey } })).status).toBe(200);
  expect(await sendRaw(url, get(['Host: evil.example', key]))).toMatch(/^HTTP\/1.1 403 /);
});

test.each([
  ['a target in absolute form', get(['Host: localhost', key], `http://localhost${targets}`), 200],
  ['a target that looks like a host', get(['Host: localhost', key], `//evil.example${targets}`), 404],
  ['a target that is a star', get(['Host: localhost', key], '*').replace('GET', 'OPTIONS'), 400],
  ['the method TRACE', get(['Host: localhost', key]).replace('GET', 'TRACE'), 405],
  ['the method TRACE where nothing is', get(['Host: localhost', key], '/none').replace('GET', 'TRACE'), 404],
  ['the method TRACE without a key', get(['Host: localhost']).replace('GET', 'TRACE'), 401],
  ['no HTTP', 'hello\r\n\r\n', 400],
])('%s is answered, and the server goes on', async (_, request, status) => {
  await using it = await openOnPort();
  expect(await sendRaw(it.url, request)).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
  expect((await it.ask('GET', targets)).status).toBe(200);
});

const chunked = `POST ${targets} HTTP/1.1\r\nHost: localhost\r\n${key}\r\nTransfer-Encoding: chunked\r\n\r\n`;

test.each([
  ['no HTTP', 'hello\r\n\r\n', 400],
  ['a request without Host', get([key]), 400],
  ['a broken header', get(['Host: localhost', 'a b c']), 400],
  ['a target that is no path', get(['Host: localhost', key], '*').replace('GET', 'OPTIONS'), 400],
  ['a body in broken chunks', `${chunked}xyz\r\n`, 400],
  ['too large header fields', get(['Host: localhost', `x: ${'a'.repeat(20_000)}`]), 431],
  ['too large chunk extensions', `${chunked}1;${'a'.repeat(20_000)}\r\n`, 413],
  ['an unknown expectation', get(['Host: localhost', key, 'Expect: a-miracle']), 417],
])('%s is refused with a body that the OpenAPI document describes', async (_, request, status) => {
  await using it = await openOnPort();
  const answer = await sendRaw(it.url, request);
  expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
  const [head = '', body = ''] = answer.split('\r\n\r\n');
  expect(head).toMatch(/^content-type: application\/json\r?$/im);
  const mediaType = 'application/json';
  expect(validateAnswer('createTestTarget', status, mediaType, JSON.parse(body))).toEqual([]);
  expect((await it.ask('GET', targets)).status).toBe(200);
});

test('a refused TRACE lists the methods of the path', async () => {
  await using it = await openOnPort();
  const answer = await sendRaw(it.url, get(['Host: localhost', key]).replace('GET', 'TRACE'));
  expect(answer).toMatch(/^allow: GET, POST, HEAD, OPTIONS\r$/im);
});

test('a long or unauthorized body is answered before it is sent, and then the connection is closed', async () => {
  await using it = await openOnPort();
  const post = (keyHeader: string, length: number) =>
    `POST ${targets} HTTP/1.1\r\nHost: localhost\r\n${keyHeader}\r\nContent-Type: application/json\r\nContent-Length: ${length}\r\n\r\n{`;
  // The rest of the body is never sent. `sendRaw` returns when the server has closed the connection.
  expect(await sendRaw(it.url, post(key, 20_000_000))).toMatch(/^HTTP\/1.1 413 /);
  expect(await sendRaw(it.url, post('X-API-Key: wrong', 2))).toMatch(/^HTTP\/1.1 401 /);
});

test('the rest of a body that was refused is not taken for the next request', async () => {
  await using it = await openOnPort();
  const smuggled = get(['Host: localhost', key]);
  const request = `POST ${targets} HTTP/1.1\r\nHost: localhost\r\nX-API-Key: wrong\r\nContent-Length: ${smuggled.length}\r\n\r\n`;
  const answers = await sendRaw(it.url, request + smuggled + get(['Host: localhost', key], '/none'));
  expect(answers.match(/HTTP\/1.1 \d+/g)).toEqual(['HTTP/1.1 401', 'HTTP/1.1 404']);
});

test('a caller that disconnects in the middle of its body has no effect', async () => {
  await using it = await openOnPort();
  const { port } = new URL(it.url);
  const socket = connect(Number(port), '127.0.0.1');
  socket.write(`POST ${targets} HTTP/1.1\r\nHost: localhost\r\n${key}\r\nContent-Length: 100\r\n\r\n{`);
  await it.ask('GET', targets);
  socket.destroy();
  await once(socket, 'close');
  expect(await (await it.ask('GET', targets)).json()).toEqual([]);
  expect(it.logged).toEqual([]);
});

test('a request is aborted when its caller disconnects before the answer', async () => {
  const arrived = Promise.withResolvers<void>();
  const aborted = Promise.withResolvers<void>();
  const answer = async ({ signal }: Request) => {
    signal.addEventListener('abort', () => aborted.resolve());
    arrived.resolve();
    await aborted.promise;
    return new Response();
  };
  await using server = await listen(answer, { host: '127.0.0.1', port: 0 });
  const socket = connect(Number(new URL(server.url).port), '127.0.0.1');
  socket.write(get(['Host: localhost']));
  await arrived.promise;
  socket.destroy();
  await aborted.promise;
});

test("the URL of a report's page has the address of the request", async () => {
  await using it = await openOnPort();
  const { id } = await post(it, targets, {});
  const run = { testTargetId: id, url: 'http://app.test', context: {} };
  const { testReport, testReportUrl } = await post(it, '/api/apiKey/v3/execute', run);
  expect(testReportUrl).toBe(`${it.url}/testtargets/${id}/testreports/${testReport.id}`);
});

test('a request that waits for a run is answered when the server stops, and new ones are refused', async () => {
  const it = openInProcess();
  await using server = await listen(it.service.fetch, { host: '127.0.0.1', port: 0 });
  const { id } = await post(it, targets, {});
  const push = await post(it, `/api/apiKey/beta/test-targets/${id}/draft/push`, { testCases: [aCase()] });
  const { testReport } = await post(it, '/api/apiKey/v3/execute', {
    testTargetId: id,
    url: 'http://app.test',
    context: { source: 'manual' },
    testCaseVersionIds: push.versionIds,
  });
  const { port } = new URL(server.url);
  const socket = connect(Number(port), '127.0.0.1');
  const lines = ['Host: localhost', key, 'Prefer: wait=50'];
  // Without `Connection: close`: the server is who closes it.
  const request = get(lines, `${targets}/${id}/test-reports/${testReport.id}`).replace(
    'Connection: close\r\n',
    '',
  );
  const answer = text(socket);
  socket.write(request);
  // Answered on another connection, so the first request has come in before.
  await fetch(`${server.url}/openapi.json`);
  const stopped = server[Symbol.asyncDispose]();
  await expect(fetch(`${server.url}/openapi.json`)).rejects.toThrow();
  await it.service.stopWork();
  await stopped;
  expect(await answer).toMatch(/^HTTP\/1.1 200 [\s\S]+connection: close[\s\S]+"status":"FAILED"/i);
  await it[Symbol.asyncDispose]();
});
