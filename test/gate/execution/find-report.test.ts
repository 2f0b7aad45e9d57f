import { expect, test } from 'vitest';
import { type Answer, sendJson } from '../../support/http-server.ts';
import { aLoadedCase } from '../../support/loaded-cases.ts';
import { aReport, aResult, targetId } from '../../support/reports.ts';
import { aStartedRun, storedResults, verdictOn } from '../../support/requested-run.ts';
import { inTurn, waitAt } from '../../support/waiting.ts';

const since = new Date('2026-03-01T12:00:00.000Z');
const context = { source: 'github', owner: 'acme', repo: 'shop', ref: 'feature', sha: 'abc' } as const;
const trigger = { kind: 'search', graceMs: 120_000, ...aStartedRun({ context, since }) } as const;
const wanted = aReport({ context, createdAt: '2026-03-01T12:00:05.000Z' });
const listed =
  (...data: unknown[]): Answer =>
  (_, response) =>
    sendJson(response, 200, { data, hasNextPage: false });
const failing: Answer = (_, response) => sendJson(response, 503, {});

test('a report that appears late is found, and then waited for by its id', async () => {
  const passed = { ...wanted, status: 'PASSED' };
  const { outcome, requests, seen } = await waitAt(
    () =>
      inTurn(
        listed(),
        failing,
        listed(wanted),
        (_, response) => sendJson(response, 200, passed),
        failing,
        listed(passed),
      ),
    trigger,
  );
  expect(outcome).toEqual({ kind: 'finished', report: passed });
  expect(seen).toEqual(['WAITING', 'PASSED']);
  expect(requests.map(({ url }) => url.replace(/.*\//, ''))).toEqual([
    'test-reports',
    'test-reports',
    'test-reports',
    wanted.id,
    'test-reports',
    'test-reports',
  ]);
});

test.each([
  ['after', '2026-03-01T12:00:09.000Z'],
  ['before', '2026-03-01T12:00:01.000Z'],
])(
  'another report of the context that appears while the run is waited for is a rival, if created %s',
  async (_, createdAt) => {
    const passed = { ...wanted, status: 'PASSED' };
    const other = aReport({ context, createdAt, status: 'FAILED' });
    const polled: Answer = (_, response) => sendJson(response, 200, passed);
    const { observed } = await waitAt(() => inTurn(listed(wanted), polled, listed(other, passed)), trigger);
    expect(observed).toMatchObject({ report: { id: wanted.id }, rivals: [other.id] });
  },
);

test('a report that is found finished is not requested again', async () => {
  const failed = { ...wanted, status: 'FAILED' };
  const { outcome, requests } = await waitAt(() => listed(failed), trigger);
  expect(outcome).toEqual({ kind: 'finished', report: failed });
  expect(requests).toHaveLength(1);
});

test('a report that never appears ends the wait after two minutes', async () => {
  const stranger = aReport({ createdAt: '2026-03-01T12:00:05.000Z' });
  const { outcome, clock, requests } = await waitAt(() => listed(stranger), trigger);
  expect(outcome).toEqual({
    kind: 'error',
    report: undefined,
    reason: expect.stringContaining('accepted the test cases, but no test report of this run appeared'),
  });
  expect(clock.now()).toBeGreaterThanOrEqual(120_000);
  expect(clock.now()).toBeLessThan(130_000);
  expect(requests.length).toBeGreaterThan(20);
});

test('a service that fails all the time is not said to have no report', async () => {
  const { outcome, clock } = await waitAt(() => failing, trigger);
  expect(outcome).toEqual({
    kind: 'error',
    report: undefined,
    reason: expect.stringContaining('answered 503'),
  });
  expect(clock.now()).toBeGreaterThanOrEqual(120_000);
});

test('a service that fails when the time is over is polled again', async () => {
  const { outcome } = await waitAt(
    ({ clock: { now } }) =>
      (request, response) => {
        if (now() < 110_000) return listed()(request, response);
        return (now() < 150_000 ? failing : listed({ ...wanted, status: 'PASSED' }))(request, response);
      },
    trigger,
  );
  expect(outcome.kind).toBe('finished');
});

test('a key that is refused three times ends the search', async () => {
  const { outcome, requests } = await waitAt(() => (_, response) => sendJson(response, 401, []), trigger);
  expect(outcome).toMatchObject({ kind: 'error', reason: expect.stringContaining('`api-key`') });
  expect(requests).toHaveLength(3);
});

test('a lost response whose run cannot be looked up says both, and that a run may have been started', async () => {
  const ambiguous = { ...trigger, ambiguousResponse: 'POST /execute was cut off.' };
  const { outcome } = await waitAt(() => (_, response) => sendJson(response, 404, {}), ambiguous);
  expect(outcome).toMatchObject({
    reason: expect.stringMatching(
      /^It is unknown whether a run was started: .+answered 404.+ POST \/execute was cut off\. .+ before you re-run this job\.$/,
    ),
  });
});

test('a deadline before the report appears ends the search without a report', async () => {
  const { outcome } = await waitAt(({ clock: { at }, deadline }) => {
    at(30_000, () => deadline.abort());
    return listed();
  }, trigger);
  expect(outcome).toEqual({ kind: 'timed-out', report: undefined });
});

test('a cancelled search ends at once', async () => {
  const { outcome } = await waitAt(
    ({ cancel }) =>
      () =>
        cancel.abort(),
    trigger,
  );
  expect(outcome).toEqual({ kind: 'cancelled', report: undefined });
});

const page = (response: Parameters<Answer>[1], data: { createdAt: string }[], hasNextPage: boolean) =>
  sendJson(response, 200, { data, key: { createdAt: data.at(-1)?.createdAt }, hasNextPage });

test('in a busy target the report is looked for on later pages, back to the trigger', async () => {
  const newer = aReport({ createdAt: '2026-03-01T12:00:09.000Z' });
  const older = aReport({ createdAt: '2026-03-01T11:59:00.000Z' });
  const { outcome, requests } = await waitAt(
    () => (request, response) => {
      const key = new URL(request.url, 'http://service').searchParams.get('key');
      if (key === null) return page(response, [newer], true);
      return page(response, [{ ...wanted, status: 'FAILED' }, older], true);
    },
    trigger,
  );
  expect(outcome).toMatchObject({ kind: 'finished', report: { id: wanted.id } });
  const keys = requests.map(({ url }) => new URL(url, 'http://service').searchParams.get('key'));
  expect(keys).toEqual([null, JSON.stringify({ createdAt: newer.createdAt })]);
});

test('a service that gives the first page again and again is not asked for ever', async () => {
  const newer = aReport({ createdAt: '2026-03-01T12:00:09.000Z' });
  const { outcome, requests } = await waitAt(
    () =>
      inTurn(
        (_, response) => page(response, [newer], true),
        (_, response) => page(response, [newer], true),
        listed({ ...wanted, status: 'FAILED' }),
      ),
    trigger,
  );
  expect(outcome.kind).toBe('finished');
  // The third request begins a new search, after a pause: it asks for the first page.
  expect(requests.map(({ url }) => url.includes('?'))).toEqual([false, true, false]);
});

test('a report in the history that can not be read hides no other', async () => {
  const passed = { ...wanted, status: 'PASSED' };
  const odd = { ...wanted, id: 'not a UUID' };
  const { outcome } = await waitAt(() => listed(odd, passed, null, 7), trigger);
  expect(outcome).toEqual({ kind: 'finished', report: passed });
});

const planId = '0d5b6a52-7c1e-4c0e-9a55-0b6f4a1f9c11';

/** Answers the history without a report, and the test plan with each of the statuses in turn. */
function planOf(...statuses: (string | number)[]): Answer {
  return (request, response) => {
    if (!request.url.includes('/test-plans/')) return listed()(request, response);
    const status = statuses.length > 1 ? statuses.shift() : statuses[0];
    if (typeof status === 'number') return sendJson(response, status, {});
    const at = '2026-03-01T12:00:00.000Z';
    const plan = { id: planId, createdAt: at, updatedAt: at, status, testTargetId: targetId, context: {} };
    return sendJson(response, 200, plan);
  };
}

test('a generation whose plan has failed ends the search', async () => {
  const { outcome, clock } = await waitAt(() => planOf('CREATED', 503, 'IN_PROGRESS', 'ERROR'), {
    ...trigger,
    planId,
  });
  expect(outcome).toEqual({
    kind: 'error',
    report: undefined,
    reason: expect.stringContaining(`the test plan of the batch generation ${planId} ended with ERROR`),
  });
  expect(clock.now()).toBeLessThan(10_000);
});

test.each([
  ['the plan is requested once from a service that lacks it', 404, 1],
  ['a finished plan says nothing about the report', 'DONE', 20],
])('%s, and the search goes on to the end', async (_, status, min) => {
  const { outcome, requests, clock } = await waitAt(() => planOf(status), { ...trigger, planId });
  expect(outcome).toMatchObject({ kind: 'error', reason: expect.stringContaining('no test report') });
  const planRequests = requests.filter(({ url }) => url.includes('/test-plans/')).length;
  expect(planRequests).toBeGreaterThanOrEqual(min);
  if (min === 1) expect(planRequests).toBe(1);
  expect(clock.now()).toBeGreaterThanOrEqual(120_000);
});

test('if no report is found, the error counts the unreadable ones', async () => {
  const { outcome } = await waitAt(() => listed({ ...wanted, testResults: 'none' }), trigger);
  expect(outcome).toMatchObject({
    kind: 'error',
    reason: expect.stringContaining("1 of the target's test reports could not be read"),
  });
});

test('a run that times out before its report is found says what speaks against the reports that are there', async () => {
  const run = { ...trigger.run, url: 'http://app.test/' };
  const elsewhere = { ...wanted, executionUrl: 'http://elsewhere.test/' };
  const { outcome } = await waitAt(
    ({ deadline }) => inTurn(listed(elsewhere, { ...wanted, testResults: 'none' }), () => deadline.abort()),
    { ...trigger, run },
  );
  expect(outcome).toMatchObject({ kind: 'timed-out' });
  const { reason } = verdictOn(outcome, run);
  expect(reason).toContain("1 of the target's test reports could not be read.");
  expect(reason).toContain(`The test report ${wanted.id} was ignored: `);
  expect(reason).toContain('`executionUrl` is "http://elsewhere.test/"');
});

test('a report from before the trigger is never picked, not even with a named result', async () => {
  const stale = aReport({ context, testResults: [aResult()], createdAt: '2026-03-01T11:59:59.999Z' });
  const stored = storedResults(
    [aLoadedCase()],
    stale.testResults.map(({ id }) => id),
  );
  const started = aStartedRun({ context, since, stored });
  const { outcome } = await waitAt(() => listed(stale), { ...trigger, ...started });
  expect(outcome.kind).toBe('error');
});

test('a report from the moment of the trigger counts', async () => {
  const report = aReport({ context, status: 'PASSED', createdAt: '2026-03-01T12:00:00Z' });
  expect((await waitAt(() => listed(report), trigger)).outcome).toEqual({ kind: 'finished', report });
});

test.each([
  ['12:00:02', '12:00:01'],
  ['12:00:01.500', '12:00:01'],
])('of two matching reports (%s, %s) the oldest is followed, and both are named', async (later, earlier) => {
  const at = (time: string) => aReport({ context, status: 'PASSED', createdAt: `2026-03-01T${time}Z` });
  const [second, first] = [at(later), at(earlier)];
  const { outcome, warnings } = await waitAt(() => listed(second, first), trigger);
  expect(outcome).toEqual({ kind: 'finished', report: first });
  expect(warnings).toEqual([expect.stringContaining(`Following ${first.id}, ignoring ${second.id}`)]);
});

test('a report that two pages hold is one report', async () => {
  const passed = { ...wanted, status: 'PASSED' };
  const { outcome, warnings } = await waitAt(
    () =>
      inTurn(
        (_, response) => page(response, [passed], true),
        (_, response) => page(response, [passed], false),
      ),
    trigger,
  );
  expect(outcome.kind).toBe('finished');
  expect(warnings).toEqual([]);
});

test.each([
  ['another object in place of the plan', { ...wanted, updatedAt: null }],
  ['nothing that can be read', []],
])('a service that answers %s has no plan', async (_, body) => {
  const passed = { ...wanted, status: 'PASSED', testResults: [aResult()] };
  const { outcome, observed } = await waitAt(
    () => (request, response) =>
      request.url.includes('/test-plans/')
        ? sendJson(response, 200, body)
        : listed(passed)(request, response),
    { ...trigger, planId },
  );
  expect(outcome.kind).toBe('finished');
  expect(observed.planStatus).toBeUndefined();
});

test('a plan that does not end makes the wait end 15 s after its report', async () => {
  const passed = { ...wanted, status: 'PASSED', testResults: [aResult()] };
  const { observed, clock } = await waitAt(
    () => (request, response) =>
      (request.url.includes('/test-plans/') ? planOf('IN_PROGRESS') : listed(passed))(request, response),
    { ...trigger, planId },
  );
  expect(observed.planStatus).toBe('IN_PROGRESS');
  expect(clock.now()).toBe(15_000);
});
