import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { setImmediate as turn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { openNetwork } from '../../src/client/network.ts';
import { clientErrorOf, rejectionOf } from '../support/failure-of.ts';
import { quickClient } from '../support/quick-client.ts';
import { startRawServer } from '../support/raw-server.ts';
import { targetId } from '../support/reports.ts';

const params = { testTargetId: targetId };
const head = 'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 2\r\n\r\n';

/** A connection is free for the next call one turn of the event loop after its answer was read. */
const isFree = () => turn();

/** Answers the first request of each connection, and closes the connection when a second one comes. */
async function startForgetfulServer() {
  const seen = new Map<Socket, number>();
  const server = await startRawServer((socket) => {
    const requests = (seen.get(socket) ?? 0) + 1;
    seen.set(socket, requests);
    if (requests === 1) socket.write(`${head}[]`);
    else socket.destroy();
  });
  return { ...server, seen };
}

test('consecutive calls share a connection', async () => {
  const sockets = new Set<Socket>();
  await using server = await startRawServer((socket) => {
    sockets.add(socket);
    socket.write(`${head}[]`);
  });
  const client = quickClient({ baseUrl: server.url });
  await client.listEnvironments(params);
  await isFree();
  await client.listEnvironments(params);
  expect(sockets.size).toBe(1);
});

test('a GET on a kept connection that the service has just closed is sent on a new one', async () => {
  await using server = await startForgetfulServer();
  const client = quickClient({ baseUrl: server.url });
  await client.listEnvironments(params);
  await isFree();
  expect(await client.listEnvironments(params)).toEqual([]);
  expect([...server.seen.values()]).toEqual([2, 1]);
});

test('a POST on a kept connection that the service closes while it comes is ambiguous', async () => {
  await using server = await startForgetfulServer();
  const client = quickClient({ baseUrl: server.url });
  await client.listEnvironments(params);
  await isFree();
  const error = await clientErrorOf(client.createEnvironment(params, { name: 'a' }));
  expect(error.ambiguous).toBe(true);
  expect([...server.seen.values()]).toEqual([2]);
});

test('a kept connection that is closed already is not used for a POST', async () => {
  const requests: string[] = [];
  const { promise: closed, resolve } = Promise.withResolvers<void>();
  await using server = await startRawServer((socket, request) => {
    socket.on('close', () => resolve());
    requests.push(request.slice(0, 4));
    socket.end(requests.length === 1 ? `${head}[]` : 'HTTP/1.1 400 No\r\ncontent-length: 0\r\n\r\n');
  });
  const client = quickClient({ baseUrl: server.url });
  await client.listEnvironments(params);
  await closed;
  const error = await clientErrorOf(client.createEnvironment(params, { name: 'a' }));
  expect(error).toMatchObject({ status: 400, ambiguous: false });
  expect(requests).toEqual(['GET ', 'POST']);
});

test('closing the network closes its connections', async () => {
  const { promise: closed, resolve } = Promise.withResolvers<void>();
  await using server = await startRawServer((socket) => {
    socket.on('close', () => resolve());
    socket.write(`${head}[]`);
  });
  await using network = openNetwork();
  await quickClient({ baseUrl: server.url, fetch: network.fetch }).listEnvironments(params);
  await network[Symbol.asyncDispose]();
  await closed;
});

test('closing the network also ends connections that are still being established', async () => {
  const server = createServer().listen(0, '127.0.0.1');
  await using _ = { [Symbol.asyncDispose]: async () => void server.close() };
  await once(server, 'listening');
  const address = server.address();
  const port = address !== null && typeof address === 'object' ? address.port : 0;
  const network = openNetwork();
  const client = quickClient({ baseUrl: `https://127.0.0.1:${port}`, fetch: network.fetch });
  const abort = new AbortController();
  const call = client.listEnvironments(params, { signal: abort.signal });
  const [socket]: Socket[] = await once(server, 'connection');
  const closed = once(socket?.on('error', () => {}).resume() ?? server, 'close');
  abort.abort(new Error('enough'));
  await rejectionOf(call);
  await network[Symbol.asyncDispose]();
  await closed;
});

test('a call through a closed network fails without being sent', async () => {
  const network = openNetwork();
  await network[Symbol.asyncDispose]();
  const client = quickClient({ baseUrl: 'http://127.0.0.1:9', fetch: network.fetch });
  expect(await clientErrorOf(client.createEnvironment(params, { name: 'a' }))).toMatchObject({
    ambiguous: false,
  });
});
