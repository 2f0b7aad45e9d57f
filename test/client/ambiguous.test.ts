import { expect, test } from 'vitest';
import { clientErrorOf } from '../support/failure-of.ts';
import { type RawAnswer, rawAnswer, startFaultyServer, truncated } from '../support/faults.ts';
import { quickClient } from '../support/quick-client.ts';
import { refusingUrl, startRawServer } from '../support/raw-server.ts';
import { targetId } from '../support/reports.ts';

const params = { testTargetId: targetId };
const stored = rawAnswer(
  201,
  JSON.stringify({ id: targetId, name: 'a', testTargetId: targetId, type: 'ADDITIONAL' }),
);

async function post(...answers: readonly RawAnswer[]) {
  await using server = await startFaultyServer(...answers);
  // Short only where it is waited for.
  const limit = answers.includes('silence') ? { attemptMs: 1000 } : {};
  const client = quickClient({ baseUrl: server.url, ...limit });
  const [outcome] = await Promise.allSettled([client.createEnvironment(params, { name: 'a' })]);
  return { outcome, requests: server.requests };
}

const unclear: readonly (readonly [string, RawAnswer])[] = [
  ['a reset', 'reset'],
  ['a closed socket', 'close'],
  ['no answer in time', 'silence'],
  ['a truncated success', truncated(201)],
  ['a success that is no JSON', rawAnswer(201, '<h1>Stored</h1>')],
  ['an empty success', rawAnswer(201, '')],
  ['a success of another shape', rawAnswer(201, '{"ok":true}')],
  ['bytes that are no HTTP', 'SSH-2.0-OpenSSH\r\n'],
  ['a 303', rawAnswer(303, '', ['location: /stored'])],
  ...[408, 500, 502, 503, 504].map((status) => [`a ${status}`, rawAnswer(status, '{}')] as const),
  ['a 502 with Retry-After', rawAnswer(502, '{}', ['retry-after: 1'])],
];

test.each(unclear)(
  'a POST may have been processed after %s: it is not retried, and the error is ambiguous',
  async (_, fault) => {
    const { outcome, requests } = await post(fault, stored);
    expect(outcome).toMatchObject({ status: 'rejected', reason: { ambiguous: true } });
    expect(requests).toHaveLength(1);
  },
);

const refused: readonly (readonly [string, RawAnswer])[] = [
  ['a 429', rawAnswer(429, '{}')],
  ['a 429 with Retry-After', rawAnswer(429, '{}', ['retry-after: 1'])],
  ['a 503 with Retry-After', rawAnswer(503, '{}', ['retry-after: 1'])],
];

test.each(refused)('a POST was not processed after %s: it is retried with the same key', async (_, fault) => {
  const { outcome, requests } = await post(fault, fault, stored);
  expect(outcome.status).toBe('fulfilled');
  const keys = requests.map((request) => /^idempotency-key: (.+)\r$/m.exec(request)?.[1]);
  expect(keys).toHaveLength(3);
  expect(new Set(keys).size).toBe(1);
  expect(keys[0]).toMatch(/^[0-9a-f-]{36}$/);
});

test.each([400, 401, 403, 404, 405, 413, 501])(
  'a %i on a POST is final and not ambiguous',
  async (status) => {
    const { outcome, requests } = await post(rawAnswer(status, '{}'), stored);
    expect(outcome).toMatchObject({ status: 'rejected', reason: { status, ambiguous: false } });
    expect(requests).toHaveLength(1);
  },
);

test('a redirect of a POST to another URL is not ambiguous', async () => {
  const { outcome, requests } = await post(rawAnswer(307, '', ['location: /there']), stored);
  expect(outcome).toMatchObject({ status: 'rejected', reason: { ambiguous: false, transient: false } });
  expect(requests).toHaveLength(1);
});

test.each(['PATCH', 'DELETE'] as const)(
  'a %s that may have been processed is not retried either',
  async (method) => {
    await using server = await startFaultyServer('close', stored);
    const client = quickClient({ baseUrl: server.url });
    const call = method === 'PATCH' ? client.updateTestTarget(params, {}) : client.deleteTestTarget(params);
    expect(await clientErrorOf(call)).toMatchObject({
      message: expect.stringContaining(`${method} `),
      ambiguous: true,
    });
    expect(server.requests).toHaveLength(1);
  },
);

test('a POST to a refused connection is not ambiguous', async () => {
  const client = quickClient({ baseUrl: await refusingUrl() });
  const error = await clientErrorOf(client.createEnvironment(params, { name: 'a' }));
  expect(error).toMatchObject({ ambiguous: false, transient: true });
  expect(error.message).toContain('Attempts: 6.');
});

test('a POST whose connection timed out is not ambiguous', async () => {
  // It takes the connection, and never answers the handshake.
  await using server = await startRawServer(() => {});
  const client = quickClient({ baseUrl: server.url.replace('http:', 'https:'), attemptMs: 100 });
  const error = await clientErrorOf(client.createEnvironment(params, { name: 'a' }));
  expect(error).toMatchObject({ ambiguous: false, transient: true });
  expect(error.message).toContain('gave no answer within 0.1 s');
});

test('a GET is never ambiguous', async () => {
  await using server = await startFaultyServer('close');
  const error = await clientErrorOf(quickClient({ baseUrl: server.url }).listEnvironments(params));
  expect(error.ambiguous).toBe(false);
});
