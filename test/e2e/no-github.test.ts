import { expect, it } from 'vitest';
import { startHosted } from '../support/hosted-stand-in.ts';
import type { ActionResult } from '../support/run-action.ts';
import { buttonPage, clickCase, makeScenario, type RunOptions } from '../support/scenario.ts';

it.each<[string, RunOptions]>([
  ['GITHUB_API_URL', { env: { GITHUB_API_URL: '' } }],
  ['a token', { inputs: { 'github-token': '' } }],
])('without %s the tests run, and a line says why there is no comment', async (_, missing) => {
  await using scenario = await makeScenario({
    files: {
      'browser-tests/a.yaml': 'description: A\nelements: [{interaction: {action: GO_TO, calledWith: /}}]\n',
    },
  });
  await using hosted = await startHosted('passed');
  const { exitCode, log, summary } = await scenario.runInProcess({
    ...missing,
    inputs: { ...hosted.inputs, ...missing.inputs },
  });
  expect(exitCode, log).toBe(0);
  expect(log).toContain(
    'No comment: `github-token` is empty, or GITHUB_REPOSITORY or GITHUB_API_URL is not set or not valid.',
  );
  expect(summary).toContain('✅ Browser tests passed');
  expect(scenario.github.requests).toEqual([]);
});

const files = { 'browser-tests/a.yaml': clickCase('A', 'Pay', 'Thank you') };

function expectNamed({ exitCode, log }: ActionResult, words: string): void {
  expect(exitCode, log).toBe(0);
  expect(log).toContain(words);
  expect(log).not.toContain('This may be temporary');
  expect(log.replaceAll(/^::add-mask::.*$/gm, '')).not.toContain('secret-of-ann');
}

it.each([
  ['GitHub', 'api.github.com', 'GITHUB_API_URL is not a URL that starts with `https://`'],
  ['GitHub, with a password', 'https://ann:secret-of-ann@ghe.test', 'GITHUB_API_URL is not'],
])('with an invalid address of %s the tests run, and the variable is named', async (_, address, words) => {
  await using scenario = await makeScenario({ files });
  await using hosted = await startHosted('passed');
  const env = { GITHUB_API_URL: address };
  expectNamed(await scenario.runInProcess({ inputs: hosted.inputs, env }), words);
});

it('with an invalid address of a proxy the tests run, and the variable is named', async () => {
  await using scenario = await makeScenario({ pages: { '/': buttonPage('Pay', 'Thank you') }, files });
  const env = { HTTPS_PROXY: 'ann:secret-of-ann@proxy' };
  expectNamed(await scenario.run({ env }), 'Check the addresses in HTTPS_PROXY and HTTP_PROXY.');
});
