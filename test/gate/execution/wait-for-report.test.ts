import type { ServerResponse } from 'node:http';
import { expect, it, test } from 'vitest';
import { withGracePeriod } from '../../../src/gate/execution/timing.ts';
import { type Answer, sendJson } from '../../support/http-server.ts';
import { aReport, aResult } from '../../support/reports.ts';
import { inTurn, waitAt } from '../../support/waiting.ts';

const started = aReport({ testResults: [aResult({ status: 'WAITING' })] });
const trigger = { kind: 'report', report: started } as const;
/** The report with a status, and its results as they are then. */
const reportWith = (status: string) => ({
  ...started,
  status,
  testResults: started.testResults.map((each) => ({
    ...each,
    status: ['PASSED', 'FAILED'].includes(status) ? status : 'WAITING',
  })),
});
const withStatus =
  (status: string): Answer =>
  (_, response) =>
    sendJson(response, 200, reportWith(status));
const refusedWith =
  (status: number): Answer =>
  (_, response) =>
    sendJson(response, status, {});
const [waiting, passed] = [withStatus('WAITING'), withStatus('PASSED')];

test.each(['PASSED', 'FAILED'])(
  'a report that is %s from the start is not requested again',
  async (status) => {
    const report = reportWith(status);
    const { outcome, requests, seen } = await waitAt(() => waiting, { kind: 'report', report });
    expect(outcome).toEqual({ kind: 'finished', report });
    expect(requests).toEqual([]);
    expect(seen).toEqual([status]);
  },
);

test.each(['PASSED', 'FAILED'])('the wait ends when the report says %s', async (status) => {
  const { outcome, requests } = await waitAt(() => inTurn(waiting, waiting, withStatus(status)), trigger);
  expect(outcome).toEqual({ kind: 'finished', report: reportWith(status) });
  expect(requests).toHaveLength(3);
  expect(requests[0]?.url).toMatch(new RegExp(`/test-targets/.*/test-reports/${started.id}$`));
});

test('every state of the report is passed on, the first and the last included', async () => {
  const added = aResult();
  const half: Answer = (_, response) =>
    sendJson(response, 200, { ...started, status: 'WAITING', testResults: [...started.testResults, added] });
  const failed = reportWith('FAILED');
  const ended: Answer = (_, response) =>
    sendJson(response, 200, { ...failed, testResults: [...failed.testResults, added] });
  const { seen, outcome } = await waitAt(() => inTurn(waiting, half, withStatus('FAILED'), ended), trigger);
  expect(seen).toEqual(['WAITING', 'WAITING', 'WAITING', 'FAILED', 'FAILED']);
  expect(outcome.kind).toBe('finished');
});

const badAnswers: readonly [string, (response: ServerResponse) => void][] = [
  ['a 500', (response) => sendJson(response, 500, {})],
  ['a 502 with a page', (response) => void response.writeHead(502).end('<h1>Bad Gateway</h1>')],
  ['a 429', (response) => sendJson(response, 429, {})],
  ['a 408', (response) => sendJson(response, 408, {})],
  ['a 404', (response) => sendJson(response, 404, {})],
  ['a page in place of JSON', (response) => void response.writeHead(200).end('<h1>Sign in</h1>')],
  ['an empty body', (response) => void response.writeHead(200).end()],
  ['JSON of another shape', (response) => sendJson(response, 200, { id: 7 })],
  ['a lost connection', (response) => void response.destroy()],
  [
    'a body that is cut off',
    (response) => {
      response.writeHead(200, { 'content-length': '1000' }).write('{"id":', () => response.destroy());
    },
  ],
];

test.each(badAnswers)('%s does not end the wait', async (_, bad) => {
  const { outcome, askedAt } = await waitAt(
    () => inTurn(waiting, (__, response) => bad(response), passed),
    trigger,
  );
  expect(outcome).toMatchObject({ kind: 'finished', report: { status: 'PASSED' } });
  // After the bad answer there is a pause, too.
  expect(askedAt).toEqual([0, 1000, 2000]);
});

