import { once } from 'node:events';
import { createServer } from 'node:http';
import { openRunner } from '../../src/runner/open-runner.ts';
import { openEmbeddedService } from '../../src/service/embedded-service.ts';
import { testMachine } from './test-runner.ts';

/**
 * A hosted service for tests, run as a process of its own: the embedded service behind a port, below the path /base.
 * Argument: the URL of the app. Each request is printed on stdout.
 */
const appUrl = process.argv[2] ?? '';
const service = openEmbeddedService({ runner: openRunner(await testMachine()) });
const server = createServer(async (incoming, outgoing) => {
  const path = (incoming.url ?? '').replace(/^\/base\//, '/');
  console.log(`request ${incoming.method} ${incoming.url}`);
  let body = '';
  for await (const chunk of incoming) body += chunk;
  const key = incoming.headers['x-api-key'];
  const prefer = incoming.headers.prefer;
  const answer = await service.fetch(
    new Request(new URL(path, 'http://hosted'), {
      method: incoming.method ?? 'GET',
      headers: {
        ...(body === '' ? {} : { 'content-type': 'application/json' }),
        ...(typeof key === 'string' ? { 'x-api-key': key } : {}),
        ...(typeof prefer === 'string' ? { prefer } : {}),
      },
      ...(body === '' ? {} : { body }),
    }),
  );
  outgoing.writeHead(answer.status, Object.fromEntries(answer.headers)).end(await answer.text());
});
server.listen(0, '127.0.0.1');
await once(server, 'listening');
const address = server.address();
const port = address !== null && typeof address === 'object' ? address.port : 0;
const created = await service.fetch(
  new Request('http://hosted/api/apiKey/v3/test-targets', {
    method: 'POST',
    headers: { 'x-api-key': service.apiKey, 'content-type': 'application/json' },
    body: JSON.stringify({ testTarget: { app: 'shop', discoveryUrl: appUrl } }),
  }),
);
const { id }: { id: string } = await created.json();
console.log(`listening on http://127.0.0.1:${port}/base key ${service.apiKey} target ${id}`);
