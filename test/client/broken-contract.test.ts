import { brotliCompressSync, constants, deflateSync, gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { readAnswer } from '../../src/client/client.ts';
import { ContractBroken } from '../../src/client/client-errors.ts';
import { clientErrorOf } from '../support/failure-of.ts';
import { sendJson, startHttpServer } from '../support/http-server.ts';
import { quickClient } from '../support/quick-client.ts';
import { aReport, aResult, targetId } from '../support/reports.ts';

const apiKey = 'key-6f1d2c';

async function brokenBy(text: string, contentType = 'application/json') {
  await using server = await startHttpServer(
    (_, response) => void response.writeHead(200, { 'content-type': contentType }).end(text),
  );
  const client = quickClient({ baseUrl: server.url, apiKey });
  const error = await clientErrorOf(
    client.getTestReport({ testTargetId: targetId, testReportId: aReport().id }),
  );
  expect(error).toBeInstanceOf(ContractBroken);
  expect(error.transient).toBe(true);
  expect(error.message).toContain(`GET ${server.url}/api/apiKey/v3/test-targets/${targetId}/test-reports/`);
  expect(error.message).toContain('Check that `service-url` is the URL of the service itself');
  return error;
}

test.each([
  ['<!doctype html>\n<title>Sign in</title>', 'text/html', 'a web page with the title "Sign in"'],
  ['\n<html lang="en"><div id="app"></div>', 'application/json', 'a web page'],
  ['<p>Welcome</p>', 'text/html', 'a web page'],
  [`<html><title>${'x'.repeat(1000)}</title>`, 'text/html', `a web page with the title "${'x'.repeat(80)}…"`],
  ['', 'application/json', 'an empty body'],
  [' \n', 'application/json', 'an empty body'],
])('%j is named for what it is', async (text, type, expected) => {
  const { message } = await brokenBy(text, type);
  expect(message).toContain(` answered 200 with ${expected} in place of JSON. Check that`);
});

test('truncated JSON is reported with a quote', async () => {
  expect((await brokenBy('{"id": "3f0c')).message).toContain('with a body that is not JSON: {"id": "3f0c');
});

test.each([
  ['at the top', (text: string) => text.replace('{', '{"status":"FAILED",')],
  ['written in another way', (text: string) => text.replace('{', '{"\\u0073tatus" : "FAILED", ')],
  ['in a result', (text: string) => text.replace('[{', '[{"status":"FAILED",')],
])('JSON with a key that occurs twice, %s, is reported with the key', async (_, change) => {
  const { message } = await brokenBy(change(JSON.stringify(aReport({ testResults: [aResult()] }))));
  expect(message).toContain('a body that contradicts itself: "status" occurs twice in one object');
});

test('JSON of another shape is reported with the path of the problem', async () => {
  const report = aReport({ testResults: [aResult(), aResult({ testCaseId: 'not-a-uuid' })] });
  const { message } = await brokenBy(JSON.stringify(report));
  expect(message).toContain('an answer that does not match the interface: testResults.1.testCaseId: ');
});

test('an error that is answered as a success is reported', async () => {
  const { message } = await brokenBy('{"error":{"code":7,"message":"The key has expired."}}');
  expect(message).toMatch(
    /an answer that does not match the interface: id: .*\. The service says: The key has expired\. Check/,
  );
});

test.each([
  ['text/html', '<html></html>', 'a web page'],
  ['application/json', '{"error": "no plan"}', 'JSON ({"error": "no plan"})'],
])('%s in place of a file is reported', async (type, body, found) => {
  await using server = await startHttpServer(
    (_, response) => void response.writeHead(200, { 'content-type': type }).end(body),
  );
  const client = quickClient({ baseUrl: server.url, apiKey });
  const query = { url: 'https://app.test', browser: 'CHROMIUM', breakpoint: 'DESKTOP' } as const;
  const text = await clientErrorOf(client.getConfig({ testTargetId: targetId }, query));
  expect(text.message).toContain(`answered 200 with ${found} in place of text.`);
  const request = { executionUrl: query.url, testCases: [] };
  const archive = await clientErrorOf(client.exportCode({ testTargetId: targetId }, request));
  expect(archive.message).toContain(`answered 200 with ${found} in place of a zip archive.`);
});

test('JSON that is not an object is reported', async () => {
  expect((await brokenBy('null')).message).toContain(
    'an answer that does not match the interface: the answer: ',
  );
});

test('the API key is redacted in a quoted page', async () => {
  const { message } = await brokenBy(`<title>${'x'.repeat(70)} ${apiKey}</title>`, 'text/html');
  expect(message).not.toContain(apiKey.slice(0, 3));
  expect((await brokenBy(`X-API-Key: ${apiKey}`)).message).not.toContain(apiKey);
});

test('an empty success is an error for an operation that answers with a body', async () => {
  await using server = await startHttpServer((_, response) => void response.writeHead(204).end());
  const client = quickClient({ baseUrl: server.url, apiKey });
  const error = await clientErrorOf(client.listEnvironments({ testTargetId: targetId }));
  expect(error).toBeInstanceOf(ContractBroken);
});

test('a part of an answer is reported, although it is valid JSON', async () => {
  await using server = await startHttpServer((_, response) => sendJson(response, 206, []));
  const client = quickClient({ baseUrl: server.url, apiKey });
  const error = await clientErrorOf(client.listEnvironments({ testTargetId: targetId }));
  expect(error).toBeInstanceOf(ContractBroken);
  expect(error.message).toContain('answered 206 with a part of the body, which was not requested');
});

test('an empty success is accepted for an operation that answers without a body', () => {
  const answer = {
    status: 204,
    contentType: '',
    bytes: new Uint8Array(),
    serviceTime: undefined,
    retryAfterMs: undefined,
  };
  const call = { method: 'DELETE', url: 'http://service.test/x' };
  expect(readAnswer(call, { answer: z.undefined() }, answer, (text) => text)).toBeUndefined();
});

test('a 2xx other than the documented one is a success', async () => {
  await using server = await startHttpServer((_, response) => sendJson(response, 203, []));
  const client = quickClient({ baseUrl: server.url, apiKey });
  expect(await client.listEnvironments({ testTargetId: targetId })).toEqual([]);
});

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
