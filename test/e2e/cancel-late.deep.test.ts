import { expect, it } from 'vitest';
import { startHosted } from '../support/hosted-stand-in.ts';
import { processesOf } from '../support/processes.ts';
import { endedWithinMs } from '../support/run-action.ts';
import { clickCase, makeScenario, type RunOptions } from '../support/scenario.ts';
import { timeUntilExit } from '../support/time-until-exit.ts';

const files = { 'browser-tests/a.yaml': clickCase('A', 'Pay', 'Thank you') };

/** Sends signals, the first once the log has these words. @returns also how long the process lived after the last. */
function signalling(words: string, ...signals: NodeJS.Signals[]) {
  let sent = 0;
  let untilExit = () => 0;
  const during: RunOptions['during'] = (child, log) => {
    child.stdout?.on('data', () => {
      const wanted = sent === 0 ? words : 'Stopping: ';
      const next = signals[sent];
      if (next === undefined || !log().includes(wanted)) return;
      sent += 1;
      untilExit = timeUntilExit(child);
      child.kill(next);
    });
  };
  return { during, sinceLast: () => untilExit() };
}

it('a second signal ends the run at once, and its browser with it', async () => {
  await using scenario = await makeScenario({ files, github: { intercept: () => true } });
  const { during, sinceLast } = signalling('::group::Browser tests', 'SIGINT', 'SIGTERM');
  const { exitCode, log } = await scenario.run({ during });
  expect(sinceLast()).toBeLessThan(2000);
  expect(exitCode).toBe(1);
  // What the first signal alone would have led to: it leaves GitHub a while.
  expect(log).not.toContain('The comment could not be posted');
  await expect.poll(() => processesOf(scenario.workspace.path)).toEqual([]);
});

it('a run that is cancelled while GitHub keeps it waiting for the comment ends in time, and red', async () => {
  await using scenario = await makeScenario({ files, github: { intercept: () => true } });
  await using hosted = await startHosted('passed');
  const { during, sinceLast } = signalling('Verdict: passed', 'SIGTERM');
  const { exitCode, outputs, log } = await scenario.run({ inputs: hosted.inputs, during });
  expect(sinceLast()).toBeLessThan(endedWithinMs);
  expect(exitCode).toBe(1);
  expect(outputs.status).toBe('passed');
  expect(log).toContain('The job was cancelled while the results were published.');
});
