import { describe, expect, it } from 'vitest';
import { buildContext } from '../../../src/gate/context/context.ts';
import { readInputs } from '../../../src/gate/inputs/read-inputs.ts';
import { runDiscovery } from '../../../src/gate/modes/discovery.ts';
import { connectTo } from '../../support/connection.ts';
import { createFakeClock } from '../../support/fake-clock.ts';
import { sendJson, startHttpServer } from '../../support/http-server.ts';
import { createRecordingHost } from '../../support/recording-host.ts';
import { targetId } from '../../support/reports.ts';

const discoveryId = '11111111-1111-4111-8111-111111111111';
const testCaseId = '22222222-2222-4222-8222-222222222222';
const open = ['CREATED', 'IN_PROGRESS', 'QUEUED', 'PAUSED'];
const failed = ['ERROR', 'FAILED', 'ABORTED', 'STOPPED', 'INCOMPLETE', 'OUTDATED'];

interface Script {
  /** The answers to the polls of the test case, the last one again and again; a number is a refusal. */
  readonly polls: readonly (object | number)[];
  /** The versions of the operation that the service has. */
  readonly versions?: readonly string[];
  /** When the time of the run is over, by the clock of the test. */
  readonly timeoutMs?: number;
  readonly lacks?: number;
}

/** Runs a discovery at a scripted service, on a clock that moves only when the wait sleeps. */
async function discover({ polls, versions = ['v2', 'v3'], timeoutMs = 600_000, lacks = 404 }: Script) {
  const answers = [...polls];
  await using server = await startHttpServer(({ method, url }, response) => {
    if (method === 'POST') {
      return versions.some((version) => url.includes(`/${version}/`))
        ? sendJson(response, 200, { discoveryId, testCaseId })
        : sendJson(response, lacks, { message: 'no such operation' });
    }
    const answer = (answers.length > 1 ? answers.shift() : answers[0]) ?? {};
    if (typeof answer === 'number') return sendJson(response, answer, { message: 'refused' });
    sendJson(response, 200, { id: testCaseId, testTargetId: targetId, elements: [], ...answer });
  });
  const env = {
    INPUT_MODE: 'discovery',
    INPUT_NAME: 'Buy',
    INPUT_PROMPT: 'Buy a book',
    'INPUT_SERVICE-URL': server.url,
    'INPUT_API-KEY': 'the-key',
    'INPUT_TEST-TARGET-ID': targetId,
  };
  const inputs = readInputs(env);
  if (inputs.mode.kind !== 'discovery') throw new Error('not a discovery');
  const clock = createFakeClock();
  const deadline = new AbortController();
  clock.at(timeoutMs, () => deadline.abort(new DOMException('the time is over', 'TimeoutError')));
  const host = createRecordingHost();
  const connection = connectTo(server.url);
  const started = runDiscovery({
    mode: inputs.mode,
    inputs,
    connection,
    connect: async () => connection,
    context: buildContext({ GITHUB_WORKSPACE: '/' }, undefined),
    evidenceFolder: '/',
    cases: [],
    host,
    clock,
    onProgress: () => {},
    cancel: new AbortController().signal,
    deadline: deadline.signal,
    signal: deadline.signal,
  });
  const outcome = await started.catch((error: Error) => ({ status: 'error', reason: error.message }));
  return { outcome, requests: server.requests, host };
}

const inState = (status: string, more: object = {}) => ({ discovery: { status, ...more } });
const step = { elements: [] };
const succeeded = { ...inState('SUCCESS'), elements: undefined };

