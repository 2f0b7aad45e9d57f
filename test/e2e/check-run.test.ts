import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { workflowCommands } from '../fuzz/workflow-commands.ts';
import { ended, failedAt, startHosted } from '../support/hosted-stand-in.ts';
import { root } from '../support/run-action.ts';
import { clickCase, makeScenario, manyCases, type Scenario } from '../support/scenario.ts';

const files = { 'browser-tests/a.yaml': clickCase('Ada pays', 'Pay', 'Thank you') };
const noHeading = ended((each) => failedAt(each, 1, 'no heading'));

const checkRequests = ({ github }: Scenario) =>
  github.requests.filter(({ url }) => url.includes('check-runs')).map(({ method }) => method);
const errorsOf = (log: string) => workflowCommands(log).filter(({ name }) => name === 'error');

describe('with check: true', () => {
  it('the head commit has a check run with the verdict and the annotations, and the step has none', async () => {
    await using scenario = await makeScenario({ files });
    await using hosted = await startHosted(noHeading);
    const { log, exitCode } = await scenario.runInProcess({ inputs: { ...hosted.inputs, check: 'true' } });
    expect(exitCode).toBe(1);
    expect(scenario.github.checkRuns).toMatchObject([
      {
        name: 'Checks / browser',
        head_sha: 'a'.repeat(40),
        details_url: 'https://github.example/acme/shop/actions/runs/100',
        status: 'completed',
        conclusion: 'failure',
        output: {
          title: expect.stringContaining('❌ Browser tests failed (1 failed of 1'),
          summary: expect.stringContaining('**Ada pays**'),
          text: expect.stringContaining('| ❌ failed | Ada pays |'),
        },
        annotations: [{ path: 'browser-tests/a.yaml', start_line: 6, title: 'Ada pays' }],
      },
    ]);
    expect(errorsOf(log)).toEqual([expect.objectContaining({ properties: {} })]);
    expect(log).toContain(`Check run: ${scenario.github.checkRuns[0]?.html_url}`);
    expect(checkRequests(scenario)).toEqual(['POST', 'PATCH']);
  });

  it('it is in progress while the tests run, and cancelled with the job', async () => {
    await using scenario = await makeScenario({ files });
    await using hosted = await startHosted('waiting');
    const seen: string[] = [];
    await scenario.run({
      inputs: { ...hosted.inputs, check: 'Gate' },
      during: (child) => {
        const timer = setInterval(() => {
          const [check] = scenario.github.checkRuns;
          if (check === undefined) return;
          seen.push(check.status);
          clearInterval(timer);
          child.kill('SIGINT');
        }, 20);
        child.on('exit', () => clearInterval(timer));
      },
    });
    expect(seen).toEqual(['in_progress']);
    expect(scenario.github.checkRuns).toMatchObject([{ name: 'Gate', conclusion: 'cancelled' }]);
  });

  it('a comment’s event has it on the head of its pull request', async () => {
    const head = { sha: 'b'.repeat(40), ref: 'feature' };
    await using scenario = await makeScenario({ files, github: { head } });
    await using hosted = await startHosted(ended());
    const { exitCode } = await scenario.runInProcess({
      inputs: { ...hosted.inputs, check: 'true' },
      eventName: 'issue_comment',
      event: { issue: { number: 7, pull_request: {} } },
      checkedOut: head.sha,
    });
    expect(exitCode).toBe(0);
    expect(scenario.github.checkRuns).toMatchObject([{ head_sha: head.sha, conclusion: 'success' }]);
  });

  it('500 failures are reported in three requests, with 150 annotations', async () => {
    await using scenario = await makeScenario({ files: manyCases(500) });
    await using hosted = await startHosted(noHeading);
    const { log } = await scenario.runInProcess({ inputs: { ...hosted.inputs, check: 'true' } });
    expect(checkRequests(scenario)).toEqual(['POST', 'PATCH', 'PATCH', 'PATCH']);
    expect(scenario.github.checkRuns[0]?.annotations).toHaveLength(150);
    expect(log).toContain('(150 of 500 annotations)');
  });

  it('satisfies a branch rule if tests were skipped on purpose', async () => {
    await using scenario = await makeScenario({ files });
    const { exitCode } = await scenario.runInProcess({ inputs: { tests: 'none', check: 'true' } });
    expect(exitCode).toBe(0);
    expect(scenario.github.checkRuns).toMatchObject([{ status: 'completed', conclusion: 'neutral' }]);
    expect(checkRequests(scenario)).toEqual(['POST']);
  });

  it('wrong inputs end it, too: a required check must not be waited for', async () => {
    await using scenario = await makeScenario({ files });
    const { exitCode } = await scenario.runInProcess({ inputs: { browser: 'LYNX', check: 'true' } });
    expect(exitCode).toBe(1);
    expect(scenario.github.checkRuns).toMatchObject([
      { conclusion: 'failure', output: { summary: expect.stringContaining('LYNX') } },
    ]);
  });

  it('a job that may not write it keeps its verdict and its annotations, with one line that names the permission', async () => {
    await using scenario = await makeScenario({ files, github: { readOnly: true } });
    await using hosted = await startHosted(noHeading);
    const inputs = { ...hosted.inputs, comment: 'never', check: 'true' };
    const { exitCode, outputs, log } = await scenario.runInProcess({ inputs });
    expect([exitCode, outputs.status]).toEqual([1, 'failed']);
    const warnings = workflowCommands(log).filter(({ name }) => name === 'warning');
    expect(warnings.map(({ message }) => message)).toEqual([
      expect.stringContaining('Add `permissions: checks: write` to the job'),
    ]);
    expect(errorsOf(log).map(({ properties }) => properties)).toEqual([
      { file: 'browser-tests/a.yaml', line: '6', title: 'Browser test failed' },
      {},
    ]);
  });

  it('a mode that tests nothing refuses it', async () => {
    await using scenario = await makeScenario({ files });
    const { exitCode, log } = await scenario.runInProcess({ inputs: { mode: 'export', check: 'true' } });
    expect(exitCode).toBe(1);
    expect(log).toContain('check: is not read by `mode: export`, only by draft-push');
  });

  it('a run that was killed has its check run ended by the post step', async () => {
    await using scenario = await makeScenario({ files });
    await using hosted = await startHosted('waiting');
    const folder = await mkdtemp(join(tmpdir(), 'state-'));
    try {
      const file = join(folder, 'state');
      await writeFile(file, '');
      await scenario.run({
        inputs: { ...hosted.inputs, comment: 'never', check: 'true' },
        env: { GITHUB_STATE: file },
        during: (child) => {
          const timer = setInterval(() => {
            if (scenario.github.checkRuns.length > 0) child.kill('SIGKILL');
          }, 20);
          child.on('exit', () => clearInterval(timer));
        },
      });
      expect(scenario.github.checkRuns).toMatchObject([{ status: 'in_progress' }]);
      const saved = (await readFile(file, 'utf8')).matchAll(/^(.+)<<(.+)\n([\s\S]*?)\n\2$/gm);
      const state = [...saved].map(([, name, , value = '']) => [`STATE_${name}`, value]);
      const { exitCode } = await scenario.run({
        entry: join(root, 'dist/post/index.js'),
        env: Object.fromEntries(state),
      });
      expect(exitCode).toBe(0);
      expect(scenario.github.checkRuns).toMatchObject([
        {
          status: 'completed',
          conclusion: 'cancelled',
          output: { summary: expect.stringContaining('The job ended before there was a verdict.') },
        },
      ]);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });
});

it('without it, no check runs are requested', async () => {
  await using scenario = await makeScenario({ files });
  await using hosted = await startHosted(ended());
  await scenario.runInProcess({ inputs: hosted.inputs });
  expect(checkRequests(scenario)).toEqual([]);
});
