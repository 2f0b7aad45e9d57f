import { brotliCompressSync, constants, deflateSync, gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { ContractBroken } from '../../src/client/errors.ts';
import { clientErrorOf } from '../support/failure-of.ts';
import { startHttpServer } from '../support/http-server.ts';
import { quickClient } from '../support/quick-client.ts';
import { targetId } from '../support/reports.ts';

const cap = 32 * 1024 * 1024;
const params = { testTargetId: targetId };
/** Brotli's best quality takes seconds. */
const quickly = { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } };
/** An empty list with so many bytes around it that the text has `size`. */
const padded = (size: number) => Buffer.from(`[${' '.repeat(size - 2)}]`);

async function call(body: Buffer, headers: Record<string, string>) {
  await using server = await startHttpServer(
    (_, response) =>
      void response.writeHead(200, { 'content-type': 'application/json', ...headers }).end(body),
  );
  return await quickClient({ baseUrl: server.url, apiKey: 'k' }).listEnvironments(params);
}

test('a body of exactly the maximum size is read', async () => {
  expect(await call(padded(cap), {})).toEqual([]);
});

test.each([
  ['as it is', padded(cap + 1), {}],
  ['by gzip', gzipSync(padded(cap + 1)), { 'content-encoding': 'gzip' }],
  ['by deflate', deflateSync(padded(cap + 1)), { 'content-encoding': 'deflate' }],
  ['by brotli', brotliCompressSync(padded(cap + 1), quickly), { 'content-encoding': 'br' }],
  ['by gzip in gzip', gzipSync(gzipSync(padded(cap + 1))), { 'content-encoding': 'gzip, gzip' }],
])('a body over the cap is refused when it comes %s', async (_, body, headers) => {
  const error = await clientErrorOf(call(body, headers));
  expect(error).toBeInstanceOf(ContractBroken);
  expect(error.message).toContain('answered with more than 32 MiB');
});

test('an endless body is read up to the maximum size only', async () => {
  const chunk = Buffer.alloc(1024 * 1024, ' ');
  let sent = 0;
  await using server = await startHttpServer((_, response) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    const more = () => {
      while (!response.destroyed) {
        sent += chunk.length;
        if (!response.write(chunk)) return;
      }
    };
    response.on('drain', more);
    more();
  });
  const client = quickClient({ baseUrl: server.url, apiKey: 'k' });
  expect(await clientErrorOf(client.listEnvironments(params))).toBeInstanceOf(ContractBroken);
  // What the system's own buffers hold comes on top.
  expect(sent).toBeLessThan(2 * cap);
});

test('a compressed body below the maximum size is read', async () => {
  expect(await call(gzipSync(padded(5000)), { 'content-encoding': 'gzip' })).toEqual([]);
});
