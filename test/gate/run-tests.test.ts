import { once } from 'node:events';
import { describe, expect, it } from 'vitest';
import { UserError } from '../../src/common/errors.ts';
import { passedChecks } from '../../src/results/run-results.ts';
import { targetId } from '../support/reports.ts';
import { makeWorkspace } from '../support/run-action.ts';
import { connectionTo, openRunningService, runIn, twoCases } from '../support/running-service.ts';

describe('a run of tests', () => {
  it('is green with a proof if every test case passed, and closes its connection', async () => {
    await using workspace = await makeWorkspace(twoCases);
    await using service = await openRunningService((run) => run.pass());
    const totals: number[] = [];
    const { connect } = service;
    const verdict = await runIn(workspace, { connect, onProgress: ({ total }) => void totals.push(total) });
    expect(verdict).toMatchObject({
      status: 'passed',
      green: true,
      reason: '2 of 2 test cases passed.',
      proof: passedChecks.map((check) => ({ check })),
    });
    expect(verdict.results.map(({ name, place }) => [name, place?.file])).toEqual([
      ['Pay', 'browser-tests/a.yaml'],
      ['Search', 'browser-tests/b.yaml'],
    ]);
    expect(verdict).not.toHaveProperty('reportUrl');
    expect(totals.at(-1)).toBe(2);
    expect(service.open()).toBe(0);
  });

  it.each([
    ['', 1],
    ['1/2', 1],
    ['2/2', undefined],
  ])('counts the test cases that are switched off once: with the shard "%s"', async (shard, switchedOff) => {
    const off = twoCases['browser-tests/a.yaml'].replace('Pay', 'Refund\nrunStatus: OFF');
    await using workspace = await makeWorkspace({ ...twoCases, 'browser-tests/c.yaml': off });
    await using service = await openRunningService((run) => run.pass());
    const verdict = await runIn(workspace, { connect: service.connect, inputs: { shard } });
    expect(verdict).toMatchObject({ status: 'passed' });
    expect(verdict.switchedOff).toBe(switchedOff);
  });

  it('is red and has no proof if a test case failed', async () => {
    await using workspace = await makeWorkspace(twoCases);
    await using service = await openRunningService((run) => {
      for (const { id, description } of run.plan.cases) {
        const failed = description === 'Pay';
        run.onOutcome({
          testCaseId: id,
          status: failed ? 'FAILED' : 'PASSED',
          errorMessage: failed ? 'late' : null,
        });
      }
      run.end();
    });
    expect(await runIn(workspace, { connect: service.connect })).toMatchObject({
      status: 'failed',
      green: false,
      proof: [],
      results: [{ status: 'failed', errorMessage: 'late' }, { status: 'passed' }],
    });
  });

  it('is an error, not a failure, if the runner broke', async () => {
    await using workspace = await makeWorkspace(twoCases);
    await using service = await openRunningService((run) => run.fail(new Error('no browser')));
    expect(await runIn(workspace, { connect: service.connect })).toMatchObject({
      status: 'error',
      green: false,
      results: [{ status: 'error' }, { status: 'error' }],
    });
  });
});

describe('nothing to run', () => {
  it('is green with `tests: none`, and the proof says so', async () => {
    await using workspace = await makeWorkspace();
    const reason = 'Nothing to test: the input `tests` is `none`.';
    expect(await runIn(workspace, { inputs: { tests: 'none' } })).toMatchObject({
      status: 'nothing-to-run',
      green: true,
      proof: [{ check: 'tests-none', compared: reason }],
      reason,
    });
  });

  it('is green in a shard that is left without a test case', async () => {
    await using workspace = await makeWorkspace(twoCases);
    expect(await runIn(workspace, { inputs: { shard: '3/3' } })).toMatchObject({
      status: 'nothing-to-run',
      green: true,
      proof: [{ check: 'empty-shard' }],
      reason: expect.stringContaining('Shard 3 of 3 has no test case'),
    });
  });

  it('is red if the files have no test case', async () => {
    await using workspace = await makeWorkspace({ 'browser-tests/a.yaml': '[]\n' });
    expect(await runIn(workspace)).toMatchObject({
      status: 'nothing-to-run',
      green: false,
      proof: [],
      reason: expect.stringContaining('The test files contain no test case.'),
    });
  });

  it('is red if every test case is switched off', async () => {
    await using workspace = await makeWorkspace({
      'browser-tests/a.yaml': 'description: A\nrunStatus: OFF\nelements: []\n',
    });
    expect(await runIn(workspace)).toMatchObject({
      status: 'nothing-to-run',
      green: false,
      reason:
        'No test case was selected: 1 of 1 is switched off (`runStatus: OFF`). A run that tests nothing does not pass.',
    });
  });

  it('is red if no test case is left, and counts the reasons', async () => {
    const caseWith = (name: string, field: string) =>
      `description: ${name}\n${field}\nelements: [{ interaction: { action: GO_TO, calledWith: / } }]\n`;
    await using workspace = await makeWorkspace({
      'browser-tests/a.yaml': caseWith('A', 'runStatus: OFF'),
      'browser-tests/b.yaml': caseWith('B', 'excludedEnvironmentNames: [staging]'),
      'browser-tests/c.yaml': caseWith('C', 'tagNames: [smoke, cart]'),
      'browser-tests/d.yaml': caseWith('D', 'tagNames: []'),
    });
    const inputs = { tags: 'smok', environment: 'staging' };
    expect(await runIn(workspace, { inputs })).toMatchObject({
      status: 'nothing-to-run',
      green: false,
      reason:
        'No test case was selected: 1 of 4 is switched off (`runStatus: OFF`), 1 of 4 is excluded from the environment "staging", 2 of 4 are without the tag "smok". Their tags: "cart", "smoke". A run that tests nothing does not pass.',
    });
    const separated = await runIn(workspace, { inputs: { tags: 'smoke, cart' } });
    expect(separated.reason).toContain('A comma or a space does not separate tags: give each by itself.');
  });
});

