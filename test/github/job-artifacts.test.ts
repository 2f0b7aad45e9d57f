import { randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import { join } from 'node:path';
import { strToU8 } from 'fflate';
import { describe, expect, it } from 'vitest';
import { messageOf } from '../../src/common/errors.ts';
import {
  artifactServiceMissing,
  type JobArtifacts,
  openJobArtifacts,
} from '../../src/github/job-artifacts.ts';
import {
  type ArtifactServer,
  type ArtifactServerOptions,
  runtimeToken,
  signature,
  startArtifactServer,
} from '../support/artifact-server.ts';
import { rejectionOf } from '../support/failure-of.ts';
import { sendJson } from '../support/http-server.ts';
import { artifactsOf } from '../support/publishing-options.ts';
import { makeWorkspace } from '../support/run-action.ts';

const never = new AbortController().signal;
const limitMs = 60_000;
/** The thread as it is written; the end-to-end tests have it as it is built. */
const thread = join(import.meta.dirname, '../../src/github/artifact-thread.ts');

function open(server: ArtifactServer, cancel = never) {
  return openJobArtifacts({ script: thread, env: { ...server.env }, cancel });
}

/** Uploads one file of results. */
async function upload(artifacts: JobArtifacts) {
  await using workspace = await makeWorkspace({ 'results.json': '{"status":"failed"}' });
  const paths = [join(workspace.path, 'results.json')];
  return await artifacts.upload({ names: ['gate', 'gate-2'], folder: workspace.path, paths }, limitMs);
}

describe('the artifacts of a job', () => {
  it('are uploaded, listed and downloaded in one thread, byte for byte', async () => {
    await using server = await startArtifactServer();
    await using workspace = await makeWorkspace({ 'evidence/results.json': '{"status":"failed"}' });
    const folder = join(workspace.path, 'evidence');
    const large = randomBytes(9 * 1024 ** 2);
    await writeFile(join(folder, 'trace.zip'), large);
    const other = server.addArtifact('gate-firefox', { 'results.json': strToU8('{}') });
    await using artifacts = open(server);

    const paths = [join(folder, 'results.json'), join(folder, 'trace.zip')];
    const uploaded = await artifacts.upload({ names: ['gate'], folder, paths, retentionDays: 5 }, limitMs);
    expect(uploaded).toEqual({ id: 1001, name: 'gate' });
    const days = (Date.parse(server.artifacts[1]?.expiresAt ?? '') - Date.now()) / 86_400_000;
    expect(Math.round(days)).toBe(5);

    const list = await artifacts.list(limitMs);
    const createdAt = expect.stringMatching(/^2023-11-14T.*Z$/);
    expect(list).toEqual([
      { id: other, name: 'gate-firefox', size: expect.any(Number), createdAt },
      { id: 1001, name: 'gate', size: expect.any(Number), createdAt },
    ]);
    expect(list[1]?.size).toBeGreaterThan(large.length);

    const read = (file: string) => artifacts.read({ file, ids: [other, 1001], downloadMs: limitMs }, limitMs);
    const results = (await read('results.json')).map(({ id, content }) => [
      id,
      String(Buffer.from(content ?? '')),
    ]);
    expect(results).toEqual([
      [other, '{}'],
      [1001, '{"status":"failed"}'],
    ]);
    const [none, trace] = await read('trace.zip');
    expect(none).toEqual({ id: other, content: undefined });
    expect(Buffer.compare(Buffer.from(trace?.content ?? ''), large)).toBe(0);
    // The blob store is another origin.
    const sent = JSON.stringify(server.blobRequests.map(({ url, headers }) => [url, headers]));
    expect(sent).not.toContain(runtimeToken);
  });

  it('are unzipped if they are to be shown in the browser, and have the name of a file', async () => {
    await using server = await startArtifactServer({ taken: ['report.html'] });
    const file = { names: ['report.html', 'report-2.html'], content: '<p>Café', retentionDays: 5 };
    const uploaded = await artifactsOf(server).uploadFile(file, limitMs);
    expect(uploaded).toEqual({ id: 1000, name: 'report-2.html' });
    const [stored] = server.artifacts;
    expect(stored).toMatchObject({ mimeType: 'text/html', expiresAt: expect.any(String) });
    expect(Buffer.from(stored?.files['report-2.html'] ?? '').toString()).toBe('<p>Café');
  });

  it('get the next name if another one has theirs', async () => {
    await using server = await startArtifactServer({ taken: ['gate'] });
    expect(await upload(artifactsOf(server))).toEqual({ id: 1000, name: 'gate-2' });
    expect(server.requestedNames).toEqual(['gate', 'gate-2']);
  });

  it('are uploaded after a response that failed for the moment', async () => {
    let failures = 0;
    await using server = await startArtifactServer({
      intercept(method, response) {
        if (method !== 'CreateArtifact' || failures > 0) return false;
        failures += 1;
        sendJson(response, 503, { msg: 'try again' });
        return true;
      },
    });
    expect(await upload(artifactsOf(server))).toMatchObject({ name: 'gate' });
  });

  it.each<[string, ArtifactServerOptions, string, Record<string, string>?]>([
    ['there is no token', {}, 'ACTIONS_RUNTIME_TOKEN', { ACTIONS_RUNTIME_TOKEN: '' }],
    ['the service cannot be reached', {}, 'ECONNREFUSED', { ACTIONS_RESULTS_URL: 'http://127.0.0.1:9' }],
    ['this is GitHub Enterprise Server', {}, 'GHES', { GITHUB_SERVER_URL: 'https://github.acme.example' }],
    ['the service refuses', { intercept: (_, response) => refuse(response, 403) }, '(403)'],
    ['all names are taken', { intercept: (_, response) => refuse(response, 409) }, '(409)'],
    ['the blob store refuses', { interceptBlob: (_, response) => refuse(response, 403) }, '(403)'],
    [
      'a proxy responds with a page',
      { interceptBlob: (_, response) => sendPage(response, 502) },
      'the blob store responded with an error (502)',
    ],
  ])('cannot be uploaded if %s, and the reason says why without secrets', async (_, service, reason, env) => {
    await using server = await startArtifactServer(service);
    const failure = messageOf(await rejectionOf(upload(artifactsOf({ env: { ...server.env, ...env } }))));
    expect(failure).toContain(reason);
    for (const secret of [runtimeToken, signature]) expect(failure).not.toContain(secret);
  });

  it('cannot be read if they do not exist, which does not keep the others from being read', async () => {
    await using server = await startArtifactServer();
    const id = server.addArtifact('gate', { 'results.json': strToU8('{}') });
    const artifacts = artifactsOf(server);
    expect(
      await artifacts.read({ file: 'results.json', ids: [5, id], downloadMs: limitMs }, limitMs),
    ).toEqual([
      { id: 5, failure: expect.stringContaining('No artifacts found') },
      { id, content: strToU8('{}') },
    ]);
    expect(await artifacts.list(limitMs)).toHaveLength(1);
  });

  it('are not waited for if their download hangs', async () => {
    await using server = await startArtifactServer({ interceptBlob: () => true });
    const id = server.addArtifact('gate', { 'results.json': strToU8('{}') });
    const request = { file: 'results.json', ids: [id], downloadMs: 100 };
    expect(await artifactsOf(server).read(request, limitMs)).toEqual([
      { id, failure: 'the download took too long' },
    ]);
  });

  it('are no longer waited for once the job is cancelled', async () => {
    const job = new AbortController();
    await using server = await startArtifactServer({
      interceptBlob() {
        job.abort();
        return true;
      },
    });
    await using artifacts = open(server, job.signal);
    await expect(upload(artifacts)).rejects.toThrow('the job was cancelled');
    const requests = server.serviceRequests.length;
    await expect(upload(artifacts)).rejects.toThrow('the job was cancelled');
    expect(server.serviceRequests).toHaveLength(requests);
  });
});

function refuse(response: Parameters<typeof sendJson>[0], status: number): true {
  sendJson(response, status, { msg: 'no' });
  return true;
}

function sendPage(response: ServerResponse, status: number): true {
  response.writeHead(status, { 'content-type': 'text/html' }).end('<h1>Bad Gateway');
  return true;
}

const answerFirst = `import { parentPort } from 'node:worker_threads';
  let requests = 0;
  const answer = (value) => parentPort.postMessage(value);
  parentPort.on('message', (request) => { requests += 1;`;

/** Lists twice with a thread that does what `code` says. */
async function listBy(code: string, milliseconds = limitMs, cancel = never) {
  await using workspace = await makeWorkspace({ 'script.mjs': code });
  const script = join(workspace.path, 'script.mjs');
  await using artifacts = openJobArtifacts({ script, env: { GIVEN: 'yes' }, cancel });
  const list = () => artifacts.list(milliseconds).catch(messageOf);
  return [await list(), await list()];
}

const hang = 'setInterval(() => {}, 1000);';

describe('the thread', () => {
  it('receives the requests one at a time, and only the given environment', async () => {
    const answers = await listBy(`${answerFirst}
      const name = request.operation + requests + Object.keys(process.env).sort();
      answer([{ id: 1, name, size: 2 }]); });`);
    const artifact = { id: 1, size: 2 };
    expect(answers).toEqual([
      [{ ...artifact, name: 'list1GITHUB_EVENT_PATH,GIVEN' }],
      [{ ...artifact, name: 'list2GITHUB_EVENT_PATH,GIVEN' }],
    ]);
  });

  it.each([
    ['throws', `throw new Error('no disk');`, 'no disk'],
    ['ends without an answer', '', 'the connection broke'],
    ['ends while it works', `${answerFirst} parentPort.close(); });`, 'the connection broke'],
    ['ends the process', 'process.exit(0);', 'the connection broke'],
    ['gives an unreadable answer', `${answerFirst} answer({ id: 1 }); });`, 'expected array'],
    ['has no script', `import './missing.mjs';`, 'missing.mjs'],
    ['hangs', hang, 'it took longer than 0.5 s'],
    ['is busy for ever', 'while (true);', 'it took longer than 0.5 s'],
  ])('that %s is a failure, for the next operation as well', async (_, code, reason) => {
    const failure = expect.stringContaining(reason);
    expect(await listBy(code, reason.includes('0.5') ? 500 : limitMs)).toEqual([failure, failure]);
  });

  it('is replaced after it has ended', async () => {
    const answers = await listBy(`import { existsSync, writeFileSync } from 'node:fs';
      const file = new URL('ended-once', import.meta.url);
      if (!existsSync(file)) { writeFileSync(file, ''); process.exit(0); }
      ${answerFirst} answer([]); });`);
    expect(answers).toEqual(['the connection broke', []]);
  });
});

describe('a machine', () => {
  const runner = { ACTIONS_RUNTIME_TOKEN: 'token', ACTIONS_RESULTS_URL: 'https://results.example' };

  it.each([undefined, '', 'https://github.com', 'https://acme.ghe.com', 'http://github.localhost'])(
    'has an artifact service with GitHub at %s',
    (GITHUB_SERVER_URL) => {
      expect(artifactServiceMissing({ ...runner, GITHUB_SERVER_URL })).toBe(undefined);
    },
  );

  it.each([
    ['without a token', { ACTIONS_RUNTIME_TOKEN: '' }, 'ACTIONS_RUNTIME_TOKEN is not set'],
    ['without an address', { ACTIONS_RESULTS_URL: undefined }, 'ACTIONS_RESULTS_URL is not set'],
    ['of GitHub Enterprise Server', { GITHUB_SERVER_URL: 'https://git.acme.example' }, 'does not support'],
  ])('%s has none', (_, env, reason) => {
    expect(artifactServiceMissing({ ...runner, ...env })).toContain(reason);
  });
});
