import { expect, it } from 'vitest';
import { ended, startHosted } from '../../support/hosted-stand-in.ts';
import { expectRequests } from '../../support/request-table.ts';
import { clickCase, makeScenario } from '../../support/scenario.ts';

it('forbidden: without the permission the verdict stands, and one line names it', async () => {
  await using scenario = await makeScenario({
    files: { 'browser-tests/a.yaml': clickCase('Ada logs in', 'Pay', 'Thank you') },
    github: { readOnly: true },
  });
  await using hosted = await startHosted(ended());
  const { exitCode, log, outputs, summary } = await scenario.runInProcess({ inputs: hosted.inputs });
  expect(exitCode).toBe(0);
  expect(outputs).toMatchObject({ status: 'passed', 'comment-url': '' });
  expect(summary).toContain('✅ Browser tests passed');
  const notices = log.split('\n').filter((line) => line.includes('permissions: pull-requests: write'));
  expect(notices).toHaveLength(1);
  expect(notices[0]).toMatch(/^::warning/);
  await expectRequests('forbidden', scenario.github.requests);
});
