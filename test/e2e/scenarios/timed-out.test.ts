import { expect, it } from 'vitest';
import { type HostedAnswer, startHosted } from '../../support/hosted-stand-in.ts';
import { aResult } from '../../support/reports.ts';
import { expectRequests } from '../../support/request-table.ts';
import { clickCase, makeScenario } from '../../support/scenario.ts';

/** The first case passes; the others never end. */
const stuck: HostedAnswer = (cases) => ({
  status: 'WAITING',
  testResults: cases.map(({ id, description }, index) =>
    aResult({ id, testCaseId: id, name: description, status: index === 0 ? 'PASSED' : 'WAITING' }),
  ),
});

it('timed out: red, but not failed; the unfinished cases are named', async () => {
  await using scenario = await makeScenario({
    files: {
      'browser-tests/a.yaml': clickCase('Ada logs in', 'Pay', 'Thank you'),
      'browser-tests/b.yaml': clickCase('Bea pays', 'Pay', 'Thank you'),
    },
  });
  await using hosted = await startHosted(stuck);
  const { exitCode, log, outputs } = await scenario.runInProcess({
    inputs: { ...hosted.inputs, timeout: '10s' },
  });
  expect(exitCode).toBe(1);
  expect(outputs).toMatchObject({ status: 'timed-out', total: '2', passed: '1', failed: '0' });
  expect(log).toContain('Verdict: timed-out');
  const [comment] = scenario.github.comments;
  expect(comment?.body).toContain('Browser tests timed out');
  expect(comment?.body).not.toContain('❌ Browser tests failed');
  expect(comment?.body).toContain('Bea pays');
  await expectRequests('timed out', scenario.github.requests);
});
