import { expect, it } from 'vitest';
import { ended, startHosted } from '../../support/hosted-stand-in.ts';
import { sendJson } from '../../support/http-server.ts';
import { expectRequests } from '../../support/request-table.ts';
import { clickCase, makeScenario } from '../../support/scenario.ts';

it('rate limited: the comment comes as soon as GitHub allows it, and once', async () => {
  let refusedAt = 0;
  let cameAgainAfter = 0;
  await using scenario = await makeScenario({
    files: { 'browser-tests/a.yaml': clickCase('Ada logs in', 'Pay', 'Thank you') },
    github: {
      intercept: ({ method }, response) => {
        if (method !== 'POST') return false;
        if (refusedAt > 0) {
          cameAgainAfter ||= performance.now() - refusedAt;
          return false;
        }
        refusedAt = performance.now();
        const message =
          'You have exceeded a secondary rate limit. Please wait a few minutes before you try again.';
        sendJson(response, 403, { message }, { 'retry-after': '1' });
        return true;
      },
    },
  });
  await using hosted = await startHosted(ended());
  const { exitCode, outputs, log } = await scenario.run({ inputs: hosted.inputs });
  expect(exitCode).toBe(0);
  expect(cameAgainAfter).toBeGreaterThanOrEqual(1000);
  expect(scenario.github.comments).toHaveLength(1);
  expect(scenario.github.comments[0]?.body).toContain('✅ Browser tests passed');
  expect(outputs['comment-url']).toBe(scenario.github.comments[0]?.html_url);
  expect(log).not.toMatch(/^::warning/m);
  await expectRequests('rate limited', scenario.github.requests, { reading: 3, writing: 3 });
});
