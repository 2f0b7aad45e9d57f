import { randomBytes } from 'node:crypto';
import { strToU8 } from 'fflate';
import { describe, expect, it } from 'vitest';
import { newestResultsArtifacts, resultsArtifactName } from '../../src/github/results-store.ts';
import { gateKey, jobStepKey } from '../../src/results/jobs.ts';
import { formatResults } from '../../src/results/results-file.ts';
import type { JobIdentity } from '../../src/results/run-results.ts';
import { type ArtifactServerOptions, startArtifactServer } from '../support/artifact-server.ts';
import { sendJson } from '../support/http-server.ts';
import { resultsStoreOf } from '../support/publishing-options.ts';
import { caseResultOf, factsOf, failedCaseOf, jobIdentityOf, resultsOf } from '../support/results.ts';

const ofJob = (browser: string, job: Partial<JobIdentity> = {}) =>
  resultsOf({ title: browser, job: { matrix: [browser], jobTotal: 2, ...job } });
const refusing: ArtifactServerOptions = {
  intercept(_, response) {
    sendJson(response, 403, { msg: 'no hunter2' });
    return true;
  },
};

describe('jobs of a matrix', () => {
  it('get the results of each other, in the order of their uploads', async () => {
    await using server = await startArtifactServer();
    const jobs = [ofJob('chromium'), ofJob('firefox')];
    const [first, second] = jobs.map((each) => resultsStoreOf(server, each));
    const ids = [await first?.upload(jobs[0] ?? resultsOf()), await second?.upload(jobs[1] ?? resultsOf())];
    const gate = gateKey(jobIdentityOf());
    const expected = jobs.map((results, index) => ({
      id: ids[index],
      gate,
      createdAt: expect.any(Number),
      results,
    }));
    expect(await first?.list()).toEqual(expected);
    expect(await second?.list()).toEqual(expected);
    expect(Object.keys(server.artifacts[0]?.files ?? {})).toEqual(['results.json']);
    const days = (Date.parse(server.artifacts[0]?.expiresAt ?? '') - Date.now()) / 86_400_000;
    expect(Math.round(days)).toBe(30);
  });

  it('download each artifact once', async () => {
    await using server = await startArtifactServer();
    const results = ofJob('chromium');
    const resultsStore = resultsStoreOf(server, results);
    await resultsStore.upload(results);
    await resultsStore.list();
    const downloads = () => server.blobRequests.filter(({ method }) => method === 'GET').length;
    expect(downloads()).toBe(1);
    expect(await resultsStore.list()).toHaveLength(1);
    expect(downloads()).toBe(1);
  });

  it('see the newest attempt of each job, and of their own gate only', async () => {
    await using server = await startArtifactServer();
    const all = [
      ofJob('chromium'),
      ofJob('chromium', { attempt: 2 }),
      ofJob('firefox'),
      ofJob('other', { job: 'other' }),
    ];
    for (const each of all) await resultsStoreOf(server, each).upload(each);
    const titles = async (attempt: number, gate?: string) => {
      const listed = await resultsStoreOf(server, factsOf({ job: { attempt } })).list(gate);
      return listed.map(({ results }) => `${results.title} ${results.job.attempt}`);
    };
    const ofGate = gateKey(jobIdentityOf());
    expect(await titles(1, ofGate)).toEqual(['chromium 1', 'firefox 1']);
    expect(await titles(2, ofGate)).toEqual(['chromium 2', 'firefox 1']);
  });

  it('get an error in place of an artifact that cannot be read', async () => {
    await using server = await startArtifactServer();
    const name = resultsArtifactName(jobIdentityOf({ matrix: ['x'] }));
    server.addArtifact(name, { 'results.json': strToU8('{') });
    const [shared] = await resultsStoreOf(server, factsOf()).list();
    expect(shared?.results).toMatchObject({
      status: 'error',
      green: false,
      reason: expect.stringContaining(`The artifact ${name} has a results.json that cannot be read`),
    });
  });

  it('get an error in place of an artifact that cannot be downloaded, until it can', async () => {
    let isRefused = true;
    await using server = await startArtifactServer({
      intercept(method, response) {
        if (!isRefused || method !== 'GetSignedArtifactURL') return false;
        sendJson(response, 403, { msg: 'not now' });
        return true;
      },
    });
    const results = ofJob('chromium');
    await resultsStoreOf(server, results).upload(results);
    const resultsStore = resultsStoreOf(server, factsOf());
    const reasons = async () => (await resultsStore.list()).map((each) => each.results.reason);
    expect(await reasons()).toEqual([expect.stringMatching(/ cannot be downloaded \(.*\(403\).*\)\.$/)]);
    isRefused = false;
    expect(await reasons()).toEqual([results.reason]);
  });

  it('get an error in place of those that are too many to be read', async () => {
    await using server = await startArtifactServer();
    const broken = { 'results.json': strToU8('{') };
    for (let index = 0; index < 258; index += 1)
      server.addArtifact(resultsArtifactName(jobIdentityOf({ matrix: [`${index}`] })), broken);
    const shared = await resultsStoreOf(server, factsOf()).list();
    expect(shared).toHaveLength(257);
    expect(shared.at(-1)?.results).toMatchObject({
      status: 'error',
      green: false,
      reason: expect.stringContaining('has more than 256 results artifacts. Split the workflow'),
    });
    expect(server.blobRequests).toHaveLength(256);
  });

  it('do not download an artifact that is too large for results', async () => {
    await using server = await startArtifactServer();
    const noise = randomBytes(5 * 1024 ** 2);
    server.addArtifact(resultsArtifactName(jobIdentityOf()), { 'results.json': noise });
    const [shared] = await resultsStoreOf(server, factsOf()).list();
    expect(shared?.results.reason).toMatch(/ is larger than 4 MiB\.$/);
    expect(server.blobRequests).toEqual([]);
  });
});

