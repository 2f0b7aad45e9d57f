import { once } from 'node:events';
import { createServer } from 'node:https';
import { expect, test } from 'vitest';
import { createClient } from '../../src/client/client.ts';
import { type ClientError, NoAnswer } from '../../src/client/errors.ts';
import { untrustedCertificate } from '../support/certificate.ts';
import { clientErrorOf } from '../support/failure-of.ts';
import { startHttpServer } from '../support/http-server.ts';
import { targetId } from '../support/reports.ts';

function failureAt(baseUrl: string): Promise<ClientError> {
  const client = createClient({ baseUrl, apiKey: 'the-key' });
  return clientErrorOf(client.listEnvironments({ testTargetId: targetId }));
}

test.each(['itself', 'unknown authority'] as const)(
  'a certificate signed by %s is refused for good, and the way to trust it is named',
  async (signedBy) => {
    const requests: unknown[] = [];
    const server = createServer(untrustedCertificate(signedBy), (request) => requests.push(request));
    await using _ = { [Symbol.asyncDispose]: async () => void server.close() };
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    const port = address !== null && typeof address === 'object' ? address.port : 0;
    const error = await failureAt(`https://localhost:${port}`);
    expect(error).toBeInstanceOf(NoAnswer);
    expect(error.message).toContain('NODE_EXTRA_CA_CERTS');
    expect(error.transient).toBe(false);
    expect(requests).toEqual([]);
  },
);

test('https to a server that speaks plain http is not blamed on a certificate', async () => {
  await using server = await startHttpServer((_, response) => void response.end());
  const error = await failureAt(server.url.replace('http:', 'https:'));
  expect(error).toBeInstanceOf(NoAnswer);
  expect(error.message).toContain('does the service speak plain http');
  expect(error.transient).toBe(false);
});
