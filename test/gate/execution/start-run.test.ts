import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { ServiceRefused } from '../../../src/client/client-errors.ts';
import type { ReportContext } from '../../../src/contract/report-context.ts';
import { triggerDraftPush } from '../../../src/gate/execution/start-run.ts';
import { waitForReport } from '../../../src/gate/execution/wait-for-report.ts';
import { readInputs } from '../../../src/gate/inputs/read-inputs.ts';
import { connectTo } from '../../support/connection.ts';
import { rejectionOf } from '../../support/failure-of.ts';
import { createFakeClock } from '../../support/fake-clock.ts';
import { type Answer, sendJson, startHttpServer, type TestServer } from '../../support/http-server.ts';
import { aLoadedCase } from '../../support/loaded-cases.ts';
import { createRecordingHost } from '../../support/recording-host.ts';
import { aReport, aResult, targetId } from '../../support/reports.ts';

const context = {
  source: 'github',
  owner: 'acme',
  repo: 'shop',
  ref: 'feature',
  sha: 'abc',
} satisfies ReportContext;
const inputs = readInputs({
  INPUT_URL: 'http://app.test',
  INPUT_ENVIRONMENT: 'staging',
  INPUT_TAGS: 'smoke\ncart',
  INPUT_BREAKPOINT: 'MOBILE',
  INPUT_VARIABLES: 'USER=ann\nEMPTY=',
});
const cases = [aLoadedCase(), aLoadedCase()];
const never = new AbortController().signal;

interface Script {
  /** Answer of the draft push. */
  readonly push?: unknown;
  /** The Date header of every response. */
  readonly date?: string;
  readonly execute: Answer;
  readonly history?: readonly unknown[];
}

/** A service that answers a draft push, execute, and the history. */
function startService({ push, date, execute, history = [] }: Script): Promise<TestServer> {
  return startHttpServer((request, response) => {
    if (date !== undefined) response.setHeader('date', date);
    if (request.url.endsWith('/draft/push')) {
      return sendJson(response, 200, push ?? { success: true, versionIds: [randomUUID(), randomUUID()] });
    }
    if (request.url.endsWith('/execute')) return execute(request, response);
    return sendJson(response, 200, { data: history, hasNextPage: false });
  });
}

const refusedWith =
  (status: number): Answer =>
  (_, response) =>
    sendJson(response, status, {});

const trigger = (server: TestServer, signal = never) =>
  triggerDraftPush({
    connection: connectTo(server.url),
    cases,
    inputs,
    context: { report: context },
    host: createRecordingHost(),
    clock: createFakeClock(),
    signal,
  });

test('the cases are pushed as a draft, and then a run of just these versions is started', async () => {
  const versionIds = [randomUUID(), randomUUID()];
  const report = aReport();
  await using server = await startService({
    push: { success: true, versionIds },
    execute: (_, response) =>
      sendJson(response, 200, { testReportUrl: 'https://service.test/r/1', testReport: report }),
  });
  expect(await trigger(server)).toMatchObject({
    kind: 'report',
    report,
    reportUrl: 'https://service.test/r/1',
    run: { testTargetId: targetId, url: 'http://app.test', breakpoint: 'MOBILE', expected: [] },
  });
  const [push, execute] = server.requests;
  expect(server.requests).toHaveLength(2);
  expect(push?.url).toBe(`/api/apiKey/beta/test-targets/${targetId}/draft/push`);
  expect(JSON.parse(push?.body ?? '')).toEqual({ testCases: cases.map(({ testCase }) => testCase) });
  expect(execute?.url).toBe('/api/apiKey/v3/execute');
  expect(JSON.parse(execute?.body ?? '')).toEqual({
    testTargetId: targetId,
    url: 'http://app.test',
    context,
    environmentName: 'staging',
    tags: ['smoke', 'cart'],
    browser: 'CHROMIUM',
    breakpoint: 'MOBILE',
    variablesToOverwrite: { USER: ['ann'], EMPTY: [''] },
    testCaseVersionIds: versionIds,
  });
});

