import { describe, expect, it } from 'vitest';
import { startArtifactServer } from '../support/artifact-server.ts';
import { startHosted } from '../support/hosted-stand-in.ts';
import { clickCase, makeScenario, makeStep, type RunOptions } from '../support/scenario.ts';

const files = { 'browser-tests/a.yaml': clickCase('A', 'Pay', 'Thank you') };

/** Kills the run once this is true. */
const killedOnce =
  (isTime: () => Promise<boolean> | boolean): NonNullable<RunOptions['during']> =>
  (child) => {
    const timer = setInterval(async () => {
      if (await isTime()) child.kill('SIGKILL');
    }, 20);
    child.on('exit', () => clearInterval(timer));
  };

describe('the post step', () => {
  it('adds its own end to the comment of several jobs: the results of the others stay', async () => {
    await using scenario = await makeScenario({ files });
    await using uploads = await startArtifactServer();
    await using passed = await startHosted('passed');
    await using hosted = await startHosted('waiting');
    await using step = await makeStep(scenario);
    const { env } = uploads;
    const of = (browser: string) => ({ matrix: JSON.stringify({ browser }), 'job-total': '2' });
    await scenario.run({ inputs: { ...passed.inputs, ...of('FIREFOX') }, env });
    const during = killedOnce(async () =>
      Object.values(await step.state())
        .join()
        .includes('"isDone"'),
    );
    await step.main({ inputs: { ...hosted.inputs, ...of('CHROMIUM') }, env, during });
    const [comment] = scenario.github.comments;
    expect(comment?.body).toContain('1 of 2 jobs reported');
    const { exitCode, log } = await step.post({ env });
    expect(exitCode, log).toBe(0);
    expect(comment?.body).toContain('### 🚫 Browser tests were cancelled');
    expect(comment?.body).toMatch(/^\| 🚫 \| browser .*CHROMIUM/m);
    expect(comment?.body).toMatch(/^\| ✅ \| browser .*FIREFOX.*1 passed of 1/m);
    expect(scenario.github.comments).toHaveLength(1);
  });

  it('uploads that a killed run was cancelled, also without a comment, for a last job of the workflow', async () => {
    await using scenario = await makeScenario({ files });
    await using uploads = await startArtifactServer();
    await using hosted = await startHosted('waiting');
    await using step = await makeStep(scenario);
    const { env } = uploads;
    const during = killedOnce(() => hosted.requests.length > 0);
    await step.main({ inputs: { ...hosted.inputs, comment: 'never' }, env, during });
    expect(uploads.artifacts).toEqual([]);
    await step.post({ env });
    const inputs = { mode: 'publish', url: '', needs: '{"browser": {"result": "success"}}' };
    const { exitCode, outputs } = await scenario.run({ inputs, env: { ...env, GITHUB_JOB: 'gate' } });
    expect({ exitCode, status: outputs.status }).toEqual({ exitCode: 1, status: 'cancelled' });
  });
});
