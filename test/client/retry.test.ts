import { once } from 'node:events';
import { createServer } from 'node:http';
import { expect, test } from 'vitest';
import { NoAnswer } from '../../src/client/client-errors.ts';
import { clientErrorOf } from '../support/failure-of.ts';
import { type RawAnswer, rawAnswer, startFaultyServer, truncated } from '../support/faults.ts';
import { sendJson } from '../support/http-server.ts';
import { quickClient } from '../support/quick-client.ts';
import { refusingUrl } from '../support/raw-server.ts';
import { targetId } from '../support/reports.ts';

const params = { testTargetId: targetId };
const fine = rawAnswer(200, '[]');

const passing: readonly (readonly [string, RawAnswer])[] = [
  ['a reset', 'reset'],
  ['a closed socket', 'close'],
  ['a truncated body', truncated(200)],
  ['HTML in place of JSON', rawAnswer(200, '<h1>Hello</h1>', ['content-type: text/html'])],
  ['nothing in place of JSON', rawAnswer(200, '')],
  ['bytes that are no HTTP', 'SSH-2.0-OpenSSH\r\n'],
  ...[408, 429, 500, 502, 503, 504].map((status) => [`a ${status}`, rawAnswer(status, '{}')] as const),
];

test.each(passing)('a GET succeeds after %s', async (_, fault) => {
  await using server = await startFaultyServer(fault, fault, fine);
  expect(await quickClient({ baseUrl: server.url }).listEnvironments(params)).toEqual([]);
  expect(server.requests).toHaveLength(3);
});

test('a GET succeeds after an attempt that timed out', async () => {
  await using server = await startFaultyServer('silence', fine);
  const client = quickClient({ baseUrl: server.url, attemptMs: 2000 });
  expect(await client.listEnvironments(params)).toEqual([]);
  expect(server.requests).toHaveLength(2);
});

test('a GET is sent six times at most, and the error says so', async () => {
  await using server = await startFaultyServer(rawAnswer(502, '{}'));
  const error = await clientErrorOf(quickClient({ baseUrl: server.url }).listEnvironments(params));
  expect(error).toMatchObject({ status: 502, transient: true, ambiguous: false });
  expect(error.message).toMatch(/ Attempts: 6\.$/);
  expect(server.requests).toHaveLength(6);
});

test('three answers in a row that are not JSON are reported', async () => {
  await using server = await startFaultyServer(rawAnswer(200, '<h1>Sign in</h1>'));
  const error = await clientErrorOf(quickClient({ baseUrl: server.url }).listEnvironments(params));
  expect(error.message).toContain('with a body that is not JSON: <h1>Sign in</h1>');
  expect(server.requests).toHaveLength(3);
});

test.each([400, 401, 403, 404, 405, 409, 413, 501])('a %i is final', async (status) => {
  await using server = await startFaultyServer(rawAnswer(status, '{}'));
  const error = await clientErrorOf(quickClient({ baseUrl: server.url }).listEnvironments(params));
  expect(error).toMatchObject({ status, transient: false, ambiguous: false });
  expect(server.requests).toHaveLength(1);
});

test('a caller that switches retries off gets the first failure', async () => {
  await using server = await startFaultyServer('close', fine);
  const call = quickClient({ baseUrl: server.url }).listEnvironments(params, { retry: false });
  expect(await clientErrorOf(call)).toBeInstanceOf(NoAnswer);
  expect(server.requests).toHaveLength(1);
});

test('an unknown host name is retried', async () => {
  let sleeps = 0;
  const client = quickClient({
    baseUrl: 'http://no-such-host.invalid',
    sleep: async () => {
      sleeps += 1;
    },
  });
  const error = await clientErrorOf(client.createEnvironment(params, { name: 'a' }));
  expect(error).toMatchObject({ transient: true, ambiguous: false });
  expect(sleeps).toBe(5);
});

test.each(['GET', 'POST', 'PATCH', 'DELETE'] as const)(
  'a %s whose connection was refused succeeds once the service is up',
  async (method) => {
    const url = await refusingUrl();
    const methods: (string | undefined)[] = [];
    const server = createServer((request, response) => {
      methods.push(request.method);
      sendJson(response, 400, {});
    });
    await using _ = { [Symbol.asyncDispose]: async () => void server.close() };
    const client = quickClient({
      baseUrl: url,
      sleep: async () => {
        if (server.listening) return;
        server.listen(Number(new URL(url).port), '127.0.0.1');
        await once(server, 'listening');
      },
    });
    const call = {
      GET: () => client.listEnvironments(params),
      POST: () => client.createEnvironment(params, { name: 'a' }),
      PATCH: () => client.updateTestTarget(params, {}),
      DELETE: () => client.deleteTestTarget(params),
    }[method];
    expect(await clientErrorOf(call())).toMatchObject({ status: 400 });
    expect(methods).toEqual([method]);
  },
);