describe('a discovery', () => {
  it('is done when its state is SUCCESS, and not before', async () => {
    const polls = [step, ...open.map((state) => inState(state)), inState('A_NEW_ONE'), succeeded];
    const { outcome, requests } = await discover({ polls });
    expect(outcome).toMatchObject({
      status: 'done',
      reason: `The discovery ${discoveryId} has created the test case "Buy" (${testCaseId}).`,
    });
    expect(requests).toHaveLength(1 + polls.length);
  });

  it.each(failed)('is an error with the message of the service if it ends with %s', async (state) => {
    const { outcome } = await discover({
      polls: [
        inState('IN_PROGRESS'),
        inState(state, { message: 'The page\n has no shop', abortCause: 'LIMIT' }),
      ],
    });
    expect(outcome).toMatchObject({
      status: 'error',
      reason: `The discovery of "Buy" ended with ${state}: The page has no shop; LIMIT. Check the inputs \`prompt\` and \`entry-point\`.`,
    });
  });

  it('is an error without a message, too', async () => {
    const { outcome } = await discover({ polls: [inState('FAILED')] });
    const reason = expect.stringContaining('ended with FAILED. The service gives no reason.');
    expect(outcome).toMatchObject({ status: 'error', reason });
  });

  it.each([...open, 'A_NEW_ONE'])('times out in the state %s, which is named', async (state) => {
    const { outcome } = await discover({ polls: [inState(state)], timeoutMs: 60_000 });
    const lastState = open.includes(state)
      ? `Its last state is ${state}.`
      : `Its last state is unknown to this version: ${state}.`;
    expect(outcome).toMatchObject({ status: 'timed-out', reason: expect.stringContaining(lastState) });
  });

  it.each([{}, { discovery: null }, { discovery: {} }, inState(' ')])(
    'is not green if the service reports no state: %j',
    async (answer) => {
      expect((await discover({ polls: [answer] })).outcome).toMatchObject({
        status: 'error',
        reason: expect.stringContaining('has no state: the service reports none'),
      });
      expect((await discover({ polls: [answer], timeoutMs: 30_000 })).outcome).toMatchObject({
        status: 'timed-out',
        reason: expect.stringContaining('The service has reported no state for it.'),
      });
    },
  );

  it.each([
    ['another test case', { id: discoveryId }, 'test case'],
    ['another test target', { testTargetId: discoveryId }, 'test target'],
    ['another discovery', inState('SUCCESS', { id: testCaseId }), 'discovery'],
    ['success, but a test case without steps', { ...inState('SUCCESS'), elements: [] }, 'no steps'],
    ['success, and an error', inState('SUCCESS', { error: 'no button' }), '`error`: no button'],
    ['success, and errors of the test case', { ...inState('SUCCESS'), errors: ['odd'] }, '`errors`: ["odd"]'],
  ])('is an error if the service answers with %s', async (_, answer, reason) => {
    const { outcome } = await discover({ polls: [{ ...succeeded, ...answer }] });
    expect(outcome).toMatchObject({ status: 'error', reason: expect.stringContaining(reason) });
  });

  it('continues after single refused polls, and ends if all are refused', async () => {
    const { outcome } = await discover({ polls: [500, 404, 404, inState('QUEUED'), 503, succeeded] });
    expect(outcome.status).toBe('done');
    expect((await discover({ polls: [404] })).outcome).toMatchObject({
      status: 'error',
      reason: expect.stringContaining('answered 404'),
    });
  });
});

describe('the operation', () => {
  it.each([404, 405])('is called in version 3 if version 2 is answered with %d', async (lacks) => {
    const { outcome, requests } = await discover({ polls: [succeeded], versions: ['v3'], lacks });
    expect(outcome.status).toBe('done');
    expect(requests.map(({ method, url }) => `${method} ${url}`).slice(0, 2)).toEqual([
      `POST /api/apiKey/v2/test-targets/${targetId}/discoveries`,
      `POST /api/apiKey/v3/test-targets/${targetId}/discoveries`,
    ]);
  });

  it('is called only once if version 2 accepts or refuses it', async () => {
    const posts = async (script: Script) =>
      (await discover(script)).requests.filter(({ method }) => method === 'POST').length;
    expect(await posts({ polls: [succeeded] })).toBe(1);
    expect(await posts({ polls: [succeeded], versions: [], lacks: 400 })).toBe(1);
  });

  it('is an error if the service has neither version', async () => {
    const { outcome } = await discover({ polls: [succeeded], versions: [] });
    expect(outcome).toMatchObject({ status: 'error', reason: expect.stringContaining('answered 404') });
  });
});
