import { createHash } from 'node:crypto';
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { endpoints } from '../../src/contract/endpoints.ts';
import { type EmbeddedService, openEmbeddedService } from '../../src/service/embedded-service.ts';
import { listen } from '../../src/service/http/http-server.ts';
import { openDatabase, transaction } from '../../src/service/store/database.ts';
import { IdempotencyKeyStore } from '../../src/service/store/idempotency-key-store.ts';
import { aCase } from '../support/cases.ts';
import { openFullService } from '../support/full-service.ts';
import { allOperations, pathOf } from '../support/path-of.ts';
import { apiKey, openOnPort, sendRaw, temporaryFolder } from '../support/served-service.ts';
import { openService } from '../support/service.ts';
import { createStubRunner } from '../support/stub-runner.ts';

const targets = '/api/apiKey/v3/test-targets';
const target = z.object({ id: z.string() });

interface Sent {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly bytes: Buffer;
}

async function post(url: string, key: string, body: unknown, ownApiKey = apiKey): Promise<Sent> {
  const headers = { 'x-api-key': ownApiKey, 'content-type': 'application/json', 'idempotency-key': key };
  const answer = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) });
  return {
    status: answer.status,
    headers: Object.fromEntries(answer.headers),
    bytes: Buffer.from(await answer.arrayBuffer()),
  };
}

/** The answer that the repeat of a request must get. */
function replayOf({ status, headers, bytes }: Sent): Sent {
  return { status, headers: { ...headers, date: expect.any(String), 'idempotency-replayed': 'true' }, bytes };
}

const posts = allOperations.filter((operation) => endpoints[operation].method === 'POST');

test.each(posts)('%s is done once for each key, and a repeat gets the same bytes', async (operation) => {
  await using it = await openFullService();
  await using server = await listen(it.service.fetch, { host: '127.0.0.1', port: 0 });
  const { params, body } = it.requests[operation];
  const url = server.url + pathOf(operation, params);
  const first = await post(url, 'a-key', body, it.service.apiKey);
  expect(first.status).toBe(endpoints[operation].status);
  expect(first.headers).not.toHaveProperty('idempotency-replayed');
  const effects = async () => {
    // What goes on in the background without a generator is over by the next turn of the event loop.
    await new Promise(setImmediate);
    const ofTarget = { testTargetId: it.testTargetId };
    return {
      targets: await it.client.listTestTargets(),
      environments: await it.client.listEnvironments(ofTarget),
      testCases: await it.client.listTestCases(ofTarget, {}),
      reports: (await it.client.listTestReports(ofTarget, {})).data,
      runs: it.runner.runs.length,
    };
  };
  const before = await effects();
  expect(await post(url, 'a-key', body, it.service.apiKey)).toEqual(replayOf(first));
  expect(await effects()).toEqual(before);
  // Another key is another intent. A name is taken by then.
  const other = operation === 'createEnvironment' ? { ...z.looseObject({}).parse(body), name: 'b' } : body;
  const second = await post(url, 'another-key', other, it.service.apiKey);
  expect(second.headers).not.toHaveProperty('idempotency-replayed');
  expect(second.status).toBe(first.status);
});

test('a hundred concurrent requests with one key have one effect and the same answer', async () => {
  await using it = await openOnPort();
  const answers = await Promise.all(
    Array.from({ length: 100 }, () => post(it.url + targets, 'one', { testTarget: { app: 'shop' } })),
  );
  const bodies = new Set(answers.map(({ status, bytes }) => `${status} ${bytes}`));
  expect(bodies.size).toBe(1);
  expect(answers.filter(({ headers }) => headers['idempotency-replayed'] === undefined)).toHaveLength(1);
  expect(await (await it.ask('GET', targets)).json()).toHaveLength(1);
});

