import { once } from 'node:events';
import { chmod, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { type EmbeddedService, openEmbeddedService } from '../../src/service/embedded-service.ts';
import { aCase } from '../support/cases.ts';
import { randomFrom } from '../support/random.ts';
import { apiKey, startServe, temporaryFolder } from '../support/served-service.ts';
import { createStubRunner } from '../support/stub-runner.ts';

/**
 * The service as a process is killed again and again while clients write. Environment: DURABILITY_ROUNDS, how often
 * (25 by default, 100 for a long look); DURABILITY_SEED, what the moments are drawn from (printed when it fails).
 */
const rounds = Number(process.env.DURABILITY_ROUNDS ?? 10);
const seed = Number(process.env.DURABILITY_SEED ?? 1);

/** The same cases are in every push, so that a mix of two pushes is possible, and is seen. */
const pool = Array.from({ length: 20 }, () => aCase());

interface Push {
  readonly label: string;
  readonly size: number;
  readonly sentAt: number;
  /** Infinity while there is no answer; when the process has died without one, the moment of that. */
  doneAt: number;
  acknowledged: boolean;
}

/** What the clients know, over all rounds. */
class Ledger {
  readonly testTargetId: string;
  /** Counts events: a clock on which no two things happen at once. */
  #tick = 0;
  readonly pushes: Push[] = [];
  /** Acknowledged versions, with the label in their description. */
  readonly versions: { readonly id: string; readonly testCaseId: string; readonly label: string }[] = [];
  readonly reports: string[] = [];
  readonly patches = { sent: 0, acknowledged: 0 };

  constructor(testTargetId: string) {
    this.testTargetId = testTargetId;
  }

  tick(): number {
    this.#tick += 1;
    return this.#tick;
  }

  /** The process is dead: what it has not answered is done or lost by now. */
  died(): void {
    for (const push of this.pushes) if (push.doneAt === Infinity) push.doneAt = this.tick();
  }

  /** The pushes that may be the target's set: none that was acknowledged came wholly after them. */
  possiblePushes(): Push[] {
    const newest = Math.max(
      ...this.pushes.filter((each) => each.acknowledged).map(({ sentAt }) => sentAt),
      0,
    );
    return this.pushes.filter(({ doneAt }) => doneAt > newest);
  }
}

type Post = (method: 'POST' | 'PATCH', path: string, body: unknown) => Promise<unknown>;
type Client = (post: Post, ledger: Ledger, random: () => number) => Promise<void>;

const pushed = z.object({ versionIds: z.array(z.string()) });

function labelled(label: string, size: number) {
  return pool.slice(0, size).map((each) => ({ ...each, description: label }));
}

function keepVersions(ledger: Ledger, label: string, answer: unknown): string[] {
  const { versionIds } = pushed.parse(answer);
  for (const [index, id] of versionIds.entries()) {
    ledger.versions.push({ id, testCaseId: pool[index]?.id ?? '', label });
  }
  return versionIds;
}

const push: Client = async (post, ledger, random) => {
  const size = 1 + Math.floor(random() * pool.length);
  const mine = {
    label: `push ${ledger.tick()}`,
    size,
    sentAt: ledger.tick(),
    doneAt: Infinity,
    acknowledged: false,
  };
  ledger.pushes.push(mine);
  const answer = await post('POST', `/api/apiKey/beta/test-targets/${ledger.testTargetId}/push`, {
    testCases: labelled(mine.label, size),
  });
  Object.assign(mine, { acknowledged: true, doneAt: ledger.tick() });
  keepVersions(ledger, mine.label, answer);
};

const draftAndExecute: Client = async (post, ledger) => {
  const { testTargetId } = ledger;
  const label = `draft ${ledger.tick()}`;
  const answer = await post('POST', `/api/apiKey/beta/test-targets/${testTargetId}/draft/push`, {
    testCases: labelled(label, 2),
  });
  const testCaseVersionIds = keepVersions(ledger, label, answer);
  const body = { testTargetId, url: 'http://app.test', context: { source: 'manual' }, testCaseVersionIds };
  const executed = z.object({ testReport: z.object({ id: z.string() }) });
  ledger.reports.push(executed.parse(await post('POST', '/api/apiKey/v3/execute', body)).testReport.id);
};

const patch: Client = async (post, { testTargetId, patches }) => {
  patches.sent += 1;
  const number = patches.sent;
  await post('PATCH', `/api/apiKey/v3/test-targets/${testTargetId}`, { app: String(number) });
  patches.acknowledged = number;
};

/** Serves the file, lets five clients write, and kills the process while they do. */
async function writeUntilKilled(
  args: string[],
  env: NodeJS.ProcessEnv,
  ledger: Ledger,
  random: () => number,
) {
  await using served = await startServe(args, env);
  const exit = once(served.process, 'exit');
  const killAfter = 1 + Math.floor(random() * 60);
  const delayMs = random() * 5;
  let requests = 0;
  const post: Post = async (method, path, body) => {
    requests += 1;
    if (requests === killAfter) void sleep(delayMs).then(() => served.process.kill('SIGKILL'));
    const headers = { 'x-api-key': apiKey, 'content-type': 'application/json' };
    const answer = await fetch(served.url + path, { method, headers, body: JSON.stringify(body) });
    const read: unknown = await answer.json();
    // No part of what may come of a kill, so no TypeError of fetch.
    if (answer.status !== 200)
      throw new Error(`${path} was answered ${answer.status} ${JSON.stringify(read)}`);
    return read;
  };
  const untilKilled = async (client: Client) => {
    try {
      for (;;) await client(post, ledger, random);
    } catch (error) {
      if (!(error instanceof TypeError)) throw error;
    }
  };
  await Promise.all([push, push, draftAndExecute, draftAndExecute, patch].map(untilKilled));
  expect(await exit).toEqual([null, 'SIGKILL']);
  ledger.died();
}

async function get({ fetch }: EmbeddedService, path: string): Promise<unknown> {
  const answer = await fetch(
    new Request(`http://embedded.invalid${path}`, { headers: { 'x-api-key': apiKey } }),
  );
  expect([path, answer.status]).toEqual([path, 200]);
  return answer.json();
}

const reported = z.object({
  status: z.string(),
  testResults: z.array(z.object({ id: z.string(), status: z.string() })),
});

/** @param from the first version and report to look at: those before were looked at in earlier rounds. */
async function checkReopened(file: string, ledger: Ledger, from: { version: number; report: number }) {
  const database = new DatabaseSync(file);
  expect(database.prepare('PRAGMA integrity_check').all()).toEqual([{ integrity_check: 'ok' }]);
  expect(database.prepare('PRAGMA foreign_key_check').all()).toEqual([]);
  database.close();
  await using service = openEmbeddedService({ file, apiKey, runner: createStubRunner() });
  const { testTargetId } = ledger;
  const beta = `/api/apiKey/beta/test-targets/${testTargetId}`;
  const v3 = `/api/apiKey/v3/test-targets/${testTargetId}`;
  for (const { id, testCaseId, label } of ledger.versions.slice(from.version)) {
    const version = await get(service, `${beta}/test-cases/${testCaseId}/versions/${id}`);
    expect(version).toMatchObject({ versionId: id, id: testCaseId, description: label });
  }
  for (const id of ledger.reports.slice(from.report)) {
    const report = reported.parse(await get(service, `${v3}/test-reports/${id}`));
    expect([report.status, ...report.testResults.map((each) => each.status)]).toEqual([
      'FAILED',
      'ERROR',
      'ERROR',
    ]);
  }
  const { app } = z.object({ app: z.coerce.number() }).parse(await get(service, v3));
  expect(app).toBeGreaterThanOrEqual(ledger.patches.acknowledged);
  expect(app).toBeLessThanOrEqual(ledger.patches.sent);
  checkPulled(await get(service, `${beta}/pull`), ledger);
}

/** The set is one push as a whole: one of those that can have been the last. */
function checkPulled(answer: unknown, ledger: Ledger): void {
  const { testCases } = z
    .object({ testCases: z.array(z.object({ id: z.string(), description: z.string() })) })
    .parse(answer);
  const found = testCases.map(({ id, description }) => ({ id, label: description }));
  const possible = ledger
    .possiblePushes()
    .map(({ label, size }) => pool.slice(0, size).map(({ id }) => ({ id, label })));
  // Before the first push was acknowledged, there may be none.
  if (!ledger.pushes.some(({ acknowledged }) => acknowledged)) possible.push([]);
  expect(possible).toContainEqual(found);
}

test(
  `what was acknowledged is there after each of ${rounds} kills, nothing is half there, and ids are unique (seed ${seed})`,
  async () => {
    await using folder = await temporaryFolder();
    const file = join(folder.path, 'gate.db');
    // A browser that never answers: results wait until the kill. It ends with the service, which holds its other end.
    const browser = join(folder.path, 'browser');
    await writeFile(browser, '#!/bin/sh\nexec cat <&3 >/dev/null\n');
    await chmod(browser, 0o755);
    const env = { CHROME_BIN: browser, PLAYWRIGHT_BROWSERS_PATH: join(folder.path, 'none') };
    const random = randomFrom(seed);
    const ledger = new Ledger(await makeTarget(file));
    for (let round = 1; round <= rounds; round += 1) {
      const from = { version: ledger.versions.length, report: ledger.reports.length };
      await writeUntilKilled(['--api-key', apiKey, '--data', file], env, ledger, random);
      await checkReopened(file, ledger, from);
    }
    await checkReopened(file, ledger, { version: 0, report: 0 });
    const ids = [...ledger.versions.map(({ id }) => id), ...ledger.reports];
    expect(new Set(ids).size).toBe(ids.length);
    // The rounds were no use if nothing was written, or nothing was under way when the process died.
    expect(ledger.versions.length).toBeGreaterThan(rounds);
    expect(ledger.reports.length).toBeGreaterThan(rounds / 2);
    expect(ledger.pushes.some(({ acknowledged }) => !acknowledged)).toBe(true);
  },
  rounds * 180_000,
);

async function makeTarget(file: string): Promise<string> {
  await using service = openEmbeddedService({ file, apiKey, runner: createStubRunner() });
  const answer = await service.fetch(
    new Request('http://embedded.invalid/api/apiKey/v3/test-targets', {
      method: 'POST',
      headers: { 'x-api-key': apiKey, 'content-type': 'application/json' },
      body: '{"testTarget":{"app":"0"}}',
    }),
  );
  return z.object({ id: z.string() }).parse(await answer.json()).id;
}
