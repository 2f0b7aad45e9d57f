import { expect, it } from 'vitest';
import { ensureChromium } from '../../scripts/chromium.mjs';
import { createClient } from '../../src/client/client.ts';
import { runResults } from '../../src/results/run-results.ts';
import type { GitHubOptions } from '../support/github-server.ts';
import { sendJson } from '../support/http-server.ts';
import { pullRequestEvent } from '../support/run-action.ts';
import { buttonPage, makeScenario } from '../support/scenario.ts';
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

it('a service in another process plays what it generates, in a report for this run', async () => {
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
