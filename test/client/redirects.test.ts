import { expect, test } from 'vitest';
import { ContractBroken, ServiceRefused } from '../../src/client/client-errors.ts';
import { clientErrorOf } from '../support/failure-of.ts';
import { type Answer, sendJson, startHttpServer } from '../support/http-server.ts';
import { quickClient } from '../support/quick-client.ts';
import { startRawServer } from '../support/raw-server.ts';
import { targetId } from '../support/reports.ts';

const params = { testTargetId: targetId };
const clientOf = (baseUrl: string) => quickClient({ baseUrl, apiKey: 'the-key' });

/** Sends so many redirects before the answer. */
function after(redirects: number): Answer {
  let seen = 0;
  return (_, response) => {
    seen += 1;
    if (seen > redirects) return sendJson(response, 200, []);
    response.writeHead(302, { location: `/moved/${seen}` }).end('moved');
  };
}

test.each([301, 302, 303, 307, 308])('a %i within the origin is followed, with the key', async (status) => {
  await using server = await startHttpServer(({ url }, response) =>
    url === '/moved?x=1'
      ? sendJson(response, 200, [])
      : void response.writeHead(status, { location: '/moved?x=1' }).end(),
  );
  expect(await clientOf(server.url).listEnvironments(params)).toEqual([]);
  expect(server.requests.at(-1)).toMatchObject({
    method: 'GET',
    url: '/moved?x=1',
    headers: { 'x-api-key': 'the-key' },
  });
});

test('three redirects are followed', async () => {
  await using server = await startHttpServer(after(3));
  expect(await clientOf(server.url).listEnvironments(params)).toEqual([]);
  expect(server.requests).toHaveLength(4);
});

test('a fourth redirect is not followed', async () => {
  await using server = await startHttpServer(after(4));
  const error = await clientErrorOf(clientOf(server.url).listEnvironments(params));
  expect(error).toBeInstanceOf(ContractBroken);
  expect(error.message).toContain('more than 3 redirects');
  expect(server.requests).toHaveLength(4);
});

test('a redirect to another origin is not followed, so the key stays with its origin', async () => {
  await using elsewhere = await startHttpServer((_, response) => sendJson(response, 200, []));
  await using server = await startHttpServer(
    (_, response) => void response.writeHead(302, { location: `${elsewhere.url}/environments` }).end(),
  );
  const error = await clientErrorOf(clientOf(server.url).listEnvironments(params));
  expect(error).toBeInstanceOf(ContractBroken);
  expect(error.message).toContain(elsewhere.url);
  expect(error.message).toContain(
    'not followed: the API key stays with its origin. If the service is there, set `service-url` to its URL.',
  );
  expect(elsewhere.requests).toEqual([]);
});

test('a redirect to another origin is not followed after one within the origin either', async () => {
  await using elsewhere = await startHttpServer((_, response) => sendJson(response, 200, []));
  await using server = await startHttpServer(
    ({ url }, response) =>
      void response.writeHead(302, { location: url === '/detour' ? `${elsewhere.url}/` : '/detour' }).end(),
  );
  const error = await clientErrorOf(clientOf(server.url).listEnvironments(params));
  expect(error).toBeInstanceOf(ContractBroken);
  expect(server.requests).toHaveLength(2);
  expect(elsewhere.requests).toEqual([]);
});

test.each(['//elsewhere.invalid/x', 'https://127.0.0.1/', 'http://[', 'file:///etc/passwd'])(
  'a redirect to %s is not followed',
  async (location) => {
    await using server = await startHttpServer(
      (_, response) => void response.writeHead(302, { location }).end(),
    );
    const error = await clientErrorOf(clientOf(server.url).listEnvironments(params));
    expect(error).toBeInstanceOf(ContractBroken);
    expect(server.requests).toHaveLength(1);
  },
);

test.each([302, 303, 307])('a POST is never redirected (%i), not even within the origin', async (status) => {
  await using server = await startHttpServer(
    (_, response) => void response.writeHead(status, { location: '/moved' }).end(),
  );
  const error = await clientErrorOf(clientOf(server.url).createEnvironment(params, { name: 'x' }));
  expect(error).toBeInstanceOf(ContractBroken);
  expect(error.message).toContain('not followed: a POST is sent once.');
  expect(server.requests).toHaveLength(1);
});

test('a redirect without Location is a refusal', async () => {
  await using server = await startHttpServer((_, response) => void response.writeHead(304).end());
  const error = await clientErrorOf(clientOf(server.url).listEnvironments(params));
  expect(error).toBeInstanceOf(ServiceRefused);
  expect(error.message).toContain('answered 304');
});

test.each(['ann:secret', 'ann', ':secret'])(
  'a redirect to a URL with the login %s is not followed',
  async (login) => {
    await using server = await startHttpServer((_, response) => {
      response.writeHead(302, { location: server.url.replace('//', `//${login}@`) }).end();
    });
    const error = await clientErrorOf(clientOf(server.url).listEnvironments(params));
    expect(error).toBeInstanceOf(ContractBroken);
    expect(error.message).not.toContain('secret');
    expect(server.requests).toHaveLength(1);
  },
);

test('the connection of a redirect that is not followed is closed', async () => {
  const { promise: closed, resolve } = Promise.withResolvers<void>();
  await using server = await startRawServer((socket) => {
    socket.on('close', () => resolve());
    socket.write('HTTP/1.1 302 Found\r\nlocation: http://elsewhere.invalid/\r\ncontent-length: 100\r\n\r\n');
  });
  await clientErrorOf(clientOf(server.url).listEnvironments(params));
  await closed;
});
