import { expect, it } from 'vitest';
import { startHosted } from '../support/hosted-stand-in.ts';
import { makeScenario } from '../support/scenario.ts';

const sha = 'a'.repeat(40);
const files = {
  'browser-tests/a.yaml': 'description: A\nelements: [{interaction: {action: GO_TO, calledWith: /}}]\n',
};
const event = {
  deployment: { sha, ref: sha },
  deployment_status: { state: 'success', environment_url: 'https://preview.example' },
};

it('results of a deployment are posted on its commit and on the pull request with this head', async () => {
  await using scenario = await makeScenario({ files });
  await using hosted = await startHosted('passed');
  const { github } = scenario;
  github.pulls.push(
    { number: 6, state: 'open', head: { sha, ref: 'same', repo: { full_name: 'eve/shop' } } },
    { number: 8, state: 'open', head: { sha, ref: 'feature', repo: { full_name: 'acme/shop' } } },
  );
  const { exitCode, log } = await scenario.runInProcess({
    inputs: { ...hosted.inputs, check: 'Preview' },
    eventName: 'deployment_status',
    event,
  });
  expect(exitCode, log).toBe(0);
  const created = github.requests.filter(({ method }) => method === 'POST').map(({ url }) => url);
  expect(created.sort()).toEqual(['/repos/acme/shop/check-runs', '/repos/acme/shop/issues/8/comments']);
  expect(github.checkRuns).toMatchObject([{ name: 'Preview', head_sha: sha, conclusion: 'success' }]);
  expect(github.comments[0]?.body).toContain('✅ Browser tests passed');
});

it('without a pull request for its commit, the run is green, and the log explains why there is no comment', async () => {
  await using scenario = await makeScenario({ files });
  await using hosted = await startHosted('passed');
  const { exitCode, log } = await scenario.runInProcess({
    inputs: hosted.inputs,
    eventName: 'deployment_status',
    event,
  });
  expect(exitCode, log).toBe(0);
  expect(log).toContain('No comment: the event deployment_status has no pull request.');
});
