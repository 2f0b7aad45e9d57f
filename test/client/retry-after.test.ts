import { expect, test } from 'vitest';
import { readRetryAfter } from '../../src/client/transport.ts';
import { clientErrorOf } from '../support/failure-of.ts';
import { rawAnswer, startFaultyServer } from '../support/faults.ts';
import { quickClient } from '../support/quick-client.ts';
import { targetId } from '../support/reports.ts';

const params = { testTargetId: targetId };
const fine = rawAnswer(200, '[]');
const noon = Date.parse('2026-03-01T12:00:00Z');

/** The pauses of a call whose answer says how long to wait, without jitter. The client's own clock stands at noon. */
async function pausesAfter(status: number, ...headers: readonly string[]) {
  await using server = await startFaultyServer(rawAnswer(status, '{}', headers), fine);
  const pauses: number[] = [];
  const client = quickClient({
    baseUrl: server.url,
    now: () => noon,
    random: () => 0,
    sleep: async (ms) => void pauses.push(ms),
  });
  expect(await client.listEnvironments(params)).toEqual([]);
  return pauses;
}

test.each([408, 429, 500, 502, 503, 504])(
  'the next attempt after a %i comes after its Retry-After',
  async (status) => {
    expect(await pausesAfter(status, 'retry-after: 7')).toEqual([7000]);
  },
);

test('a Retry-After date is relative to the Date of the answer, not to the local clock', async () => {
  const pauses = await pausesAfter(
    503,
    'date: Sun, 01 Mar 2026 09:30:00 GMT',
    'retry-after: Sun, 01 Mar 2026 09:30:20 GMT',
  );
  expect(pauses).toEqual([20_000]);
});

test('a Retry-After date is relative to the local clock if the answer has no Date', async () => {
  expect(await pausesAfter(503, 'retry-after: Sun, 01 Mar 2026 12:00:03 GMT')).toEqual([3000]);
});

test('jitter is added to Retry-After, so that waiting clients do not all return at once', async () => {
  await using server = await startFaultyServer(rawAnswer(429, '{}', ['retry-after: 2']), fine);
  const pauses: number[] = [];
  const sleep = async (ms: number) => void pauses.push(ms);
  await quickClient({ baseUrl: server.url, random: () => 0.5, sleep }).listEnvironments(params);
  expect(pauses).toEqual([2125]);
});

test.each([
  ['0', 0],
  ['1.5', 1500],
  [' 12 ', 12_000],
  ['Sun, 01 Mar 2026 11:00:00 GMT', 0],
  ['Sunday, 01-Mar-26 12:00:05 GMT', 5000],
  ['', undefined],
  ['-3', undefined],
  ['soon', undefined],
  ['1 March', undefined],
  ['2026-03-01T12:00:05Z', undefined],
])('Retry-After: %j is read as %s ms', (header, ms) => {
  expect(readRetryAfter(header, new Date(noon))).toBe(ms);
});

test('without a Retry-After header there is no pause', () => {
  expect(readRetryAfter(null, new Date(noon))).toBeUndefined();
});

test('a pause longer than the time left is not started: the call fails at once and says so', async () => {
  await using server = await startFaultyServer(rawAnswer(429, '{}', ['retry-after: 3600']), fine);
  const client = quickClient({ baseUrl: server.url, timeLeftMs: () => 90_000 });
  const error = await clientErrorOf(client.listEnvironments(params));
  expect(error).toMatchObject({ status: 429, retryAfterMs: 3_600_000 });
  expect(error.message).toContain('requests a pause of 3600 s (Retry-After), but only 90 s are left');
  expect(server.requests).toHaveLength(1);
});

test('an excessively long pause is not started, even without a time limit', async () => {
  await using server = await startFaultyServer(rawAnswer(503, '{}', ['retry-after: 99999999999']), fine);
  const error = await clientErrorOf(quickClient({ baseUrl: server.url }).listEnvironments(params));
  expect(error.message).toContain('only 600 s are left');
});
