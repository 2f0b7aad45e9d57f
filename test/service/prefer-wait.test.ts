import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { aCase } from '../support/cases.ts';
import { openService, type ServiceUnderTest } from '../support/service.ts';

async function start(it: ServiceUnderTest) {
  const { testReport } = await it.execute(await it.push(aCase()));
  const path = `/api/apiKey/v3/test-targets/${it.testTargetId}/test-reports/${testReport.id}`;
  return {
    path,
    ask: (prefer: string, signal?: AbortSignal) =>
      it.ask('GET', path, { headers: { prefer }, ...(signal === undefined ? {} : { signal }) }),
  };
}

test('a delayed answer is sent when the run ends', async () => {
  await using it = await openService();
  const { ask } = await start(it);
  const startedAt = performance.now();
  const held = ask('wait=50');
  it.runner.latest().pass();
  const answer = await held;
  expect(answer).toMatchObject({ status: 200, body: { status: 'PASSED' } });
  expect(answer.headers.get('preference-applied')).toBe('wait=50');
  // Less than a wait to the end.
  expect(performance.now() - startedAt).toBeLessThan(49_000);
});

test('a delayed answer is sent after the requested time, still WAITING', async () => {
  await using it = await openService();
  const { ask } = await start(it);
  const startedAt = performance.now();
  expect(await ask('wait=1')).toMatchObject({ status: 200, body: { status: 'WAITING' } });
  expect(performance.now() - startedAt).toBeGreaterThan(900);
});

test('several waiting requests are answered together', async () => {
  await using it = await openService();
  const { ask } = await start(it);
  const held = [ask('wait=50'), ask('wait=50')];
  it.runner.latest().pass();
  expect(await Promise.all(held)).toMatchObject([
    { body: { status: 'PASSED' } },
    { body: { status: 'PASSED' } },
  ]);
});

test('the report of an ended run is not delayed', async () => {
  await using it = await openService();
  const { ask } = await start(it);
  it.runner.latest().pass();
  await ask('wait=50');
  const answer = await ask('wait=50');
  expect(answer).toMatchObject({ status: 200, body: { status: 'PASSED' } });
});

test.each([
  ['wait=500', 'wait=60'],
  ['respond-async, wait=7', 'wait=7'],
  ['Wait=7', 'wait=7'],
  ['wait = "7"', 'wait=7'],
])('%s is applied as %s', async (prefer, applied) => {
  await using it = await openService();
  const { ask } = await start(it);
  const held = ask(prefer);
  it.runner.latest().pass();
  expect((await held).headers.get('preference-applied')).toBe(applied);
});

test.each(['respond-async', 'wait=soon', 'await=50', 'wait=0'])(
  'the preference %s delays nothing',
  async (prefer) => {
    await using it = await openService();
    const { ask } = await start(it);
    const answer = await ask(prefer);
    expect(answer).toMatchObject({ status: 200, body: { status: 'WAITING' } });
    expect(answer.headers.get('preference-applied')).toBeNull();
  },
);

test('a request that was aborted is not kept waiting', async () => {
  await using it = await openService();
  const { ask } = await start(it);
  const caller = new AbortController();
  const held = ask('wait=50', caller.signal);
  caller.abort();
  expect(await held).toMatchObject({ body: { status: 'WAITING' } });
});

test('a missing report is answered with 404 at once, also with Prefer', async () => {
  await using it = await openService();
  const { path } = await start(it);
  const prefer = { headers: { prefer: 'wait=50' } };
  const { id: other } = await it.client.createTestTarget({});
  const startedAt = performance.now();
  const ofOther = await it.ask('GET', path.replace(it.testTargetId, other), prefer);
  const unknown = await it.ask('GET', path.replace(/[^/]+$/, randomUUID()), prefer);
  expect([ofOther.status, unknown.status]).toEqual([404, 404]);
  expect(performance.now() - startedAt).toBeLessThan(49_000);
});
