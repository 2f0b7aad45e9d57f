import { describe, expect, it } from 'vitest';
import { startHosted } from '../support/hosted-stand-in.ts';
import { clickCase, makeScenario } from '../support/scenario.ts';

const files = { 'browser-tests/a.yaml': clickCase('A', 'Pay', 'Thank you') };

/** Code that runs inside the action's process. */
const inside = (code: string) => ({
  NODE_OPTIONS: `--import data:text/javascript,${encodeURIComponent(code)}`,
});

describe('without a verdict the job is red', () => {
  it.each([
    ['throws what is no error', 'setTimeout(() => { throw null }, 1500)'],
    ['throws what has no text', 'setTimeout(() => { throw Object.create(null) }, 1500)'],
    ['rejects a promise that nobody waits for', 'setTimeout(() => Promise.reject({}), 1500)'],
    [
      'has nothing left to wait for',
      `import net from 'node:net';
       const { connect } = net.Socket.prototype;
       net.Socket.prototype.connect = function (...given) { this.unref(); return connect.apply(this, given).unref(); };
       const { setTimeout: real } = globalThis;
       globalThis.setTimeout = (...given) => { const timer = real(...given); timer.unref(); return timer; };`,
    ],
  ])('where the process %s', async (_, code) => {
    await using scenario = await makeScenario({ files });
    await using hosted = await startHosted('silent');
    const { exitCode, outputs } = await scenario.run({ inputs: hosted.inputs, env: inside(code) });
    expect(exitCode).toBeGreaterThan(0);
    expect(outputs.status).not.toBe('passed');
  });

  it('where the inputs are wrong, and nothing can be written', async () => {
    await using scenario = await makeScenario({ files });
    const { exitCode, log } = await scenario.run({
      inputs: { timeout: 'soon' },
      env: { GITHUB_OUTPUT: '/dev/full', GITHUB_STEP_SUMMARY: '/dev/full' },
    });
    expect(exitCode).toBe(1);
    expect(log).toContain('::error::');
    expect(log).toContain('timeout');
  });
});

it('a workspace that is missing is named, and what to do', async () => {
  await using scenario = await makeScenario({ files });
  const { exitCode, log } = await scenario.runInProcess({ env: { GITHUB_WORKSPACE: '/nowhere/workspace' } });
  expect(log).toContain(
    '::error::The workspace is not there: GITHUB_WORKSPACE is /nowhere/workspace, which is not a',
  );
  expect(log).toContain('actions/checkout');
  expect(exitCode).toBe(1);
});

describe('a green verdict stays green', () => {
  it.each([
    ['the outputs', { GITHUB_OUTPUT: '/dev/full' }, 'Cannot write the outputs of the step: ENOSPC'],
    ['the summary', { GITHUB_STEP_SUMMARY: '/dev/full' }, 'Cannot write the job summary: ENOSPC'],
    ['the results file', { RUNNER_TEMP: '/sys' }, 'Cannot write results.json: E'],
    ['what the post step needs', { GITHUB_STATE: '/dev/full' }, 'Verdict: passed'],
    ['a comment', { GITHUB_API_URL: 'http://127.0.0.1:9' }, 'The comment could not be posted: '],
  ])('where no room is left for %s', async (_, env, words) => {
    await using scenario = await makeScenario({ files });
    await using hosted = await startHosted('passed');
    const { exitCode, log } = await scenario.run({ inputs: hosted.inputs, env });
    expect(log).toContain(words);
    expect(exitCode).toBe(0);
  });

  it('where the file of the outputs is missing, with one warning', async () => {
    await using scenario = await makeScenario({ files });
    await using hosted = await startHosted('passed');
    const { exitCode, log } = await scenario.run({
      inputs: hosted.inputs,
      env: { GITHUB_OUTPUT: '/nowhere/output' },
    });
    expect(log.match(/^::warning::.*\/nowhere\/output/gm)).toEqual([
      '::warning::Cannot write the outputs of the step: Missing file at path: /nowhere/output',
    ]);
    expect(log).toContain('Check the file that GITHUB_OUTPUT names.');
    expect(exitCode).toBe(0);
  });

  it('if the log is no longer read', async () => {
    await using scenario = await makeScenario({ files });
    await using hosted = await startHosted('passed');
    const { exitCode, outputs } = await scenario.run({
      inputs: hosted.inputs,
      during: ({ stdout, stderr }) => {
        stdout?.destroy();
        stderr?.destroy();
      },
    });
    expect(outputs.status).toBe('passed');
    expect(exitCode).toBe(0);
  });
});
