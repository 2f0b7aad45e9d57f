import { once } from 'node:events';
import { chmod, mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { createClient } from '../src/client/client.ts';
import { aCase } from './support/cases.ts';
import { apiKey, runServe, startServe, temporaryFolder } from './support/served-service.ts';

const withKey = ['--api-key', apiKey];

test.concurrent('a generated key is printed first and is the only valid one', async () => {
  await using served = await startServe([]);
  const [line = '', ...others] = served.printed;
  const printed = /^API key: (\S{20,})$/.exec(line)?.[1] ?? '';
  expect(others).toEqual([`listening on ${served.url}`]);
  const statusWith = async (key: string) =>
    (await fetch(`${served.url}/api/apiKey/v3/test-targets`, { headers: { 'x-api-key': key } })).status;
  expect([await statusWith(printed), await statusWith(`${printed}x`), await statusWith('')]).toEqual([
    200, 401, 401,
  ]);
});

test.concurrent.each([
  [['--port', 'http'], '--port'],
  [['--port', '65536'], '--port'],
  [['--port', '-1'], '--port'],
  [['--api-key', ''], '--api-key'],
  [['--api-key', 'a secret'], '--api-key'],
  [['--api-key', 'one,two'], '--api-key'],
  [['--data', ''], '--data'],
  [['--host', ''], '--host'],
  [['--workers', '0'], '--workers'],
  [['--workers', '65'], '--workers'],
  [['--retries', '11'], '--retries'],
  [['--retries', 'once'], '--retries'],
  [['--trace', 'full'], '--trace'],
  [['--evidence-folder', ''], '--evidence-folder'],
  [['--browser-endpoint', 'ws://a.test', '--browser-endpoint', 'grid?token=a secret'], '--browser-endpoint'],
  [['--mail-port', '25'], '--mail-port'],
  [['--colour', 'red'], '--colour'],
  [['here'], 'here'],
])('the arguments %j are refused with exit code 2', async (args, named) => {
  const { code, stdout, stderr } = await runServe(args);
  expect([code, stdout]).toEqual([2, '']);
  expect(stderr).toMatch(new RegExp(`^error: .*${named}`));
  expect(stderr).not.toContain('a secret');
});

test.concurrent('help is printed with exit code 0', async () => {
  const { code, stdout, stderr } = await runServe(['--help']);
  expect([code, stderr]).toEqual([0, '']);
  expect(stdout).toMatch(/^Usage: /);
});

test.concurrent('a port in use and a foreign host are errors of one line', async () => {
  await using served = await startServe(withKey);
  const { port } = new URL(served.url);
  const taken = await runServe(['--port', port]);
  expect([taken.code, taken.stdout]).toEqual([1, '']);
  expect(taken.stderr).toMatch(
    new RegExp(`^error: Cannot listen on 127\\.0\\.0\\.1, port ${port}: .*EADDRINUSE.*\n$`),
  );
  const foreign = await runServe(['--port', '0', '--host', '203.0.113.1']);
  expect([foreign.code, foreign.stderr]).toEqual([
    1,
    expect.stringMatching(/^error: Cannot listen on 203\.0\.113\.1.*\n$/),
  ]);
});

/** A browser that starts and never answers; it ends when the service does, which holds its other end. */
async function silentBrowser(folder: string): Promise<NodeJS.ProcessEnv> {
  const path = join(folder, 'browser');
  await writeFile(path, '#!/bin/sh\nexec cat <&3 >/dev/null\n');
  await chmod(path, 0o755);
  return { CHROME_BIN: path, PLAYWRIGHT_BROWSERS_PATH: join(folder, 'none') };
}

async function startRun(url: string) {
  const client = createClient({ baseUrl: url, apiKey });
  const { id: testTargetId } = await client.createTestTarget({});
  const { versionIds } = await client.draftPush({ testTargetId }, { testCases: [aCase()] });
  const { testReport } = await client.execute({
    testTargetId,
    url: 'http://app.test',
    context: { source: 'manual' },
    environmentName: 'default',
    browser: 'CHROMIUM',
    breakpoint: 'DESKTOP',
    tags: [],
    variablesToOverwrite: {},
    testCaseVersionIds: versionIds,
  });
  return { client, path: `/api/apiKey/v3/test-targets/${testTargetId}/test-reports/${testReport.id}` };
}

test.concurrent('without a browser it starts, and a run ends with an ERROR that says which one is missing', async () => {
  await using folder = await temporaryFolder();
  const env = { CHROME_BIN: '/bin/false', PLAYWRIGHT_BROWSERS_PATH: join(folder.path, 'none') };
  await using served = await startServe(withKey, env);
  const { path } = await startRun(served.url);
  const answer = await fetch(served.url + path, { headers: { 'x-api-key': apiKey, prefer: 'wait=50' } });
  expect(await answer.json()).toMatchObject({
    status: 'FAILED',
    testResults: [{ status: 'ERROR', errorMessage: expect.stringContaining('CHROME_BIN') }],
  });
});

test.concurrent.each(['SIGINT', 'SIGTERM'] as const)(
  '%s ends it with exit code 0 after it has answered waiting requests, and the database is kept',
  async (signal) => {
    await using folder = await temporaryFolder();
    const file = join(folder.path, 'gate.db');
    await using served = await startServe([...withKey, '--data', file], await silentBrowser(folder.path));
    const { path } = await startRun(served.url);
    const waiting = fetch(served.url + path, { headers: { 'x-api-key': apiKey, prefer: 'wait=50' } });
    // The answer of a later request: the one before has come in.
    await fetch(`${served.url}/openapi.json`);
    const exit = once(served.process, 'exit');
    served.process.kill(signal);
    served.process.kill(signal);
    const report = await (await waiting).json();
    expect(report).toMatchObject({ status: 'FAILED', testResults: [{ status: 'ERROR' }] });
    expect(await exit).toEqual([0, null]);
    expect((await readdir(folder.path)).sort()).toEqual(['browser', 'gate.db']);
    await using again = await startServe([...withKey, '--data', file]);
    const kept = await fetch(again.url + path, { headers: { 'x-api-key': apiKey } });
    expect(await kept.json()).toEqual(report);
  },
);

test.concurrent('only the owner can read a database file', async () => {
  await using folder = await temporaryFolder();
  const file = join(folder.path, 'gate.db');
  await using _ = await startServe([...withKey, '--data', file]);
  expect((await stat(file)).mode & 0o777).toBe(0o600);
});

test.concurrent('a database that another process uses is refused without disturbing that process', async () => {
  await using folder = await temporaryFolder();
  const file = join(folder.path, 'gate.db');
  await using served = await startServe([...withKey, '--data', file], await silentBrowser(folder.path));
  const { path } = await startRun(served.url);
  const second = await runServe(['--port', '0', '--data', file]);
  expect(second).toEqual({
    code: 1,
    stdout: '',
    stderr: `error: Cannot use the database ${file}: another process uses it. Choose another file.\n`,
  });
  const answer = await fetch(served.url + path, { headers: { 'x-api-key': apiKey } });
  expect(await answer.json()).toMatchObject({ status: 'WAITING' });
});

test.concurrent.each([
  [
    'a text',
    'it is not a database',
    async (file: string) => writeFile(file, 'a letter to a friend\n'.repeat(500)),
  ],
  ['a short text', 'it is not a database', async (file: string) => writeFile(file, 'a letter')],
  [
    'the database of another program',
    'it belongs to another program',
    async (file: string) => madeBy(file, 'CREATE TABLE letters (text); PRAGMA user_version = 1'),
  ],
  [
    'the empty database of another program',
    'it belongs to another program',
    async (file: string) => madeBy(file, 'PRAGMA application_id = 7'),
  ],
  [
    'a database of another version',
    'it has version 99, but this service needs version',
    async (file: string) => {
      await ownDatabase(file);
      madeBy(file, 'PRAGMA user_version = 99');
    },
  ],
  ['a folder', 'it is not a file that can be opened', async (file: string) => void (await mkdir(file))],
])('%s as database is refused with one line, and nothing is written', async (_, reason, make) => {
  await using folder = await temporaryFolder();
  const file = join(folder.path, 'gate.db');
  await make(file);
  const contents = async () => ((await stat(file)).isFile() ? readFile(file) : undefined);
  const before = await contents();
  const { code, stdout, stderr } = await runServe(['--port', '0', '--data', file]);
  expect([code, stdout]).toEqual([1, '']);
  expect(stderr).toMatch(/^error: Cannot use the database .+\n$/);
  expect(stderr).toContain(`gate.db: ${reason}`);
  expect(await contents()).toEqual(before);
  expect(await readdir(folder.path)).toEqual(['gate.db']);
});

test.concurrent('a database in a missing folder is refused with one line', async () => {
  await using folder = await temporaryFolder();
  const { code, stderr } = await runServe(['--port', '0', '--data', join(folder.path, 'none', 'gate.db')]);
  expect([code, stderr]).toEqual([1, expect.stringMatching(/gate\.db: its folder does not exist\. .*\n$/)]);
  expect(await readdir(folder.path)).toEqual([]);
});

function madeBy(file: string, sql: string): void {
  const database = new DatabaseSync(file);
  database.exec(sql);
  database.close();
}

async function ownDatabase(file: string): Promise<void> {
  const served = await startServe([...withKey, '--data', file]);
  const exit = once(served.process, 'exit');
  served.process.kill('SIGTERM');
  await exit;
}

test.concurrent('npm run serve runs this script', async () => {
  const manifest = z
    .object({ scripts: z.object({ preserve: z.string(), serve: z.string() }) })
    .parse(JSON.parse(await readFile(join(import.meta.dirname, '../package.json'), 'utf8')));
  expect(manifest.scripts).toEqual({ preserve: 'node scripts/setup.mjs', serve: 'node scripts/serve.mjs' });
});
