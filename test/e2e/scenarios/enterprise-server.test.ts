import { expect, it } from 'vitest';
import { ended, failedAt, startHosted } from '../../support/hosted-stand-in.ts';
import { expectRequests } from '../../support/request-table.ts';
import { clickCase, makeScenario } from '../../support/scenario.ts';

it('GitHub Enterprise Server: its own API is asked, and its own pages are linked', async () => {
  await using scenario = await makeScenario({
    files: { 'browser-tests/a.yaml': clickCase('Ada logs in', 'Pay', 'Thank you') },
  });
  const { github } = scenario;
  await using hosted = await startHosted(ended((each) => failedAt(each, 0, 'no button')));
  const { exitCode, summary, results } = await scenario.runInProcess({
    inputs: { ...hosted.inputs, check: 'true' },
    env: { GITHUB_API_URL: `${github.url}/api/v3`, GITHUB_SERVER_URL: 'https://ghe.example' },
  });
  expect(exitCode).toBe(1);
  expect(results).toMatchObject({ noArtifacts: true });
  expect(github.requests.every(({ url }) => url.startsWith('/api/v3/repos/acme/shop/'))).toBe(true);
  const texts = [github.comments[0]?.body, summary, JSON.stringify(github.checkRuns)];
  for (const text of texts) {
    expect(text).toContain('https://ghe.example/acme/shop/');
    expect(text).not.toContain('github.com');
  }
  await expectRequests('Enterprise Server, with a check run', github.requests, { reading: 3, writing: 4 });
});