test('two minutes of nothing but failure end the wait, with the last failure and the last report', async () => {
  const { outcome, clock } = await waitAt(() => inTurn(waiting, refusedWith(503)), trigger);
  expect(outcome).toEqual({
    kind: 'error',
    report: started,
    reason: expect.stringMatching(
      /^Every request to the service failed for 120 s; giving up\. .* answered 503/,
    ),
  });
  expect(clock.now()).toBeGreaterThanOrEqual(120_000);
  expect(clock.now()).toBeLessThan(140_000);
});

test('one good answer in between, and the two minutes begin anew', async () => {
  const { outcome, clock } = await waitAt(
    ({ clock: { now } }) =>
      (request, response) => {
        const goodAnswers = [100_000, 210_000];
        const isGood = goodAnswers.some((from) => now() >= from && now() < from + 16_000);
        if (now() > 320_000) return passed(request, response);
        return (isGood ? waiting : refusedWith(503))(request, response);
      },
    trigger,
  );
  expect(outcome.kind).toBe('finished');
  expect(clock.now()).toBeGreaterThan(320_000);
});

test('a report that is not found three times in a row ends the wait', async () => {
  const { outcome, requests } = await waitAt(() => inTurn(waiting, refusedWith(404)), trigger);
  expect(outcome).toMatchObject({
    kind: 'error',
    reason: expect.stringMatching(
      new RegExp(
        `^The test report ${started.id} existed, but the service no longer has it\\. .* answered 404`,
      ),
    ),
  });
  expect(requests).toHaveLength(4);
});

test('a report that is not found twice in a row, more than once, is still waited for', async () => {
  const missing = refusedWith(404);
  const { outcome } = await waitAt(
    () => inTurn(missing, missing, waiting, missing, missing, passed),
    trigger,
  );
  expect(outcome.kind).toBe('finished');
});

test('other failures in between do not count as not found', async () => {
  const [missing, broken] = [refusedWith(404), refusedWith(500)];
  const { outcome } = await waitAt(() => inTurn(missing, missing, broken, missing, missing, passed), trigger);
  expect(outcome.kind).toBe('finished');
});

test.each([400, 401, 403])('a single %i does not end the wait', async (status) => {
  const { outcome } = await waitAt(() => inTurn(waiting, refusedWith(status), passed), trigger);
  expect(outcome.kind).toBe('finished');
});

test.each([400, 401, 403])('a %i is final three times in a row', async (status) => {
  const refused = refusedWith(status);
  const { outcome, requests } = await waitAt(() => inTurn(waiting, refused, refused, refused), trigger);
  expect(outcome).toEqual({
    kind: 'error',
    report: started,
    reason: expect.stringContaining(`answered ${status}`),
  });
  expect(requests).toHaveLength(4);
});

test('an unknown status does not end the wait', async () => {
  const { outcome, seen } = await waitAt(() => inTurn(withStatus('QUEUED'), passed), trigger);
  expect(outcome.kind).toBe('finished');
  expect(seen).toEqual(['WAITING', 'QUEUED', 'PASSED']);
});

test('at the deadline the wait ends as timed out, with the last report', async () => {
  const { outcome, clock } = await waitAt(({ clock: { at }, deadline }) => {
    at(300_000, () => deadline.abort());
    return withStatus('QUEUED');
  }, trigger);
  expect(outcome).toEqual({ kind: 'timed-out', report: { ...started, status: 'QUEUED' } });
  expect(clock.now()).toBeLessThan(316_000);
});

test('at the deadline a pending response is not waited for', async () => {
  const { outcome } = await waitAt(
    ({ deadline }) =>
      () =>
        deadline.abort(),
    trigger,
  );
  expect(outcome).toEqual({ kind: 'timed-out', report: started });
});

test('a deadline among failures is a deadline, not a failure', async () => {
  const { outcome } = await waitAt(({ clock: { at }, deadline }) => {
    at(60_000, () => deadline.abort());
    return refusedWith(503);
  }, trigger);
  expect(outcome).toEqual({
    kind: 'timed-out',
    report: started,
    lastFailure: expect.stringContaining('answered 503'),
  });
});