describe('a run without a report', () => {
  it('is an error if the test files are wrong, and no service is connected', async () => {
    await using workspace = await makeWorkspace({ 'browser-tests/a.yaml': 'description: [\n' });
    let connected = 0;
    const connect = async () => {
      connected += 1;
      throw new Error('not reached');
    };
    const { status, green, reason } = await runIn(workspace, { connect });
    expect({ status, green, connected }).toEqual({ status: 'error', green: false, connected: 0 });
    expect(reason).toContain('browser-tests/a.yaml:2:1');
  });

  it.each([
    ['the embedded service', {}],
    [
      'a hosted service',
      { 'service-url': 'https://service.test', 'api-key': 'k', 'test-target-id': targetId },
    ],
  ])('is an error if a test case has no steps, and %s is not connected', async (_, inputs) => {
    await using workspace = await makeWorkspace({ 'browser-tests/a.yaml': 'description: A\nelements: []\n' });
    expect(await runIn(workspace, { inputs })).toMatchObject({
      status: 'error',
      green: false,
      reason: expect.stringContaining(
        'browser-tests/a.yaml:2:11: elements: the test case has no steps, so it tests nothing.',
      ),
    });
  });

  it.each([
    ['an error', new Error('no browser')],
    ['an error that the user can correct', new UserError('no browser')],
    ['a text', 'no browser'],
  ])('is an error if connecting throws %s; each expected test case is listed', async (_, thrown) => {
    await using workspace = await makeWorkspace(twoCases);
    const verdict = await runIn(workspace, {
      connect: async () => {
        throw thrown;
      },
    });
    expect(verdict).toMatchObject({ status: 'error', green: false, reason: 'no browser' });
    expect(verdict.results.map(({ name, status }) => [name, status])).toEqual([
      ['Pay', 'unfinished'],
      ['Search', 'unfinished'],
    ]);
  });

  it('is an error if closing the connection throws after a green verdict', async () => {
    await using workspace = await makeWorkspace(twoCases);
    await using service = await openRunningService((run) => run.pass());
    const connect = async () => ({
      ...connectionTo(service),
      async [Symbol.asyncDispose]() {
        throw new Error('the browser would not end');
      },
    });
    expect(await runIn(workspace, { connect })).toMatchObject({
      status: 'error',
      green: false,
      reason: 'the browser would not end',
    });
  });
});

/** Resolves when the signal is aborted. */
async function aborted(signal: AbortSignal): Promise<void> {
  if (!signal.aborted) await once(signal, 'abort');
}

describe('the deadline', () => {
  it('ends a run whose service cannot be connected to', async () => {
    await using workspace = await makeWorkspace(twoCases);
    const connect = async (signal: AbortSignal) => {
      await aborted(signal);
      throw signal.reason;
    };
    const { status, green, reason, results } = await runIn(workspace, { connect, timeoutMs: 100 });
    expect({ status, green, results: results.length }).toEqual({
      status: 'timed-out',
      green: false,
      results: 2,
    });
    expect(reason).toContain('(input `timeout`)');
    expect(reason).toContain('2 test cases have no result.');
  });

  it('ends a run whose tests do not end; each expected test case is unfinished', async () => {
    await using workspace = await makeWorkspace(twoCases);
    await using service = await openRunningService(() => {});
    const { connect } = service;
    const { status, green, results } = await runIn(workspace, { connect, timeoutMs: 500 });
    expect({ status, green }).toEqual({ status: 'timed-out', green: false });
    expect(results.map((result) => result.status)).toEqual(['unfinished', 'unfinished']);
  });

  it('does not hide what the user can correct', async () => {
    await using workspace = await makeWorkspace(twoCases);
    const connect = async (signal: AbortSignal) => {
      await aborted(signal);
      throw new UserError('The app does not answer.');
    };
    expect(await runIn(workspace, { connect, timeoutMs: 100 })).toMatchObject({
      status: 'error',
      reason: 'The app does not answer.',
    });
  });
});

describe('a cancelled run', () => {
  it('ends with what it has, while the tests are running', async () => {
    await using workspace = await makeWorkspace(twoCases);
    const job = new AbortController();
    await using service = await openRunningService((run) => {
      const [first] = run.plan.cases;
      if (first !== undefined) run.onOutcome({ testCaseId: first.id, status: 'PASSED', errorMessage: null });
      job.abort(new Error('the job was cancelled'));
    });
    const verdict = await runIn(workspace, { connect: service.connect, cancel: job.signal });
    expect(verdict).toMatchObject({ status: 'cancelled', green: false, proof: [] });
    expect(verdict.results).toHaveLength(2);
  });

  it('ends while it connects, also if that never ends', async () => {
    await using workspace = await makeWorkspace(twoCases);
    const job = new AbortController();
    const connect = () => {
      job.abort(new Error('the job was cancelled'));
      return new Promise<never>(() => {});
    };
    expect(await runIn(workspace, { connect, cancel: job.signal })).toMatchObject({
      status: 'cancelled',
      green: false,
    });
  });

  it('begins nothing if it was cancelled before', async () => {
    await using workspace = await makeWorkspace(twoCases);
    const connect = async (signal: AbortSignal) => {
      signal.throwIfAborted();
      throw new Error('not reached');
    };
    expect(await runIn(workspace, { connect, cancel: AbortSignal.abort() })).toMatchObject({
      status: 'cancelled',
      reason: 'The run was cancelled before there was any result. 2 test cases have no result.',
    });
  });
});
