import { beforeEach, expect, test, vi } from 'vitest';
import { untrustedCertificate } from '../support/certificate.ts';
import { startConnectProxy } from '../support/connect-proxy.ts';
import { clientErrorOf } from '../support/failure-of.ts';
import { sendJson, startHttpServer } from '../support/http-server.ts';
import { startHttpsServer } from '../support/https-server.ts';
import { quickClient } from '../support/quick-client.ts';
import { refusingUrl } from '../support/raw-server.ts';
import { targetId } from '../support/reports.ts';
import { trust } from '../support/trust.ts';

const params = { testTargetId: targetId };
const variables = ['HTTP_PROXY', 'HTTPS_PROXY', 'NO_PROXY'];

beforeEach(() => {
  for (const name of variables) {
    vi.stubEnv(name, undefined);
    vi.stubEnv(name.toLowerCase(), undefined);
  }
});

const startServer = () => startHttpServer((_, response) => sendJson(response, 200, []));

test.each(['HTTPS_PROXY', 'https_proxy', 'HTTP_PROXY', 'http_proxy'])(
  'https goes through a tunnel of the proxy in %s, which never sees the key',
  async (name) => {
    const certificate = untrustedCertificate('itself');
    using _ = trust(certificate.cert);
    await using server = await startHttpsServer(certificate, (__, response) => sendJson(response, 200, []));
    await using proxy = await startConnectProxy();
    vi.stubEnv(name, `http://ann:pass%3Aword@${proxy.host}`);
    const client = quickClient({ baseUrl: server.url, apiKey: 'key-6f1d2c' });
    expect(await client.listEnvironments(params)).toEqual([]);
    expect(proxy.requests).toHaveLength(1);
    expect(proxy.requests[0]).toMatch(`CONNECT ${new URL(server.url).host} HTTP/1.1`);
    expect(proxy.requests[0]).toContain(`Basic ${Buffer.from('ann:pass:word').toString('base64')}`);
    expect(proxy.requests[0]).not.toContain('key-6f1d2c');
  },
);

test.each(['HTTP_PROXY', 'http_proxy'])('http goes by the proxy in %s', async (name) => {
  await using proxy = await startServer();
  vi.stubEnv(name, proxy.url);
  const client = quickClient({ baseUrl: 'http://service.invalid' });
  expect(await client.listEnvironments(params)).toEqual([]);
  expect(proxy.requests[0]?.url).toContain('http://service.invalid/api/');
});

test.each([
  ['NO_PROXY', '127.0.0.1'],
  ['no_proxy', 'other.test, 127.0.0.1'],
  ['NO_PROXY', '.0.0.1'],
  ['NO_PROXY', '127.0.0.1:PORT'],
  ['NO_PROXY', '*'],
])('no proxy is asked where %s is %s', async (name, value) => {
  await using proxy = await startServer();
  await using server = await startServer();
  vi.stubEnv('HTTP_PROXY', proxy.url);
  vi.stubEnv(name, value.replace('PORT', new URL(server.url).port));
  await quickClient({ baseUrl: server.url }).listEnvironments(params);
  expect([proxy.requests.length, server.requests.length]).toEqual([0, 1]);
});

test.each(['127.0.0.1:1', 'other.test', '27.0.0.1'])('the proxy is used if NO_PROXY is %s', async (value) => {
  await using proxy = await startServer();
  await using server = await startServer();
  vi.stubEnv('HTTP_PROXY', proxy.url);
  vi.stubEnv('NO_PROXY', value);
  await quickClient({ baseUrl: server.url }).listEnvironments(params);
  expect([proxy.requests.length, server.requests.length]).toEqual([1, 0]);
});

test.each([
  [407, 1],
  [403, 1],
  [502, 6],
])('a proxy that answers %i to CONNECT is reported without its password', async (status, attempts) => {
  await using proxy = await startConnectProxy(status);
  vi.stubEnv('HTTPS_PROXY', `http://ann:the-password@${proxy.host}`);
  const client = quickClient({ baseUrl: 'https://service.invalid' });
  const error = await clientErrorOf(client.createEnvironment(params, { name: 'a' }));
  expect(error.message).toContain(`failed (the proxy answered ${status}). Check HTTPS_PROXY`);
  expect(error.message).not.toContain('the-password');
  expect(error).toMatchObject({ ambiguous: false, transient: status === 502 });
  expect(proxy.requests).toHaveLength(attempts);
});

test('a proxy that requires a password is reported', async () => {
  await using proxy = await startHttpServer((_, response) => void response.writeHead(407).end());
  vi.stubEnv('HTTP_PROXY', proxy.url);
  const client = quickClient({ baseUrl: 'http://service.invalid' });
  const error = await clientErrorOf(client.listEnvironments(params));
  expect(error.message).toContain('failed (the proxy answered 407). Check HTTPS_PROXY');
  expect(proxy.requests).toHaveLength(1);
});

test('a POST through an unreachable proxy is not ambiguous', async () => {
  vi.stubEnv('HTTPS_PROXY', (await refusingUrl()).replace('//', '//ann:the-password@'));
  const client = quickClient({ baseUrl: 'https://service.invalid' });
  const error = await clientErrorOf(client.createEnvironment(params, { name: 'a' }));
  expect(error).toMatchObject({ ambiguous: false, transient: true });
  expect(error.message).toContain('failed (ECONNREFUSED). The proxy does not answer. Check HTTPS_PROXY');
  expect(error.message).not.toContain('the-password');
});

test.each(['the-password@proxy', 'ftp://ann:the-password@proxy', 'http://ann:the-password@:80'])(
  'an invalid proxy URL (%s) is reported without printing it',
  (value) => {
    vi.stubEnv('HTTPS_PROXY', value);
    const make = () => quickClient({ baseUrl: 'https://service.invalid' });
    expect(make).toThrow('is not a valid proxy URL');
    expect(make).not.toThrow(/the-password/);
  },
);
