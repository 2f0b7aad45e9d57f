import { expect, test } from 'vitest';
import { NoAnswer } from '../../src/client/client-errors.ts';
import { clientErrorOf } from '../support/failure-of.ts';
import { sendJson, startHttpServer } from '../support/http-server.ts';
import { quickClient } from '../support/quick-client.ts';
import { type OnRequest, refusingUrl, startRawServer } from '../support/raw-server.ts';
import { targetId } from '../support/reports.ts';

const params = { testTargetId: targetId };

async function failureAt(baseUrl: string, attemptMs = 20_000) {
  const client = quickClient({ baseUrl, apiKey: 'key-6f1d2c', attemptMs });
  const error = await clientErrorOf(client.listEnvironments(params));
  expect(error).toBeInstanceOf(NoAnswer);
  expect(error.message).toContain(`GET ${baseUrl}/api/apiKey/v3/test-targets/${targetId}/environments`);
  expect(error.message).not.toContain('key-6f1d2c');
  return error;
}

async function failureWith(onRequest: OnRequest, attemptMs?: number) {
  await using server = await startRawServer(onRequest);
  return await failureAt(server.url, attemptMs);
}

const head = 'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n';

test('a refused connection is reported with what to check', async () => {
  const { message, transient } = await failureAt(await refusingUrl());
  expect(message).toContain('failed (ECONNREFUSED)');
  expect(message).toContain('Is the service running');
  expect(transient).toBe(true);
});

test('an unknown host name is reported with what to check', async () => {
  const { message, transient } = await failureAt('http://no-such-host.invalid');
  expect(message).toMatch(/failed \((ENOTFOUND|EAI_AGAIN)\)/);
  expect(message).toContain('Check the host name in `service-url`');
  expect(transient).toBe(true);
});

test('a connection that is closed without an answer is reported', async () => {
  expect((await failureWith((socket) => socket.end())).message).toContain('The connection was lost');
});

test('a connection that is reset in the middle of the body is reported', async () => {
  const { message } = await failureWith((socket) => {
    socket.write(`${head}content-length: 100\r\n\r\n[`, () => socket.resetAndDestroy());
  });
  expect(message).toContain('The connection was lost');
});

test.each([
  ['a body that is shorter than it was said to be', `${head}content-length: 100\r\n\r\n[]`],
  ['a chunked body without its last chunk', `${head}transfer-encoding: chunked\r\n\r\n2\r\n[]\r\n`],
])('%s is no answer, although what came is valid JSON', async (_, answer) => {
  const { message } = await failureWith((socket) => socket.end(answer));
  expect(message).toContain('The connection was lost');
});

test.each([
  ['a damaged compressed body', `${head}content-encoding: gzip\r\ncontent-length: 9\r\n\r\nnot gzip!`],
  ['another protocol', 'SSH-2.0-OpenSSH_9.6\r\n'],
  ['HTTP/2', Buffer.from([0, 0, 18, 4, 0, 0, 0, 0, 0])],
])('%s counts as no answer, and the error says where to look', async (_, answer) => {
  const { message, transient } = await failureWith((socket) => socket.end(answer));
  expect(message).toMatch(/failed \((?!undefined).+\)\. The answer is damaged, or is not HTTP\/1\.1\. Check/);
  expect(transient).toBe(true);
});

test('an answer that never comes ends with the timeout of the attempt', async () => {
  const { message } = await failureWith(() => {}, 100);
  expect(message).toContain('gave no answer within 0.1 s');
});

test('a body that never ends counts against the same time', async () => {
  const { message } = await failureWith((socket) => socket.write(`${head}content-length: 100\r\n\r\n[`), 100);
  expect(message).toContain('gave no answer within 0.1 s');
});

test('a redirect whose body never comes counts against the same time', async () => {
  const { message } = await failureWith((socket) => {
    socket.write('HTTP/1.1 302 Found\r\nlocation: /moved\r\ncontent-length: 100\r\n\r\n');
  }, 100);
  expect(message).toContain('gave no answer within 0.1 s');
});

test('waitSeconds is added to the timeout of the attempt', async () => {
  const attemptMs = 50;
  const { promise: attemptIsOver, resolve } = Promise.withResolvers<void>();
  await using server = await startHttpServer(async (_, response) => {
    setTimeout(resolve, attemptMs * 2);
    await attemptIsOver;
    sendJson(response, 200, []);
  });
  const client = quickClient({ baseUrl: server.url, apiKey: 'k', attemptMs });
  expect(await client.listEnvironments(params, { waitSeconds: 30 })).toEqual([]);
});
