import { expect, it } from 'vitest';
import { startHosted } from '../support/hosted-stand-in.ts';
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

it.each([
  ['GitHub', { GITHUB_API_URL: 'api.github.com' }, 'GITHUB_API_URL is not a URL that starts with `https://`'],
  [
    'GitHub, with a password',
    { GITHUB_API_URL: 'https://ann:secret-of-ann@ghe.test' },
    'GITHUB_API_URL is not',
  ],
  [
    'a proxy',
    { HTTPS_PROXY: 'ann:secret-of-ann@proxy' },
    'Check the addresses in HTTPS_PROXY and HTTP_PROXY.',
  ],
])('with an invalid address of %s the tests run, and the variable is named', async (_, env, words) => {
  await using scenario = await makeScenario({
    pages: { '/': buttonPage('Pay', 'Thank you') },
    files: { 'browser-tests/a.yaml': clickCase('A', 'Pay', 'Thank you') },
  });
  const { exitCode, log } = await scenario.run({ env });
  expect(exitCode, log).toBe(0);
  expect(log).toContain(words);
  expect(log).not.toContain('This may be temporary');
  expect(log.replaceAll(/^::add-mask::.*$/gm, '')).not.toContain('secret-of-ann');
});
