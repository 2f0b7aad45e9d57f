import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { createClient } from '../../src/client/client.ts';
import {
  type EmbeddedService,
  openEmbeddedService,
  type ServiceOptions,
} from '../../src/service/embedded-service.ts';
import { openDatabase, transaction } from '../../src/service/store/database.ts';
import { aCase, goTo } from '../support/cases.ts';
import { apiKey, temporaryFolder } from '../support/served-service.ts';
import { createStubRunner } from '../support/stub-runner.ts';

function clientOf({ fetch }: EmbeddedService) {
  return createClient({
    baseUrl: 'http://embedded.invalid',
    apiKey,
    fetch: (url, request) => fetch(new Request(url, request)),
  });
}

/** A service on a file, the client that calls it, and the folder's copy: what a death at this moment leaves behind. */
async function openOnFile(generate: NonNullable<ServiceOptions['generate']>) {
  const folder = await temporaryFolder();
  const runner = createStubRunner();
  const file = join(folder.path, 'live', 'gate.db');
  cpSync(import.meta.filename, join(folder.path, 'live', 'beside'));
  const service = openEmbeddedService({ file, apiKey, runner, generate });
  return {
    client: clientOf(service),
    runner,
    reopenCopy() {
      cpSync(join(folder.path, 'live'), join(folder.path, 'copy'), { recursive: true });
      return openEmbeddedService({
        file: join(folder.path, 'copy', 'gate.db'),
        apiKey,
        runner: createStubRunner(),
      });
    },
    async [Symbol.asyncDispose]() {
      await service[Symbol.asyncDispose]();
      await folder[Symbol.asyncDispose]();
    },
  };
}

test('work that was unfinished when the process died has ended with an error after the next start', async () => {
  const endless = (_: unknown, signal: AbortSignal) =>
    new Promise<never>((_resolve, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason), { once: true });
    });
  await using it = await openOnFile(endless);
  const { id: testTargetId } = await it.client.createTestTarget({});
  const cases = [aCase(), aCase()];
  const { versionIds } = await it.client.draftPush({ testTargetId }, { testCases: cases });
  const { testReport } = await it.client.execute({
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
  it.runner.latest().onOutcome({ testCaseId: cases[0]?.id ?? '', status: 'PASSED', errorMessage: null });
  it.runner.latest().onFailedAttempt?.(cases[1]?.id ?? '', { status: 'FAILED', errorMessage: 'wrong' });
  const { batchGenerationId } = await it.client.createBatchGeneration({ testTargetId }, { prompt: 'all' });
  const { testCaseId } = await it.client.createDiscovery({ testTargetId }, { name: 'one', prompt: 'one' });
  const plan = await it.client.getTestPlan({ testTargetId, id: batchGenerationId });
  expect(plan.status).toBe('IN_PROGRESS');

  await using reopened = it.reopenCopy();
  const client = clientOf(reopened);
  expect(await client.getTestReport({ testTargetId, testReportId: testReport.id })).toMatchObject({
    status: 'FAILED',
    testResults: [
      { status: 'PASSED', errorMessage: null },
      {
        status: 'ERROR',
        errorMessage: expect.stringContaining('The service stopped'),
        earlierAttempts: [{ status: 'FAILED', errorMessage: 'wrong' }],
      },
    ],
  });
  expect(await client.getTestPlan({ testTargetId, id: batchGenerationId })).toMatchObject({
    status: 'ERROR',
    message: expect.stringContaining('the service stopped'),
  });
  expect(await client.getTestCase({ testTargetId, testCaseId })).toMatchObject({
    discovery: { status: 'FAILED', message: expect.stringContaining('the service stopped') },
  });
});

test('work that had ended before stays unchanged', async () => {
  await using it = await openOnFile(async () => [aCase({ elements: [goTo('/')] })]);
  const { id: testTargetId } = await it.client.createTestTarget({});
  const { testCaseId } = await it.client.createDiscovery({ testTargetId }, { name: 'one', prompt: 'one' });
  const { batchGenerationId } = await it.client.createBatchGeneration({ testTargetId }, { prompt: 'all' });
  await expect
    .poll(async () => (await it.client.getTestPlan({ testTargetId, id: batchGenerationId })).status)
    .toBe('DONE');
  const before = await it.client.getTestCase({ testTargetId, testCaseId });
  await using reopened = it.reopenCopy();
  const client = clientOf(reopened);
  expect(before).toMatchObject({ discovery: { status: 'SUCCESS' } });
  expect(await client.getTestCase({ testTargetId, testCaseId })).toEqual(before);
  expect((await client.getTestPlan({ testTargetId, id: batchGenerationId })).status).toBe('DONE');
});

test('a failed transaction stores nothing and throws its error, and the next one works', () => {
  const database = openDatabase();
  const add = (id: string) =>
    database.exec(`INSERT INTO test_targets VALUES ('${id}', 'shop', NULL, 1, NULL, 'now')`);
  const failing = (before: () => void) => () =>
    transaction(database, () => {
      add('a');
      before();
      throw new Error('the disk is full');
    });
  expect(failing(() => {})).toThrow('the disk is full');
  // As SQLite does by itself after some errors.
  expect(failing(() => database.exec('ROLLBACK'))).toThrow('the disk is full');
  transaction(database, () => add('b'));
  expect(database.prepare('SELECT id FROM test_targets').all()).toEqual([{ id: 'b' }]);
  database.close();
});

test('a commit is on disk before the answer is sent', async () => {
  await using folder = await temporaryFolder();
  const database = openDatabase(join(folder.path, 'gate.db'));
  // 2 is FULL.
  expect(database.prepare('PRAGMA synchronous').get()).toEqual({ synchronous: 2 });
  expect(database.prepare('PRAGMA journal_mode').get()).toEqual({ journal_mode: 'wal' });
  database.close();
});

test('an empty file becomes a database, which can be opened again', async () => {
  await using folder = await temporaryFolder();
  const file = join(folder.path, 'gate.db');
  new DatabaseSync(file).close();
  openDatabase(file).close();
  openDatabase(file).close();
});
