import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { ensureChromium } from '../../scripts/chromium.mjs';
import { createClient } from '../../src/client/client.ts';
import { runResults } from '../../src/results/run-results.ts';
import type { GitHubOptions } from '../support/github-server.ts';
import { sendJson, startHttpServer } from '../support/http-server.ts';
import { pullRequestEvent } from '../support/run-action.ts';
import { buttonPage, clickCase, makeScenario } from '../support/scenario.ts';
import { apiKey, startServe } from '../support/served-service.ts';

const pages = { '/': `<title>Shop</title><h1>Mugs for sale</h1>${buttonPage('Buy', 'Thanks')}` };

it.each([
  ['has no description', null, [{ filename: 'src/shop.ts' }]],
  [
    'changes only documentation',
    'Explain the shop',
    [{ filename: 'README.md' }, { filename: 'docs/mugs.md' }],
  ],
])('a pull request that %s gets test cases', async (_, body, files) => {
  const intercept: GitHubOptions['intercept'] = ({ url }, response) => {
    if (!url.includes('/pulls/7/files')) return false;
    sendJson(response, 200, files);
    return true;
  };
  await using scenario = await makeScenario({ pages, github: { intercept } });
  const { pull_request } = pullRequestEvent;
  const event = { ...pullRequestEvent, pull_request: { ...pull_request, title: 'Sell mugs', body } };
  const { exitCode, log, results } = await scenario.run({ event, inputs: { mode: 'batch-generation' } });
  expect(exitCode, log).toBe(0);
  expect(runResults.parse(results).generated).not.toHaveLength(0);
});

it('a service in another process runs what it generates, in a report for this run', async () => {
  await using scenario = await makeScenario({ pages });
  const env = { CHROME_BIN: await ensureChromium() };
  await using served = await startServe(['--api-key', apiKey], env);
  const client = createClient({ baseUrl: served.url, apiKey });
  const { id } = await client.createTestTarget({ testTarget: { app: 'shop' } });
  const inputs = {
    mode: 'batch-generation',
    'service-url': served.url,
    'api-key': apiKey,
    'test-target-id': id,
    prompt: 'Click "Buy". I should see the heading "Thanks".',
  };
  const { exitCode, log, results } = await scenario.run({ inputs });
  expect(exitCode, log).toBe(0);
  expect(runResults.parse(results).results).toMatchObject([{ status: 'passed' }]);
});

it('what fails at base-url, too, is no finding', async () => {
  await using scenario = await makeScenario({ pages: { '/': pages['/'].replace('Thanks', 'Sorry') } });
  // It breaks when the browser has opened the app with the change.
  const isBroken = () =>
    scenario.app.requests.some(({ headers }) => headers['user-agent']?.includes('Mozilla') === true);
  await using base = await startHttpServer((_, response) => {
    response.setHeader('content-type', 'text/html; charset=utf-8');
    response.end(isBroken() ? scenario.pages['/'] : pages['/']);
  });
  const { exitCode, log, results } = await scenario.run({
    inputs: {
      mode: 'batch-generation',
      'base-url': base.url,
      'expect-timeout': '2s',
      retries: '0',
      prompt: 'Click "Buy". I should see the heading "Thanks".',
    },
  });
  expect(exitCode, log).toBe(1);
  expect(runResults.parse(results).generated).toMatchObject([{ onBase: 'failed' }]);
  const body = scenario.github.comments.at(-1)?.body;
  expect(body).toContain('also fails without the change');
  expect(body).not.toContain('passed without this pull request');
});

it('an existing test case is run instead of being generated again', async () => {
  const files = { 'generated-tests/buy.yaml': clickCase('Buy', 'Buy', 'Thanks') };
  await using scenario = await makeScenario({ pages, files });
  const inputs = { mode: 'batch-generation', prompt: 'Click "Buy". I should see the heading "Thanks".' };
  const { exitCode, log, results } = await scenario.run({ inputs });
  expect(exitCode, log).toBe(0);
  expect(log).toContain('does the same');
  const { generated, results: finished } = runResults.parse(results);
  expect(generated).toBeUndefined();
  expect(finished).toHaveLength(1);
  expect(await readdir(join(scenario.workspace.path, 'generated-tests'))).toEqual(['buy.yaml']);
});

const signIn = `id: 6f0c2c5e-4b8e-4c56-9a57-2f3f1f0a7d10
${clickCase('Sign in', 'Sign in', 'Welcome')}`;
const signInPages = {
  '/': `${pages['/']}<button onclick="localStorage.user = 'Ada'; location.reload()">Sign in</button>
    <script>if (localStorage.user) document.write('<h2>Welcome</h2>')</script>`,
};

it('the test case of a discovery starts after its prerequisite, and passes with it', async () => {
  await using scenario = await makeScenario({
    files: { 'browser-tests/sign-in.yaml': signIn },
    pages: signInPages,
  });
  const inputs = {
    mode: 'discovery',
    name: 'Buy a mug',
    prerequisite: 'Sign in',
    prompt: 'I should see the heading "Welcome". Click "Buy". I should see the heading "Thanks".',
  };
  const { exitCode, log } = await scenario.run({ inputs });
  expect(exitCode, log).toBe(0);
  const file = join(scenario.workspace.path, 'generated-tests/buy-a-mug.yaml');
  expect(await readFile(file, 'utf8')).toContain('dependencyId: 6f0c2c5e-4b8e-4c56-9a57-2f3f1f0a7d10');
  const finished = await scenario.run({
    inputs: { mode: 'draft-push', tests: 'browser-tests\ngenerated-tests' },
  });
  expect(finished.exitCode, finished.log).toBe(0);
  const unknown = await scenario.run({ inputs: { ...inputs, prerequisite: 'Sign up' } });
  expect(unknown.log).toContain(
    'No test file has a test case named "Sign up" (input `prerequisite`). Check the name, and that its file is among the test files.',
  );
});

it('a prompt with steps that cannot be compiled names the clause and the nearest elements', async () => {
  await using scenario = await makeScenario({ pages });
  const { exitCode, log, outputs } = await scenario.run({
    inputs: { mode: 'batch-generation', prompt: 'Click the "Sell" button.' },
  });
  expect(exitCode).toBe(1);
  expect(outputs.status).toBe('error');
  expect(log).toContain('Found no element to click');
  expect(log).toContain('button "Buy"');
  expect(scenario.github.comments.at(-1)?.body).toContain(
    'The service could not generate test cases: "Click the "Sell" button": Found no element to click "Sell button". Nearest: button "Buy". Check the inputs',
  );
});
