import { expect, test } from 'vitest';
import { type ClientError, ServiceRefused } from '../../src/client/client-errors.ts';
import { clientErrorOf } from '../support/failure-of.ts';
import { type Answer, sendJson, startHttpServer } from '../support/http-server.ts';
import { quickClient } from '../support/quick-client.ts';
import { targetId } from '../support/reports.ts';

const apiKey = 'key-6f1d2c';

async function refusal(answer: Answer): Promise<ClientError & { baseUrl: string }> {
  await using server = await startHttpServer(answer);
  const client = quickClient({ baseUrl: server.url, apiKey });
  const error = await clientErrorOf(client.listEnvironments({ testTargetId: targetId }));
  expect(error).toBeInstanceOf(ServiceRefused);
  return Object.assign(error, { baseUrl: server.url });
}

const refusedWith = (status: number, body: unknown = {}) =>
  refusal((_, response) => sendJson(response, status, body));

test('a refusal names method, URL and status', async () => {
  const error = await refusedWith(404);
  expect(error.message).toContain(
    `GET ${error.baseUrl}/api/apiKey/v3/test-targets/${targetId}/environments answered 404`,
  );
  expect(error).toMatchObject({ name: 'ServiceRefused', status: 404 });
});

test.each([
  [400, 'Correct what the service says is wrong'],
  [401, 'Check that `api-key` is a valid key'],
  [403, 'Check that `api-key` is a valid key'],
  [404, 'Check `service-url` and `test-target-id`'],
  [405, 'does not support this operation'],
  [409, 'try again later'],
  [413, 'push fewer test cases'],
  [422, 'Correct what the service says is wrong'],
  [429, 'try again later'],
  [500, 'contact its operator'],
  [503, 'contact its operator'],
])('the error for a %i contains the next step: %s', async (status, nextStep) => {
  expect((await refusedWith(status)).message).toContain(nextStep);
});

test('a 404 for a base URL that ends with /api says to remove it', async () => {
  await using server = await startHttpServer((_, response) => void response.writeHead(404).end());
  const client = quickClient({ baseUrl: `${server.url}/api`, apiKey });
  const error = await clientErrorOf(client.listEnvironments({ testTargetId: targetId }));
  expect(error.message).toMatch(
    /environments answered 404\. Remove `\/api` from the end of `service-url`: it is added automatically\.$/,
  );
});

test.each([
  [400, false],
  [401, false],
  [403, false],
  [404, false],
  [408, true],
  [429, true],
  [500, true],
  [502, true],
  [503, true],
])('whether %i may be over a moment later: %s', async (status, transient) => {
  expect((await refusedWith(status)).transient).toBe(transient);
});

test('all issues of a 400 are reported, each with its path', async () => {
  const { message } = await refusedWith(400, [
    {
      code: 'invalid_type',
      expected: 'string',
      path: ['testCases', 3, 'description'],
      message: 'Expected string',
    },
    { code: 'custom', path: [], message: 'too many test cases' },
    { code: 'custom', message: 'no path at all' },
  ]);
  expect(message).toContain(
    'answered 400: testCases.3.description: Expected string; body: too many test cases; body: no path at all.',
  );
});

test('a long list of issues is truncated, and the rest is counted', async () => {
  const issues = Array.from({ length: 500 }, (_, index) => ({ path: [index], message: 'm'.repeat(1000) }));
  const { message } = await refusedWith(400, issues);
  expect(message.length).toBeLessThan(3500);
  expect(message).toContain('and 490 more');
});

test('a status without advice of its own points to what the service says', async () => {
  const { message } = await refusedWith(402, { message: 'the plan has no runs left' });
  expect(message).toMatch(
    /answered 402: the plan has no runs left\. Check what the service says, your account there, and `service-url`\.$/,
  );
});

