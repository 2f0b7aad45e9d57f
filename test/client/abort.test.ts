import { expect, test } from 'vitest';
import { createClient } from '../../src/client/client.ts';
import { rejectionOf } from '../support/failure-of.ts';
import { sendJson, startHttpServer } from '../support/http-server.ts';
import { quickClient } from '../support/quick-client.ts';
import { startRawServer } from '../support/raw-server.ts';
import { targetId } from '../support/reports.ts';

const params = { testTargetId: targetId };
const reason = new Error('the job was cancelled');

test('a call whose signal is aborted already is rejected with its reason, and nothing is sent', async () => {
  await using server = await startHttpServer((_, response) => sendJson(response, 200, []));
  const client = quickClient({ baseUrl: server.url, apiKey: 'k' });
  const call = client.listEnvironments(params, { signal: AbortSignal.abort(reason) });
  expect(await rejectionOf(call)).toBe(reason);
  expect(server.requests).toEqual([]);
});

test('an abort while the answer is awaited rejects with the reason', async () => {
  const abort = new AbortController();
  await using server = await startRawServer(() => abort.abort(reason));
  const client = quickClient({ baseUrl: server.url, apiKey: 'k' });
  expect(await rejectionOf(client.listEnvironments(params, { signal: abort.signal }))).toBe(reason);
});

test('an abort in the middle of the body rejects with the reason', async () => {
  const abort = new AbortController();
  await using server = await startRawServer((socket) => {
    socket.write('HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 100\r\n\r\n[');
  });
  const client = quickClient({
    baseUrl: server.url,
    apiKey: 'k',
    fetch: async (url, request) => {
      const answer = await fetch(url, request);
      abort.abort(reason);
      return answer;
    },
  });
  expect(await rejectionOf(client.listEnvironments(params, { signal: abort.signal }))).toBe(reason);
});

test('the connection of an aborted call is closed', async () => {
  const abort = new AbortController();
  const { promise: closed, resolve } = Promise.withResolvers<void>();
  await using server = await startRawServer((socket) => {
    socket.on('close', () => resolve());
    abort.abort(reason);
  });
  const client = quickClient({ baseUrl: server.url, apiKey: 'k' });
  await rejectionOf(client.listEnvironments(params, { signal: abort.signal }));
  await closed;
});

test('a signal that is not aborted changes nothing', async () => {
  await using server = await startHttpServer((_, response) => sendJson(response, 200, []));
  const client = quickClient({ baseUrl: server.url, apiKey: 'k' });
  expect(await client.listEnvironments(params, { signal: new AbortController().signal })).toEqual([]);
});

test('an abort while the connection is made rejects with the reason', async () => {
  const abort = new AbortController();
  // It takes the connection, and never answers the handshake.
  await using server = await startRawServer(() => abort.abort(reason));
  const client = quickClient({ baseUrl: server.url.replace('http:', 'https:') });
  expect(await rejectionOf(client.listEnvironments(params, { signal: abort.signal }))).toBe(reason);
});

test('an abort in a pause between two attempts rejects with the reason', async () => {
  const abort = new AbortController();
  await using server = await startHttpServer((_, response) => {
    sendJson(response, 429, {}, { 'retry-after': '300' });
  });
  const client = createClient({ baseUrl: server.url, apiKey: 'k' });
  const signal = abort.signal;
  const call = client.listEnvironments(params, {
    signal,
    onAnswer: () => setImmediate(() => abort.abort(reason)),
  });
  expect(await rejectionOf(call)).toBe(reason);
  expect(server.requests).toHaveLength(1);
});

test('an abort between two attempts keeps the second from being sent', async () => {
  const abort = new AbortController();
  await using server = await startHttpServer((_, response) => sendJson(response, 500, {}));
  const client = quickClient({ baseUrl: server.url, sleep: async () => abort.abort(reason) });
  expect(await rejectionOf(client.listEnvironments(params, { signal: abort.signal }))).toBe(reason);
  expect(server.requests).toHaveLength(1);
});