test('a key that belongs to another request is refused with a next step', async () => {
  await using it = await openOnPort();
  const { id } = target.parse(JSON.parse(String((await post(it.url + targets, 'one', {})).bytes)));
  const elsewhere = `/api/apiKey/beta/test-targets/${id}/push`;
  const refused = async (path: string, body: object) => {
    const { status, bytes } = await post(it.url + path, 'one', body);
    return { status, body: z.array(z.looseObject({})).parse(JSON.parse(String(bytes))) };
  };
  const issue = (message: string) => ({
    status: 422,
    body: [expect.objectContaining({ path: ['headers', 'Idempotency-Key'], message })],
  });
  expect(await refused(targets, { testTarget: {} })).toEqual(
    issue('this key belongs to a request with another body: use a new key for each request'),
  );
  expect(await refused(elsewhere, { testCases: [] })).toEqual(
    issue(`this key belongs to POST ${targets}: use a new key for each request`),
  );
  expect(await (await it.ask('GET', targets)).json()).toHaveLength(1);
});

test.each([
  ['none', ''],
  ['a space', 'a b'],
  ['256 characters', 'x'.repeat(256)],
  ['a letter beyond ASCII', 'é'],
])('a key of %s is refused', async (_, key) => {
  await using it = await openOnPort();
  const { status, bytes } = await post(it.url + targets, key, {});
  expect([status, JSON.parse(String(bytes))]).toMatchObject([
    400,
    [{ path: ['headers', 'Idempotency-Key'] }],
  ]);
  expect(await (await it.ask('GET', targets)).json()).toEqual([]);
});

test('a key of 255 characters is accepted, two keys are not', async () => {
  await using it = await openOnPort();
  const request = (...keys: string[]) =>
    [
      `POST ${targets} HTTP/1.1`,
      'Host: localhost',
      `X-API-Key: ${apiKey}`,
      'Content-Length: 2',
      'Connection: close',
      ...keys.map((key) => `Idempotency-Key: ${key}`),
      '',
      '{}',
    ].join('\r\n');
  expect(await sendRaw(it.url, request('~'.repeat(255)))).toMatch(/^HTTP\/1.1 200 /);
  expect(await sendRaw(it.url, request('a', 'a'))).toMatch(/^HTTP\/1.1 400 /);
});

test('the key of a refused or failed request stays unused', async () => {
  let isBroken = true;
  const runner = createStubRunner();
  const breaking = {
    ...runner,
    get browsers() {
      if (isBroken) throw new Error('broken');
      return runner.browsers;
    },
  };
  await using service = openEmbeddedService({ runner: breaking, apiKey, log: () => {} });
  await using server = await listen(service.fetch, { host: '127.0.0.1', port: 0 });
  const made = target.parse(JSON.parse(String((await post(server.url + targets, 'target', {})).bytes)));
  const body = { testTargetId: made.id, url: 'http://app.test', context: {}, environmentName: 'live' };
  const execute = () => post(`${server.url}/api/apiKey/v3/execute`, 'run', body);
  expect((await execute()).status).toBe(400);
  const environments = `${server.url}${targets}/${made.id}/environments`;
  expect((await post(environments, 'environment', { name: 'live' })).status).toBe(201);
  expect((await execute()).status).toBe(500);
  isBroken = false;
  const answer = await execute();
  expect(answer.status).toBe(200);
  expect(answer.headers).not.toHaveProperty('idempotency-replayed');
  expect(runner.runs).toHaveLength(1);
});

test('an answer is kept for 24 hours', async () => {
  let time = Date.parse('2026-03-01T12:00:00.000Z');
  await using it = await openService(() => new Date(time));
  const ask = async () => {
    const answer = await it.ask('POST', targets, { body: {}, headers: { 'idempotency-key': 'one' } });
    return target.parse(answer.body).id;
  };
  const first = await ask();
  time += 24 * 60 * 60 * 1000 - 1;
  expect(await ask()).toBe(first);
  time += 1;
  const second = await ask();
  expect(second).not.toBe(first);
  expect(await ask()).toBe(second);
});

