import { expect, it } from 'vitest';
import { startHosted } from '../../support/hosted-stand-in.ts';
import { expectRequests } from '../../support/request-table.ts';
import { endedWithinMs } from '../../support/run-action.ts';
import { clickCase, makeScenario } from '../../support/scenario.ts';
import { timeUntilExit } from '../../support/time-until-exit.ts';

it('cancelled: the job ends at once, and the comment says so', async () => {
  await using scenario = await makeScenario({
    files: { 'browser-tests/a.yaml': clickCase('Ada logs in', 'Pay', 'Thank you') },
  });
  let untilExit: (() => number) | undefined;
  await using hosted = await startHosted('waiting');
  const { exitCode, log, outputs } = await scenario.run({
    inputs: hosted.inputs,
    during: (child) => {
      // Where the run is being waited for, and its comment stands: a runner cancels at any moment.
      hosted.answer = () => {
        if (untilExit === undefined && scenario.github.comments.length > 0) {
          untilExit = timeUntilExit(child);
          child.kill('SIGINT');
        }
        return {};
      };
    },
  });
  expect(untilExit?.()).toBeLessThan(endedWithinMs);
  expect(exitCode).toBe(1);
  expect(outputs.status).toBe('cancelled');
  expect(log).toContain('Verdict: cancelled');
  expect(scenario.github.comments).toHaveLength(1);
  expect(scenario.github.comments[0]?.body).toContain('Browser tests were cancelled');
  await expectRequests('cancelled', scenario.github.requests);
});