test.each([
  ['while an answer is awaited', () => {}],
  ['in a pause', waiting],
] as const)('a cancelled wait ends at once %s', async (_, answer: Answer) => {
  const { outcome, requests } = await waitAt(
    ({ cancel, clock: { at } }) =>
      (request, response) => {
        if (answer === waiting) at(0, () => cancel.abort());
        else cancel.abort();
        return answer(request, response);
      },
    trigger,
  );
  expect(outcome).toEqual({ kind: 'cancelled', report: started });
  expect(requests).toHaveLength(1);
});

test('a cancelled wait is not reported as timed out, even if the deadline has passed, too', async () => {
  const { outcome } = await waitAt(
    ({ cancel, deadline }) =>
      () => {
        deadline.abort();
        cancel.abort();
      },
    trigger,
  );
  expect(outcome.kind).toBe('cancelled');
});

test('a service that answers at once is polled at intervals that grow with the age of the run', async () => {
  const { askedAt, clock } = await waitAt(
    ({ clock: { now } }) =>
      (request, response) =>
        (now() > 1_000_000 ? passed : waiting)(request, response),
    trigger,
  );
  expect(askedAt.slice(0, 5)).toEqual([0, 1000, 2000, 3000, 4000]);
  expect(clock.sleeps).toEqual([...clock.sleeps].sort((a, b) => a - b));
  expect(clock.sleeps.at(-1)).toBe(15_000);
  for (const [index, at] of askedAt.entries()) {
    const before = askedAt[index - 1] ?? 0;
    expect(Math.floor(at - before)).toBeLessThanOrEqual(Math.max(1000, before * 0.03));
  }
  // A second each would be a thousand requests.
  expect(askedAt.length).toBeLessThan(200);
});

test('a service that holds its response back is polled again without a pause', async () => {
  const waits: number[] = [];
  const { clock, outcome } = await waitAt(
    ({ clock: { advance } }) =>
      (request, response) => {
        const seconds = Number(/^wait=(\d+)$/.exec(String(request.headers.prefer))?.[1]);
        waits.push(seconds);
        advance(seconds * 1000);
        return (waits.length < 100 ? waiting : passed)(request, response);
      },
    trigger,
  );
  expect(outcome.kind).toBe('finished');
  expect(clock.sleeps).toEqual([]);
  expect(waits[0]).toBe(1);
  expect(waits.at(-1)).toBeGreaterThan(4);
  expect(Math.max(...waits)).toBeLessThanOrEqual(15);
});

test('a service that answers early pauses for the rest of the time only', async () => {
  const { askedAt } = await waitAt(
    ({ clock: { advance } }) =>
      inTurn(
        (request, response) => {
          advance(400);
          return waiting(request, response);
        },
        waiting,
        passed,
      ),
    trigger,
  );
  expect(askedAt).toEqual([0, 1000, 2000]);
});

test.each([
  ['of a minute is honoured', '40', 40_000],
  ['of hours is cut', '7200', 60_000],
])('a Retry-After %s', async (_, seconds, pause) => {
  const busy: Answer = (__, response) => sendJson(response, 429, {}, { 'retry-after': seconds });
  const { outcome, askedAt } = await waitAt(() => inTurn(waiting, busy, passed), trigger);
  expect(outcome.kind).toBe('finished');
  expect(askedAt).toEqual([0, 1000, 1000 + pause]);
});

test('another report than the requested one is a failure, not an end', async () => {
  const other: Answer = (_, response) =>
    sendJson(response, 200, { ...reportWith('PASSED'), id: aReport().id });
  const { outcome } = await waitAt(() => inTurn(other, withStatus('FAILED')), trigger);
  expect(outcome).toMatchObject({ kind: 'finished', report: { id: started.id, status: 'FAILED' } });
});

test('a proxy that redirects for a while does not end the wait', async () => {
  const away: Answer = (_, response) =>
    void response.writeHead(302, { location: 'https://login.test/' }).end();
  const { outcome } = await waitAt(() => inTurn(away, away, away, away, passed), trigger);
  expect(outcome.kind).toBe('finished');
});

it('no timer outlives work that has ended in its grace period', async () => {
  const timers = () => process.getActiveResourcesInfo().filter((each) => each === 'Timeout').length;
  const before = timers();
  // No other timer can start or end meanwhile.
  expect(await withGracePeriod(Promise.resolve('done'), AbortSignal.abort())).toBe('done');
  expect(timers()).toBe(before);
});
