import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { createClient } from '../../../src/client/client.ts';
import type { TestReport } from '../../../src/contract/test-report.ts';
import { startOnce } from '../../../src/gate/execution/check-answer.ts';
import { type Trigger, triggerDraftPush } from '../../../src/gate/execution/start-run.ts';
import { readInputs } from '../../../src/gate/inputs/read-inputs.ts';
import { rejectionOf } from '../../support/failure-of.ts';
import { createFakeClock } from '../../support/fake-clock.ts';
import { type Answer, type SeenRequest, sendJson, startHttpServer } from '../../support/http-server.ts';
import { aLoadedCase } from '../../support/loaded-cases.ts';
import { createRecordingHost } from '../../support/recording-host.ts';
import { aReport, aResult, targetId } from '../../support/reports.ts';
import { inTurn } from '../../support/waiting.ts';

const context = { source: 'github', owner: 'acme', repo: 'shop', ref: 'feature', sha: 'abc' } as const;
const cases = [aLoadedCase({ description: 'Log in' }), aLoadedCase({ description: 'Pay' })];
const inputs = readInputs({ INPUT_URL: 'http://app.test', INPUT_BROWSER: 'FIREFOX' });
const serviceTime = new Date('2031-05-01T12:00:00Z');
const date = { date: serviceTime.toUTCString() };

/** A report of our context that was made so many seconds after the push, by the service's clock. */
const made = (seconds: number, more: Partial<TestReport> = {}) =>
  aReport({ context, createdAt: new Date(serviceTime.getTime() + seconds * 1000).toISOString(), ...more });

/** The connection breaks before an answer. */
const broken: Answer = (_, response) => void response.destroy();
const answering =
  (status: number, body: unknown = {}): Answer =>
  (_, response) =>
    sendJson(response, status, body);
const started = (report: TestReport): Answer => answering(200, { testReport: report });
const stored = answering(200, { success: true, versionIds: [randomUUID(), randomUUID()] });

interface Script {
  readonly push?: Answer;
  readonly execute?: Answer;
  /** The history at the first look, at the second, and so on; the last one stays. */
  readonly history?: readonly [Answer, ...Answer[]];
  /** Timeout of a request, in ms. Default: the client's own. */
  readonly attemptMs?: number;
}

const listing = (...data: readonly TestReport[]): Answer => answering(200, { data, hasNextPage: false });

async function trigger({ push = stored, execute = broken, history = [listing()], ...limits }: Script) {
  const look = inTurn(...history);
  await using server = await startHttpServer((request, response) => {
    response.setHeader('date', date.date);
    if (request.url.endsWith('/draft/push')) return push(request, response);
    if (request.url.endsWith('/execute')) return execute(request, response);
    return look(request, response);
  });
  const host = createRecordingHost();
  const clock = createFakeClock();
  const client = createClient({ baseUrl: server.url, apiKey: 'the-key', ...limits });
  const connection = {
    client,
    testTargetId: targetId,
    url: async () => 'http://app.test',
    async [Symbol.asyncDispose]() {},
  };
  const request = { connection, cases, inputs, context: { report: context }, host, clock };
  const outcome: { trigger?: Trigger; error?: unknown } = await triggerDraftPush({
    ...request,
    signal: new AbortController().signal,
  }).then(
    (value) => ({ trigger: value }),
    (error: unknown) => ({ error }),
  );
  const to = (path: string) => server.requests.filter(({ url }) => url.endsWith(path));
  return {
    ...outcome,
    pushes: to('/draft/push'),
    executes: to('/execute'),
    looks: to('/test-reports'),
    host,
    clock,
  };
}

const keysOf = (requests: readonly SeenRequest[]) =>
  new Set(requests.map(({ headers }) => headers['idempotency-key']));

describe('a lost response to the draft push', () => {
  test.each([
    ['a connection that breaks', broken],
    ['a 500', answering(500)],
    ['a success that is not JSON', (_, response) => void response.writeHead(200).end('{"succ')],
  ] satisfies [string, Answer][])('(%s) makes the push repeat, with the same key', async (_, lost) => {
    const report = made(1);
    const {
      trigger: found,
      pushes,
      executes,
    } = await trigger({
      push: inTurn(lost, lost, stored),
      execute: started(report),
    });
    expect(found).toMatchObject({ kind: 'report', report: { id: report.id } });
    expect(pushes).toHaveLength(3);
    expect(keysOf(pushes).size).toBe(1);
    expect(executes).toHaveLength(1);
    expect(keysOf([...pushes, ...executes]).size).toBe(2);
  });

  test('is reported if the third is lost, too; no run is started', async () => {
    const { error, pushes, executes } = await trigger({ push: broken });
    expect(String(error)).toContain('/draft/push');
    expect(pushes).toHaveLength(3);
    expect(executes).toEqual([]);
  });
});

