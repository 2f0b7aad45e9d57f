import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { endedOnce, startHosted } from '../support/hosted-stand-in.ts';
import { sendJson } from '../support/http-server.ts';
import { aResult } from '../support/reports.ts';
import { clickCase, makeScenario, makeStep, type RunOptions, type Scenario } from '../support/scenario.ts';

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

/** Kills the run once its comment says that it is running. */
const killedOnceRunning = ({ github }: Scenario) =>
  killedOnce(() => github.comments.some(({ body }) => body.includes('⏳')));

describe('the post step', () => {
  it('says that a killed run was cancelled', async () => {
    await using scenario = await makeScenario({ files });
    await using hosted = await startHosted('waiting');
    await using step = await makeStep(scenario);
    const killed = await step.main({ inputs: hosted.inputs, during: killedOnceRunning(scenario) });
    expect(killed.exitCode).toBe(null);
    const { exitCode, log } = await step.post();
    expect(exitCode).toBe(0);
    expect(log).toContain('The main step was killed or cancelled before there was a verdict.');
    expect(scenario.github.comments).toHaveLength(1);
    const [comment] = scenario.github.comments;
    expect(comment?.body).toContain('🚫 Browser tests were cancelled');
    expect(comment?.body).toContain('The job ended before there was a verdict.');
    expect(comment?.body).toContain('Commit `aaaaaaa`');
    expect(comment?.body).not.toContain('⏳');
  });

  it('posts the results that a killed run had, on the pull request and on the page of the workflow run', async () => {
    await using scenario = await makeScenario({
      files: { ...files, 'browser-tests/b.yaml': clickCase('B', 'Pay', 'Thank you') },
    });
    // B waits forever.
    await using hosted = await startHosted((cases) => ({
      testResults: cases.map(({ id, description }) =>
        aResult({
          id,
          testCaseId: id,
          name: description,
          status: description === 'A' ? 'FAILED' : 'WAITING',
        }),
      ),
    }));
    await using step = await makeStep(scenario);
    const env = { RUNNER_TEMP: join(scenario.workspace.path, 'temp') };
    const kept = async () => {
      const { evidenceFolder } = JSON.parse(Object.values(await step.state())[0] ?? '{}');
      return evidenceFolder !== undefined && existsSync(join(evidenceFolder, 'results.json'));
    };
    const during = killedOnce(async () => scenario.github.comments.length > 0 && (await kept()));
    expect((await step.main({ inputs: hosted.inputs, env, during })).exitCode).toBe(null);
    const { summary, log } = await step.post({ env });
    for (const text of [scenario.github.comments[0]?.body, summary]) {
      expect(text).toContain('### 🚫 Browser tests were cancelled (1 failed, 1 unfinished of 2');
      expect(text).toContain('The job ended before there was a verdict.');
      expect(text).toContain('**A**');
    }
    expect(log).toContain('::error title=Browser test failed,file=browser-tests/a.yaml,line=1::');
  });

  it('makes no request if the main step has posted its results', async () => {
    await using scenario = await makeScenario({ files });
    await using hosted = await startHosted('passed');
    await using step = await makeStep(scenario);
    const { exitCode } = await step.main({ inputs: hosted.inputs });
    expect(exitCode).toBe(0);
    const requests = scenario.github.requests.length;
    const { exitCode: postExitCode, summary } = await step.post();
    expect([postExitCode, summary]).toEqual([0, '']);
    expect(scenario.github.requests).toHaveLength(requests);
    expect(scenario.github.comments[0]?.body).toContain('✅');
  });

  it('posts the results that the main step could not post', async () => {
    let patches = 0;
    await using scenario = await makeScenario({
      files,
      github: {
        intercept: ({ method }, response) => {
          if (method === 'PATCH') patches += 1;
          if (method !== 'PATCH' || patches > 1) return false;
          sendJson(response, 422, { message: 'Not now' });
          return true;
        },
      },
    });
    await using hosted = await startHosted(endedOnce(() => scenario.github.comments.length > 0));
    await using step = await makeStep(scenario);
    const env = { RUNNER_TEMP: join(scenario.workspace.path, 'temp') };
    const { exitCode, log } = await step.main({ inputs: hosted.inputs, env });
    expect(exitCode).toBe(0);
    expect(log).toContain('The comment could not be posted: Not now');
    expect(scenario.github.comments[0]?.body).toContain('⏳');
    await step.post({ env });
    expect(scenario.github.comments[0]?.body).toContain('✅ Browser tests passed (1 passed of 1');
  });

  it('removes what a killed run has left in folders for temporary files', async () => {
    await using scenario = await makeScenario({ files });
    await using step = await makeStep(scenario);
    await step.main({
      during: (child, log) => {
        child.stdout?.on('data', () => log().includes('::group::Browser tests') && child.kill('SIGKILL'));
      },
    });
    const { tempFolder } = JSON.parse(Object.values(await step.state())[0] ?? '{}');
    expect(existsSync(tempFolder)).toBe(true);
    await step.post();
    expect(existsSync(tempFolder)).toBe(false);
  });

  it.each([
    ['nothing was saved', {}],
    ['what was saved is broken', { 'STATE_browser-test-gate': '{' }],
  ])('is green if %s', async (_, env) => {
    await using scenario = await makeScenario({ files });
    await using step = await makeStep(scenario);
    const { exitCode, log } = await step.post({ env });
    expect(exitCode).toBe(0);
    expect(log.replaceAll(/^::add-mask::.*$/gm, '').trim()).toBe('');
    expect(scenario.github.requests).toEqual([]);
  });

  it('is green if every request to GitHub fails', async () => {
    let broken = false;
    await using scenario = await makeScenario({
      files,
      github: {
        intercept: (_, response) => {
          if (broken) sendJson(response, 500, { message: 'Server Error' });
          return broken;
        },
      },
    });
    await using hosted = await startHosted('waiting');
    await using step = await makeStep(scenario);
    await step.main({ inputs: hosted.inputs, during: killedOnceRunning(scenario) });
    broken = true;
    const { exitCode, log } = await step.post();
    expect(exitCode).toBe(0);
    expect(log).toContain(
      'after the browser tests: The comment could not be posted: Server Error (500). This may be temporary.',
    );
  });
});
