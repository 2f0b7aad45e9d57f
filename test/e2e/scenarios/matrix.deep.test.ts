import { describe, expect, it } from 'vitest';
import { startArtifactServer } from '../../support/artifact-server.ts';
import { ended, startHosted } from '../../support/hosted-stand-in.ts';
import { makeScenario, manyCases } from '../../support/scenario.ts';
import {
  bodyOf,
  expectOneComment,
  expectSameUrl,
  failing,
  files,
  jobs,
  optionsOf,
  runAtOnce,
} from './matrix-at-once.ts';

it('a matrix of 8 jobs at once shares one comment, with few requests, at the first push and at the second', () =>
  expectOneComment(jobs));

it('a matrix of four shards at once shares one comment', async () => {
  await using scenario = await makeScenario({ files: manyCases(12) });
  await using uploads = await startArtifactServer();
  await using stack = new AsyncDisposableStack();
  const shards = [1, 2, 3, 4].map(async (shard) => ({
    shard,
    hosted: stack.use(await startHosted(ended())),
  }));
  const all = (await Promise.all(shards)).map(({ shard, hosted }) => ({
    inputs: {
      ...hosted.inputs,
      matrix: JSON.stringify({ shard }),
      shard: `${shard}/4`,
      'job-total': '4',
    },
    env: uploads.env,
  }));
  const { runs, post } = await runAtOnce(scenario, all, stack);
  await post();
  expect(runs.map(({ exitCode }) => exitCode)).toEqual([0, 0, 0, 0]);
  const body = bodyOf(scenario);
  expect(body).toContain('### ✅ Browser tests passed (12 passed of 12, 4 jobs');
  for (const shard of [1, 2, 3, 4]) expect(body).toContain(`browser \\(${shard}/4\\)`);
  expectSameUrl(scenario, runs);
});

describe('a matrix', () => {
  it('has a comment for each job if there is no artifact service, which says why', async () => {
    await using scenario = await makeScenario({ files });
    await using good = await startHosted(ended());
    const two = jobs.slice(0, 2);
    for (const runId of ['100', '101']) {
      for (const job of two) {
        expect((await scenario.runInProcess(optionsOf(job, good, { GITHUB_RUN_ID: runId }))).exitCode).toBe(
          0,
        );
      }
    }
    expect(scenario.github.comments).toHaveLength(2);
    for (const [index, { body }] of scenario.github.comments.entries()) {
      expect(body).toContain('run=101.1 -->');
      expect(body).toContain('### ✅ Browser tests passed (1 passed of 1');
      expect(body).toContain('Each job posts its own comment, because this machine has no artifact service');
      expect(body).toContain(two[index]?.screen);
    }
  });

  it('has a check run for each job, which is green although others have not reported', async () => {
    await using scenario = await makeScenario({ files });
    await using uploads = await startArtifactServer();
    await using good = await startHosted(ended());
    for (const job of jobs.slice(0, 2)) {
      const { inputs, env } = optionsOf(job, good, uploads.env);
      await scenario.runInProcess({ inputs: { ...inputs, check: 'Gate', comment: 'never' }, env });
    }
    expect(scenario.github.checkRuns).toMatchObject([
      { name: 'Gate (chrome, wide)', conclusion: 'success' },
      { name: 'Gate (chrome, narrow)', conclusion: 'success' },
    ]);
  });

  it('shows the results of a job that ran again, and keeps those of the others', async () => {
    await using scenario = await makeScenario({ files });
    await using uploads = await startArtifactServer();
    await using hosted = await startHosted(ended());
    const two = jobs.slice(0, 2).map((job) => {
      const { inputs, env } = optionsOf(job, hosted, uploads.env);
      return { inputs: { ...inputs, 'job-total': '2' }, env };
    });
    const [one, other] = two;
    await scenario.runInProcess(one);
    hosted.answer = failing;
    expect((await scenario.runInProcess(other)).exitCode).toBe(1);
    expect(bodyOf(scenario)).toContain('### ❌ Browser tests failed (1 failed, 1 passed of 2, 2 jobs');
    hosted.answer = ended();
    const again = await scenario.runInProcess({ ...other, env: { ...uploads.env, GITHUB_RUN_ATTEMPT: '2' } });
    expect(again.exitCode).toBe(0);
    expect(bodyOf(scenario)).toContain('### ✅ Browser tests passed (2 passed of 2, 2 jobs');
    // Results of each, and the report and failures.md of the one that failed.
    expect(uploads.artifacts).toHaveLength(5);
  });
});
