import { expect, it } from 'vitest';
import { ended, startHosted } from '../../support/hosted-stand-in.ts';
import { expectRequests } from '../../support/request-table.ts';
import { clickCase, makeScenario } from '../../support/scenario.ts';

it("merge queue: the comment goes to the pull request of the queue's ref, for the queue's commit", async () => {
  await using scenario = await makeScenario({
    files: { 'browser-tests/a.yaml': clickCase('Ada logs in', 'Pay', 'Thank you') },
  });
  await using hosted = await startHosted(ended());
  const sha = 'e'.repeat(40);
  const { exitCode, results } = await scenario.runInProcess({
    inputs: hosted.inputs,
    eventName: 'merge_group',
    event: {
      merge_group: {
        head_sha: sha,
        head_ref: `refs/heads/gh-readonly-queue/main/pr-12-${sha}`,
        base_ref: 'refs/heads/main',
      },
    },
    env: { GITHUB_REF: `refs/heads/gh-readonly-queue/main/pr-12-${sha}`, GITHUB_SHA: sha },
  });
  expect(exitCode).toBe(0);
  expect(results).toMatchObject({ context: { issueNumber: 12, sha } });
  expect(scenario.github.comments[0]?.body).toContain('`eeeeeee`');
  expect(scenario.github.requests.find(({ method }) => method === 'POST')?.url).toBe(
    '/repos/acme/shop/issues/12/comments',
  );
  await expectRequests('merge queue', scenario.github.requests);
});