describe('a lost response to execute', () => {
  test('whose run has a report: it is searched for, and the request is not repeated', async () => {
    const report = made(1, { browser: 'FIREFOX', executionUrl: 'http://app.test/' });
    const { trigger: found, executes, host } = await trigger({ history: [listing(report)] });
    expect(found?.kind === 'search' && found.matches?.(report)).toBe(true);
    expect(executes).toHaveLength(1);
    expect(host.lines.at(-1)).toBe('The run was started.');
  });

  test('whose report appears seconds later: it is found, also after a failed look', async () => {
    const {
      trigger: found,
      executes,
      clock,
    } = await trigger({
      history: [listing(), answering(503), listing(), listing(), listing(made(3))],
    });
    expect(found).toMatchObject({ kind: 'search' });
    expect(executes).toHaveLength(1);
    expect(clock.now()).toBe(15_000);
  });

  test('without a report of the run: the request is repeated once, with the same key', async () => {
    const report = made(20);
    const { trigger: found, executes, looks } = await trigger({ execute: inTurn(broken, started(report)) });
    expect(found).toMatchObject({ kind: 'report', report: { id: report.id } });
    expect(executes).toHaveLength(2);
    expect(keysOf(executes).size).toBe(1);
    expect(looks).toHaveLength(5);
  });

  test('followed by a second lost response ends with an error, without a third request', async () => {
    const { error, executes } = await trigger({ execute: answering(500) });
    expect(String(error)).toContain('The run could not be started: two requests had no usable response');
    expect(String(error)).toContain('answered 500');
    expect(executes).toHaveLength(2);
  });

  test('followed by a second one whose run appears: that run is followed', async () => {
    const none = listing();
    const { trigger: found, executes } = await trigger({
      history: [none, none, none, none, none, listing(made(18))],
    });
    expect(found).toMatchObject({ kind: 'search' });
    expect(executes).toHaveLength(2);
  });

  test.each([
    ['a service that times out', { execute: () => {}, attemptMs: 3000 }],
    ['a gateway that times out', { execute: answering(504) }],
    ['a service that answers something other than JSON', { execute: answering(200, 'ok') }],
  ] satisfies [string, Script][])(
    'from %s is not repeated: the run may still be starting',
    async (_, script) => {
      const { trigger: found, executes } = await trigger(script);
      expect(found).toMatchObject({
        kind: 'search',
        ambiguousResponse: expect.stringContaining('/execute'),
        graceMs: 120_000,
      });
      expect(executes).toHaveLength(1);
    },
  );

  test.each([
    ['can not be read', [answering(503)]],
    ['holds a report that can not be read', [answering(200, { data: [{}], hasNextPage: false })]],
    ['never ends', [answering(200, { data: [], hasNextPage: true })]],
  ] satisfies [string, [Answer]][])('is not repeated if the history %s', async (_, history) => {
    const { trigger: found, executes } = await trigger({ history });
    expect(found).toMatchObject({ kind: 'search', ambiguousResponse: expect.stringContaining('/execute') });
    expect(executes).toHaveLength(1);
  });

  test('whose repetition conflicts with the first request: its run is waited for', async () => {
    const { trigger: found, executes } = await trigger({ execute: inTurn(broken, answering(409)) });
    expect(found).toMatchObject({
      kind: 'search',
      ambiguousResponse: expect.stringContaining('answered 409'),
    });
    expect(executes).toHaveLength(2);
  });

  const foreign = aResult({ testCaseId: randomUUID(), name: 'Another case' });
  test.each([
    ['of another browser', made(1, { browser: 'CHROMIUM' })],
    ['of another screen', made(1, { breakpoint: 'MOBILE' })],
    ['of another commit', made(1, { context: { ...context, sha: 'def' } })],
    ['from before the push', made(-30)],
  ])('is repeated if the only report is one %s', async (_, other) => {
    const report = made(20);
    const { trigger: found, executes } = await trigger({
      execute: inTurn(broken, started(report)),
      history: [listing(other)],
    });
    expect(found).toMatchObject({ kind: 'report', report: { id: report.id } });
    expect(executes).toHaveLength(2);
  });

  test.each([
    ['of another address', made(1, { executionUrl: 'http://other.test' })],
    ['with a case that is not known here', made(1, { testResults: [foreign] })],
    [
      'with more results than there are cases',
      made(1, {
        testResults: cases.concat(cases).map(({ testCase }) => aResult({ testCaseId: testCase.id })),
      }),
    ],
  ])('is neither repeated nor recovered with a report %s, which may be ours', async (_, unsure) => {
    const { trigger: found, executes } = await trigger({ history: [listing(unsure)] });
    expect(found).toMatchObject({ kind: 'search' });
    expect(found?.kind === 'search' && found.matches?.(unsure)).toBe(false);
    expect(found?.kind === 'search' && found.matches?.(made(1))).toBe(true);
    expect(executes).toHaveLength(1);
  });
});

describe('a lost response to a request whose outcome cannot be looked up', () => {
  const create = async (answer: Answer) => {
    await using server = await startHttpServer(answer);
    const client = createClient({ baseUrl: server.url, apiKey: 'the-key' });
    const error = await rejectionOf(
      startOnce('the discovery', () =>
        client.createDiscovery({ testTargetId: targetId }, { name: 'Pay', prompt: 'pay' }),
      ),
    );
    return { error: String(error), requests: server.requests };
  };

  test('is an error that says what may have happened, and the request is not repeated', async () => {
    const { error, requests } = await create(broken);
    expect(error).toContain(
      'It is unknown whether the discovery was started: the request had no usable response. POST http',
    );
    expect(error).toContain('Check the test target in the service');
    expect(requests).toHaveLength(1);
  });

  test('is not what a refusal is: that is reported as it is', async () => {
    const { error } = await create(answering(401));
    expect(error).toMatch(/^ServiceRefused: .*answered 401/);
  });
});
