import { expect, it } from 'vitest';
import { ended, startHosted } from '../../support/hosted-stand-in.ts';
import { expectRequests } from '../../support/request-table.ts';
import { clickCase, makeScenario } from '../../support/scenario.ts';

it('dispatch without a pull request: the tests run, and a line says why there is no comment', async () => {
  await using scenario = await makeScenario({
    files: { 'browser-tests/a.yaml': clickCase('Ada logs in', 'Pay', 'Thank you') },
  });
  await using hosted = await startHosted(ended());
  const { exitCode, log, outputs, summary } = await scenario.runInProcess({
    inputs: hosted.inputs,
    eventName: 'workflow_dispatch',
    event: { inputs: {}, ref: 'refs/heads/main' },
    env: { GITHUB_REF: 'refs/heads/main' },
  });
  expect(exitCode).toBe(0);
  expect(log).toContain('No comment: the event workflow_dispatch has no pull request.');
  expect(outputs).toMatchObject({ status: 'passed', 'comment-url': '' });
  expect(summary).toContain('✅ Browser tests passed');
  await expectRequests('dispatch without a pull request', scenario.github.requests, {
    reading: 0,
    writing: 0,
  });
});