test('a report without a page for people has no address', async () => {
  const report = aReport();
  await using server = await startService({
    execute: (_, response) => sendJson(response, 200, { testReportUrl: null, testReport: report }),
  });
  expect(await trigger(server)).not.toHaveProperty('reportUrl');
});

test.each([404, 405, 501])(
  'a service that answers execute with %i starts the run by itself',
  async (status) => {
    const [first, second] = cases.map(({ testCase }) => testCase.id);
    const [one, v1, v2] = [randomUUID(), randomUUID(), randomUUID()];
    await using server = await startService({
      push: {
        success: true,
        versionIds: [v1, v2],
        syncDataByStableId: {
          [first ?? '']: { versionId: v1, testResultId: one },
          [second ?? '']: { versionId: v2, testResultId: null },
        },
      },
      execute: refusedWith(status),
    });
    expect(await trigger(server)).toMatchObject({
      kind: 'search',
      run: {
        context,
        stored: new Map([
          [first, { versionId: v1, testResultId: one }],
          [second, { versionId: v2 }],
        ]),
      },
    });
  },
);

test('without data by stable id only the context is left to search by', async () => {
  await using server = await startService({ execute: refusedWith(404) });
  expect(await trigger(server)).toMatchObject({ kind: 'search', run: { context, stored: new Map() } });
});

test.each([400, 401, 403])(
  'another refusal of execute (%i) is reported, and the request is not repeated',
  async (status) => {
    await using server = await startService({ execute: refusedWith(status) });
    const error = await rejectionOf(trigger(server));
    expect(error).toBeInstanceOf(ServiceRefused);
    expect(error).toMatchObject({ status });
    expect(server.requests).toHaveLength(2);
  },
);

test('a refused push is reported, and no run is started', async () => {
  await using server = await startHttpServer((_, response) =>
    sendJson(response, 400, [{ path: ['testCases', 0], message: 'no' }]),
  );
  expect(String(await rejectionOf(trigger(server)))).toMatch(/draft\/push answered 400: \S+:\d+:\d+: no\. /);
  expect(server.requests).toHaveLength(1);
});

test('an abort between push and execute ends the trigger with its reason', async () => {
  const abort = new AbortController();
  const reason = new Error('cancelled');
  await using server = await startService({ execute: () => abort.abort(reason) });
  expect(await rejectionOf(trigger(server, abort.signal))).toBe(reason);
});

test.each([
  ['ahead of', '2031-05-01T12:00:00Z'],
  ['behind', '2021-05-01T12:00:00Z'],
])('with a service whose clock is years %s ours, only a report since the trigger counts', async (_, time) => {
  const at = (seconds: number) => new Date(Date.parse(time) + seconds * 1000).toISOString();
  const stale = aReport({ context, status: 'FAILED', createdAt: at(-30) });
  const ours = aReport({ context, status: 'PASSED', createdAt: at(1), testResults: [aResult()] });
  await using server = await startService({
    date: new Date(time).toUTCString(),
    execute: refusedWith(404),
    history: [ours, stale],
  });
  const clock = createFakeClock();
  const outcome = await waitForReport(connectTo(server.url), await trigger(server), {
    deadline: never,
    cancel: never,
    sleep: clock.sleep,
    now: clock.now,
    onReport: () => {},
    warning: () => {},
  });
  expect(outcome).toMatchObject({ ending: { kind: 'finished' }, observed: { report: { id: ours.id } } });
});

test('a report made in the second of the trigger counts, although its time and the Date header are rounded', async () => {
  await using server = await startService({
    date: 'Sun, 01 Mar 2026 12:00:05 GMT',
    execute: refusedWith(404),
  });
  const { since } = (await trigger(server)).run;
  expect(since < new Date('2026-03-01T12:00:05.000Z')).toBe(true);
  expect(since > new Date('2026-03-01T11:59:50.000Z')).toBe(true);
});
