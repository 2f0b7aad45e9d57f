import { expect, it } from 'vitest';
import { startArtifactServer } from '../support/artifact-server.ts';
import { startHosted } from '../support/hosted-stand-in.ts';
import { endedWithinMs } from '../support/run-action.ts';
import { clickCase, makeScenario } from '../support/scenario.ts';
import { timeUntilExit } from '../support/time-until-exit.ts';

const files = { 'browser-tests/a.yaml': clickCase('A', 'Pay', 'Thank you') };

it('a job that is cancelled while its artifact is uploaded ends in time', async () => {
  await using scenario = await makeScenario({ files });
  await using hosted = await startHosted('passed');
  let cancel = () => {};
  let untilExit = () => 0;
  await using server = await startArtifactServer({
    interceptBlob() {
      cancel();
      return true;
    },
  });
  const { exitCode, log, outputs } = await scenario.run({
    inputs: { ...hosted.inputs, artifact: 'browser-tests' },
    env: server.env,
    during(child) {
      cancel = () => {
        untilExit = timeUntilExit(child);
        child.kill('SIGINT');
        cancel = () => {};
      };
    },
  });
  expect(untilExit()).toBeLessThan(endedWithinMs);
  expect(exitCode).toBe(1);
  expect(log).toContain('The artifact could not be uploaded: the job was cancelled.');
  expect(outputs['artifact-id']).toBe('');
});
