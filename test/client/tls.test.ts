import { expect, test } from 'vitest';
import { ContractBroken, NoAnswer } from '../../src/client/client-errors.ts';
import { untrustedCertificate } from '../support/certificate.ts';
import { clientErrorOf } from '../support/failure-of.ts';
import { sendJson, startHttpServer } from '../support/http-server.ts';
import { startHttpsServer } from '../support/https-server.ts';
import { quickClient } from '../support/quick-client.ts';
import { targetId } from '../support/reports.ts';
import { trust } from '../support/trust.ts';

const params = { testTargetId: targetId };

async function failureAt(baseUrl: string) {
  let pauses = 0;
  const client = quickClient({
    baseUrl,
    sleep: async () => {
      pauses += 1;
    },
  });
  const error = await clientErrorOf(client.listEnvironments(params));
  expect(error).toBeInstanceOf(NoAnswer);
  expect(error.transient).toBe(false);
  expect(pauses).toBe(0);
  return error;
}

test.each(['itself', 'unknown authority'] as const)(
  'a certificate signed by %s is refused without a retry, and the error says how to trust it',
  async (signedBy) => {
    const requests: unknown[] = [];
    await using server = await startHttpsServer(untrustedCertificate(signedBy), (request) => {
      requests.push(request);
    });
    expect((await failureAt(server.url)).message).toContain('NODE_EXTRA_CA_CERTS');
    expect(requests).toEqual([]);
  },
);

test.each([
  ['has expired', { until: '210101000000Z' }, 'has expired. The operator of the service must renew it'],
  ['is for another host', { host: 'elsewhere.test' }, 'is for another host. Check the host name'],
])('a trusted certificate that %s is refused for good', async (_, about, nextStep) => {
  const certificate = untrustedCertificate('itself', about);
  using __ = trust(certificate.cert);
  await using server = await startHttpsServer(certificate, (___, response) => sendJson(response, 200, []));
  expect((await failureAt(server.url)).message).toContain(nextStep);
});

test('a service that accepts HTTP/2 only is refused for good, and the error says what it needs', async () => {
  const certificate = untrustedCertificate('itself');
  using __ = trust(certificate.cert);
  const http2 = { ...certificate, ALPNProtocols: ['h2'] };
  await using server = await startHttpsServer(http2, (___, response) => sendJson(response, 200, []));
  expect((await failureAt(server.url)).message).toContain('The service accepts HTTP/2 only.');
});

test('a POST that failed on the certificate is not ambiguous', async () => {
  await using server = await startHttpsServer(untrustedCertificate('itself'), () => {});
  const client = quickClient({ baseUrl: server.url });
  const error = await clientErrorOf(client.createEnvironment(params, { name: 'a' }));
  expect(error).toMatchObject({ transient: false, ambiguous: false });
});

test('https to a plain http server is not reported as a certificate problem', async () => {
  await using server = await startHttpServer((_, response) => void response.end());
  const { message } = await failureAt(server.url.replace('http:', 'https:'));
  expect(message).toContain('does the service speak plain http');
});

test('a redirect from https to http on the same host and port is not followed', async () => {
  const certificate = untrustedCertificate('itself');
  using _ = trust(certificate.cert);
  await using server = await startHttpsServer(certificate, ({ headers }, response) => {
    response.writeHead(302, { location: `http://${headers.host}/` }).end();
  });
  const error = await clientErrorOf(quickClient({ baseUrl: server.url }).listEnvironments(params));
  expect(error).toBeInstanceOf(ContractBroken);
  expect(error.message).toContain('not followed');
});
