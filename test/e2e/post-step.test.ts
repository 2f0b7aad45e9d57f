import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { commentKey, writeMarker } from '../../src/publish/comment/comment-marker.ts';
import { startHosted } from '../support/hosted-stand-in.ts';
import { sendJson } from '../support/http-server.ts';
import { root } from '../support/run-action.ts';
import { clickCase, makeScenario, type RunOptions, type Scenario } from '../support/scenario.ts';

const files = { 'browser-tests/a.yaml': clickCase('A', 'Pay', 'Thank you') };

/** A step with its post step: what the first saves, the runner gives to the second. */
async function makeStep(scenario: Scenario) {
  const folder = await mkdtemp(join(tmpdir(), 'state-'));
  const file = join(folder, 'state');
  await writeFile(file, '');
  const state = async () => {
    const text = await readFile(file, 'utf8');
    const saved = [...text.matchAll(/^(.+)<<(.+)\n([\s\S]*?)\n\2$/gm)];
    return Object.fromEntries(saved.map(([, name, , value]) => [`STATE_${name}`, value ?? '']));
  };
  return {
    state,
    main: (options: RunOptions) => scenario.run({ ...options, env: { GITHUB_STATE: file, ...options.env } }),
    post: async (options: RunOptions = {}) =>
      scenario.run({
        ...options,
        entry: join(root, 'dist/post/index.js'),
        env: { ...(await state()), ...options.env },
      }),
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }),
  };
}

/** Kills the run once it has saved which comment says that it is running. */
const killedOnceRunning =
  (step: { state(): Promise<Record<string, string>> }): NonNullable<RunOptions['during']> =>
  (child) => {
    const timer = setInterval(async () => {
      const saved = Object.values(await step.state()).join();
      if (saved.includes('"known"')) child.kill('SIGKILL');
    }, 20);
    child.on('exit', () => clearInterval(timer));
  };

describe('the post step', () => {
  it('says that a run was cancelled which was killed', async () => {
    await using scenario = await makeScenario({ files });
    await using hosted = await startHosted('waiting');
    await using step = await makeStep(scenario);
    const killed = await step.main({ inputs: hosted.inputs, during: killedOnceRunning(step) });
    expect(killed.exitCode).toBe(null);
    const { exitCode } = await step.post();
    expect(exitCode).toBe(0);
    expect(scenario.github.comments).toHaveLength(1);
    const [comment] = scenario.github.comments;
    expect(comment?.body).toContain('🚫 Browser tests were cancelled');
    expect(comment?.body).toContain('The job ended before there was a verdict.');
    expect(comment?.body).toContain('Commit `aaaaaaa`');
    expect(comment?.body).not.toContain('⏳');
  });

  it('finds the comment also where its id was not saved any more', async () => {
    await using scenario = await makeScenario({ files });
    await using hosted = await startHosted('waiting');
    await using step = await makeStep(scenario);
    await step.main({ inputs: hosted.inputs, during: killedOnceRunning(step) });
    const [name = '', text = ''] = Object.entries(await step.state())[0] ?? [];
    const state = JSON.parse(text);
    delete state.place.known;
    await step.post({ env: { [name]: JSON.stringify(state) } });
    expect(scenario.github.comments[0]?.body).toContain('🚫');
  });

  it('ends its own section alone: what other jobs say in the comment stays', async () => {
    await using scenario = await makeScenario({ files });
    await using passed = await startHosted('passed');
    await using hosted = await startHosted('waiting');
    await using step = await makeStep(scenario);
    const shared = { 'comment-key': 'all' };
    await scenario.run({ inputs: { ...passed.inputs, ...shared }, env: { GITHUB_JOB: 'other' } });
    await step.main({ inputs: { ...hosted.inputs, ...shared }, during: killedOnceRunning(step) });
    expect(scenario.github.comments[0]?.body).toMatch(/^\| ⏳ \| \[browser\]/m);
    await step.post();
    const [comment] = scenario.github.comments;
    expect(comment?.body).toMatch(/^\| 🚫 \| \[browser\]/m);
    expect(comment?.body).toMatch(/^\| ✅ \| \[other\].*1 passed of 1/m);
    expect(scenario.github.comments).toHaveLength(1);
  });

  it('asks nobody where the main step has told its verdict', async () => {
    await using scenario = await makeScenario({ files });
    await using hosted = await startHosted('passed');
    await using step = await makeStep(scenario);
    const { exitCode } = await step.main({ inputs: hosted.inputs });
    expect(exitCode).toBe(0);
    const asked = scenario.github.requests.length;
    expect((await step.post()).exitCode).toBe(0);
    expect(scenario.github.requests).toHaveLength(asked);
    expect(scenario.github.comments[0]?.body).toContain('✅');
  });

  it.each([
    ['a newer run', { runId: 101, attempt: 1 }, true],
    ['a verdict of the same run', { runId: 100, attempt: 1 }, false],
  ])('leaves %s as it is', async (_, by, running) => {
    await using scenario = await makeScenario({ files });
    await using hosted = await startHosted('waiting');
    await using step = await makeStep(scenario);
    await step.main({ inputs: hosted.inputs, during: killedOnceRunning(step) });
    const [comment] = scenario.github.comments;
    const body = `${writeMarker(commentKey('Checks', 'browser'), by, running)}\nmine`;
    if (comment !== undefined) comment.body = body;
    await step.post();
    expect(scenario.github.comments.map((each) => each.body)).toEqual([body]);
  });

  it('tells the verdict that the main step could not write', async () => {
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
    await using hosted = await startHosted('passed');
    await using step = await makeStep(scenario);
    const { exitCode, log } = await step.main({ inputs: hosted.inputs });
    expect(exitCode).toBe(0);
    expect(log).toContain('The comment could not be written: Not now');
    expect(scenario.github.comments[0]?.body).toContain('⏳');
    await step.post();
    expect(scenario.github.comments[0]?.body).toContain('✅ Browser tests passed');
    expect(scenario.github.comments[0]?.body).toContain('the job summary has the results.');
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
  ])('is green where %s', async (_, env) => {
    await using scenario = await makeScenario({ files });
    await using step = await makeStep(scenario);
    const { exitCode, log } = await step.post({ env });
    expect([exitCode, log]).toEqual([0, '']);
    expect(scenario.github.requests).toEqual([]);
  });

  it('is green where GitHub answers nothing but errors', async () => {
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
    await step.main({ inputs: hosted.inputs, during: killedOnceRunning(step) });
    broken = true;
    const { exitCode, log } = await step.post();
    expect(exitCode).toBe(0);
    expect(log).toContain('Tidying up after the browser tests: Server Error');
  });
});
