import { expect, it } from 'vitest';
import { startHttpServer } from '../support/http-server.ts';
import { clickCase, makeScenario } from '../support/scenario.ts';

it('a preview that refuses the browser is named above the failures, with what to do', async () => {
  const files = {
    'browser-tests/a.yaml': clickCase('Ada logs in', 'Log in', 'Hello'),
    'browser-tests/b.yaml': clickCase('Buy a mug', 'Buy', 'Thanks'),
  };
  await using preview = await startHttpServer((_, response) => {
    response.writeHead(401, { 'content-type': 'text/html' }).end('<h1>Authentication Required</h1>');
  });
  await using scenario = await makeScenario({ files });
  const { exitCode, log } = await scenario.run({
    inputs: { url: preview.url, 'timeout-per-step': '5s', retries: '0' },
  });
  expect(exitCode).toBe(1);
  const cause =
    'which responded with status 401. If it is a protected preview, set `headers` to its access key.';
  expect(log).toMatch(/::error::2 of 2 test cases failed\. On the pages of all failures: The entry point/);
  expect(log).toContain(cause);
  const comment = scenario.github.comments[0]?.body ?? '';
  expect(comment).toMatch(
    /failed of 2.*\n\nOn the pages of all failures.*status 401.*\n\n\*\*Ada logs in\*\*/,
  );
});