it('long texts are cut to fit, and no result is left out', async () => {
  await using server = await startArtifactServer();
  const cases = Array.from({ length: 300 }, () => failedCaseOf({ errorMessage: 'x'.repeat(20_000) }));
  const results = resultsOf({ results: [...cases, caseResultOf()] });
  expect(formatResults(results).length).toBeGreaterThan(5 * 1024 ** 2);
  const resultsStore = resultsStoreOf(server, results);
  await resultsStore.upload(results);
  expect(server.artifacts[0]?.files['results.json']?.length).toBeLessThan(2 * 1024 ** 2);
  expect((await resultsStore.list())[0]?.results.results).toHaveLength(301);
});

it('secrets that another job did not know are redacted', async () => {
  await using server = await startArtifactServer();
  const content = formatResults(resultsOf({ title: 'CI / hunter2' }));
  server.addArtifact(resultsArtifactName(jobIdentityOf()), { 'results.json': strToU8(content) });
  expect((await resultsStoreOf(server, factsOf()).list())[0]?.results.title).toBe('CI / ***');
});

it('a refusal is an error with its reason', async () => {
  await using server = await startArtifactServer(refusing);
  const resultsStore = resultsStoreOf(server, factsOf());
  await expect(resultsStore.upload(resultsOf())).rejects.toThrow('(403)');
  await expect(resultsStore.list()).rejects.toThrow('(403)');
});

const nameOf = (overrides: Partial<JobIdentity> = {}) => resultsArtifactName(jobIdentityOf(overrides));
const listed = (...names: readonly string[]) => names.map((name, index) => ({ id: index + 1, name }));
const newest = (attempt: number, ...names: readonly string[]) =>
  newestResultsArtifacts(listed(...names), attempt).map(({ id }) => id);

describe('the name of a results artifact', () => {
  it('has gate, job and step, and attempt, and no text of the workflow', () => {
    const job = jobIdentityOf({ matrix: ['../\n:'], attempt: 3 });
    expect(resultsArtifactName(job)).toBe(`browser-test-gate-results-${gateKey(job)}-${jobStepKey(job)}-3`);
    expect(resultsArtifactName(job)).toMatch(/^[\w-]+$/);
  });

  it('is another one for each matrix job, shard, step and attempt', () => {
    const jobs: Partial<JobIdentity>[] = [
      {},
      { matrix: ['a'] },
      { matrix: ['a', 'b'] },
      { matrix: ['a, b'] },
      { shard: { number: 1, total: 2 } },
      { shard: { number: 2, total: 2 } },
      { step: 'two' },
      { attempt: 2 },
    ];
    expect(new Set(jobs.map(nameOf)).size).toBe(jobs.length);
  });

  it('is read back', () => {
    const job = jobIdentityOf({ attempt: 2 });
    const name = resultsArtifactName(job);
    expect(newestResultsArtifacts([{ id: 7, name, size: 5 }], 2)).toEqual([
      { id: 7, name, size: 5, gate: gateKey(job), jobStep: jobStepKey(job), attempt: 2 },
    ]);
  });
});

describe('the results artifacts of a run', () => {
  it('are the newest attempt of each job and step, and none of a later attempt than asked for', () => {
    const names = [nameOf({ step: 'a' }), nameOf(), nameOf({ attempt: 2 }), nameOf({ attempt: 3 })];
    expect(newest(1, ...names)).toEqual([1, 2]);
    expect(newest(2, ...names)).toEqual([1, 3]);
    expect(newest(9, ...names.reverse())).toEqual([1, 4]);
  });

  it('are the later one of two with the same name, in whatever order GitHub lists them', () => {
    const two = listed(nameOf(), nameOf());
    for (const all of [two, [...two].reverse()])
      expect(newestResultsArtifacts(all, 1).map(({ id }) => id)).toEqual([2]);
  });

  it('do not include other artifacts', () => {
    const name = nameOf();
    expect(
      newest(1, 'logs', `x-${name}`, `${name}-x`, `${name}0000000`, name.replace(/-1$/, ''), name),
    ).toEqual([6]);
  });

  it('are 256 at most, and one that stands for those that are not read', () => {
    const names = Array.from({ length: 300 }, (_, index) => nameOf({ matrix: [`${index}`] }));
    expect(newest(1, ...names)).toHaveLength(257);
  });
});