test('only the last ten thousand answers are kept', () => {
  const database = openDatabase();
  const keys = new IdempotencyKeyStore(database);
  const now = new Date();
  const answered = { request: 'POST /', bodyHash: '', status: 200, headers: {}, body: new Uint8Array([1]) };
  transaction(database, () => {
    for (let key = 1; key <= 10_000; key += 1) keys.add(`key ${key}`, answered, now);
  });
  expect(keys.find('key 1', now)).toEqual(answered);
  keys.add('key 10001', answered, now);
  expect(keys.find('key 1', now)).toBeUndefined();
  expect(keys.find('key 2', now)).toEqual(answered);
  expect(keys.find('key 10001', now)).toEqual(answered);
  database.close();
});

/** Asks with nothing in between: a POST where there is a body, with a key of its own for each body. */
async function ask({ fetch }: EmbeddedService, path: string, body?: object): Promise<Response> {
  const headers = { 'x-api-key': apiKey };
  const text = JSON.stringify(body);
  const key = createHash('sha256')
    .update(text ?? '')
    .digest('hex');
  const init =
    body === undefined
      ? { headers }
      : {
          method: 'POST',
          headers: { ...headers, 'content-type': 'application/json', 'idempotency-key': key },
          body: text,
        };
  return fetch(new Request(`http://embedded.invalid${path}`, init));
}

test('a repeat after a crash does not start a second run: it has the same report', async () => {
  await using folder = await temporaryFolder();
  const [live, copy] = [join(folder.path, 'live'), join(folder.path, 'copy')];
  cpSync(import.meta.filename, join(live, 'beside'));
  const runner = createStubRunner();
  // What a death at the first moment of the run leaves behind.
  const run: typeof runner.run = (...given) => {
    cpSync(live, copy, { recursive: true });
    return runner.run(...given);
  };
  await using service = openEmbeddedService({
    file: join(live, 'gate.db'),
    apiKey,
    runner: { ...runner, run },
  });
  const { id } = target.parse(await (await ask(service, targets, {})).json());
  await ask(service, `/api/apiKey/beta/test-targets/${id}/push`, { testCases: [aCase()] });
  const body = { testTargetId: id, url: 'http://app.test', context: {} };
  const first = await (await ask(service, '/api/apiKey/v3/execute', body)).text();

  const afterwards = createStubRunner();
  await using reopened = openEmbeddedService({ file: join(copy, 'gate.db'), apiKey, runner: afterwards });
  const repeated = await ask(reopened, '/api/apiKey/v3/execute', body);
  expect(repeated.headers.get('idempotency-replayed')).toBe('true');
  expect(await repeated.text()).toBe(first);
  expect(afterwards.runs).toEqual([]);
  const { testReport } = z.object({ testReport: target }).parse(JSON.parse(first));
  const report = await ask(reopened, `${targets}/${id}/test-reports/${testReport.id}`);
  expect(await report.json()).toMatchObject({ status: 'FAILED', testResults: [{ status: 'ERROR' }] });
});

test('a nested transaction is rolled back with the outer one, and alone if only it fails', () => {
  const database = openDatabase();
  const add = (id: string) =>
    database.exec(`INSERT INTO test_targets VALUES ('${id}', 'shop', NULL, 1, NULL, 'now')`);
  const failing = (id: string) => () =>
    transaction(database, () => {
      add(id);
      throw new Error('no');
    });
  expect(() =>
    transaction(database, () => {
      transaction(database, () => add('a'));
      throw new Error('no');
    }),
  ).toThrow('no');
  transaction(database, () => {
    transaction(database, () => add('b'));
    expect(failing('c')).toThrow('no');
    add('d');
  });
  expect(database.prepare('SELECT id FROM test_targets').all()).toEqual([{ id: 'b' }, { id: 'd' }]);
  database.close();
});
