import { expect, it } from 'vitest';
import { startArtifactServer } from '../../support/artifact-server.ts';
import { ended, startHosted } from '../../support/hosted-stand-in.ts';
import { makeScenario, manyCases } from '../../support/scenario.ts';
import { bodyOf, expectOneComment, expectSameUrl, jobs, runAtOnce } from './matrix-at-once.ts';

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
