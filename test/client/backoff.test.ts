import { expect, test } from 'vitest';
import { clientErrorOf } from '../support/failure-of.ts';
import { rawAnswer, startFaultyServer } from '../support/faults.ts';
import { quickClient } from '../support/quick-client.ts';
import { targetId } from '../support/reports.ts';

const params = { testTargetId: targetId };

async function pausesWith(random: number) {
  await using server = await startFaultyServer(rawAnswer(500, '{}'));
  const pauses: number[] = [];
  const sleep = async (ms: number) => void pauses.push(ms);
  const client = quickClient({ baseUrl: server.url, random: () => random, sleep });
  await clientErrorOf(client.listEnvironments(params));
  return pauses;
}

test('the maximum pause doubles, and each pause is random from zero to it', async () => {
  expect(await pausesWith(1)).toEqual([250, 500, 1000, 2000, 4000]);
  expect(await pausesWith(0.5)).toEqual([125, 250, 500, 1000, 2000]);
  expect(await pausesWith(0)).toEqual([0, 0, 0, 0, 0]);
});

test('a pause longer than the time left is not started', async () => {
  await using server = await startFaultyServer(rawAnswer(500, '{}'));
  const client = quickClient({ baseUrl: server.url, random: () => 1, timeLeftMs: () => 600 });
  const error = await clientErrorOf(client.listEnvironments(params));
  expect(server.requests).toHaveLength(3);
  expect(error.message).not.toContain('Retry-After');
});

test('all calls of a client share twenty retries a minute', async () => {
  await using server = await startFaultyServer(rawAnswer(500, '{}'));
  let now = 0;
  const client = quickClient({ baseUrl: server.url, now: () => now });
  const requestsOf = async (calls: number) => {
    const before = server.requests.length;
    for (let call = 0; call < calls; call += 1) await clientErrorOf(client.listEnvironments(params));
    return server.requests.length - before;
  };
  expect(await requestsOf(4)).toBe(24);
  expect(await requestsOf(2)).toBe(2);
  now = 59_999;
  expect(await requestsOf(1)).toBe(1);
  now = 60_000;
  expect(await requestsOf(1)).toBe(6);
});