test.each([
  [
    'problem details',
    { type: 'https://a.test/quota', title: 'Quota exceeded', status: 422, detail: 'No runs are left.' },
    'No runs are left',
  ],
  ['problem details without details', { title: 'Quota exceeded', status: 422 }, 'Quota exceeded'],
  [
    'a message beside the name of the status',
    { statusCode: 422, message: 'no such branch', error: 'Unprocessable Entity' },
    'no such branch',
  ],
  ['several messages', { message: ['no branch', 'no URL'] }, 'no branch; no URL'],
  ['an error', { error: 'no such branch' }, 'no such branch'],
  ['an error with a message', { error: { code: 7, message: 'no such branch' } }, 'no such branch'],
  [
    'a list of errors',
    { errors: [{ field: 'branch', message: 'is missing' }, 'no URL'] },
    'branch: is missing; no URL',
  ],
  [
    'errors by field',
    { title: 'Not valid.', errors: { branch: ['is missing', 'is too short'] } },
    'Not valid.; branch: is missing; branch: is too short',
  ],
  [
    'a list of details with their places',
    { detail: [{ loc: ['body', 'testCases', 0], msg: 'field required' }] },
    'body.testCases.0: field required',
  ],
  ['a text', 'no such branch', 'no such branch'],
  ['no message', { code: 7 }, '{"code":7}'],
])('of %s, the message says what a person needs', async (_, body, detail) => {
  const { message } = await refusedWith(422, body);
  expect(message).toMatch(/ answered 422: .*\. Correct what the service says is wrong\.$/);
  expect(message).toContain(` answered 422: ${detail}. Correct`);
});

test('a message that is nested too deep is not looked for', async () => {
  const depth = 100_000;
  const body = `${'{"error":'.repeat(depth)}"x"${'}'.repeat(depth)}`;
  const { message } = await refusal(
    (_, response) => void response.writeHead(400, { 'content-type': 'application/json' }).end(body),
  );
  expect(message).toContain('answered 400: {"error":{"error":');
});

test.each([
  ['text/plain', 'This network\nis not allowed'],
  ['text/html', 'This network is not allowed'],
  ['text/html', '{"message":"This network is not allowed"}'],
])('a text of type %s is quoted: %j', async (type, body) => {
  const { message } = await refusal(
    (_, response) => void response.writeHead(403, { 'content-type': type }).end(body),
  );
  expect(message).toContain('answered 403: This network is not allowed. Check that `api-key`');
});

test('a body that is not JSON despite its content type is quoted', async () => {
  const { message } = await refusal(
    (_, response) =>
      void response
        .writeHead(502, { 'content-type': 'application/problem+json' })
        .end('upstream   is\n gone'),
  );
  expect(message).toContain('answered 502: upstream is gone.');
});

test.each([
  ['text/html', '<h1>Bad Gateway</h1>', 'a web page, so'],
  [
    'application/json',
    '<!doctype html><title>Bad\n Gateway</title><p>nginx</p>',
    'a web page with the title "Bad Gateway", so',
  ],
])('of a web page as %s, only the title is shown', async (type, body, expected) => {
  const { message } = await refusal(
    (_, response) => void response.writeHead(502, { 'content-type': type }).end(body),
  );
  expect(message).not.toContain('<');
  expect(message).toContain(`answered 502: ${expected} a proxy or a firewall may have answered`);
});

test('a body of another type is not shown', async () => {
  const { message } = await refusal(
    (_, response) => void response.writeHead(502, { 'content-type': 'image/png' }).end('bytes'),
  );
  expect(message).toContain('answered 502. The service failed');
});

test('a long body is truncated', async () => {
  const { message } = await refusedWith(500, { error: 'x'.repeat(10_000) });
  expect(message.length).toBeLessThan(600);
});

test.each([
  ['an issue', (key: string) => [{ path: ['headers'], message: `unknown key ${key}` }]],
  ['a quoted body', (key: string) => ({ error: `unknown key ${key}` })],
  ["a body that is cut within the key's text", (key: string) => ({ error: `${'x'.repeat(182)} ${key}` })],
])('a service that repeats the API key in %s does not get it into the message', async (_, body) => {
  const { message } = await refusedWith(401, body(apiKey));
  expect(message).not.toContain(apiKey.slice(0, 5));
  expect(message).toContain('answered 401: ');
});
