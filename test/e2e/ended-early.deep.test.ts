import { describe, expect, it } from 'vitest';
import { processesOf } from '../support/processes.ts';
import { endedWithinMs } from '../support/run-action.ts';
import { clickCase, makeScenario } from '../support/scenario.ts';
import { timeUntilExit } from '../support/time-until-exit.ts';

/** A run that would wait for its button for 30 s. */
const waiting = () =>
  makeScenario({ files: { 'browser-tests/a.yaml': clickCase('A long wait', 'Pay', 'Thank you') } });

describe('a run that ends before its tests', () => {
  it('by the deadline is timed-out, with the unfinished cases named', async () => {
    await using scenario = await waiting();
    const { exitCode, log, outputs, summary } = await scenario.run({ inputs: { timeout: '12s' } });
    expect(exitCode).toBe(1);
    expect(outputs).toMatchObject({ status: 'timed-out', total: '1', passed: '0', failed: '0' });
    expect(log).toContain('did not end within 12.0 s (input `timeout`). 1 of 1 test cases did not finish.');
    expect(log).toMatch(/^… A long wait: Step 1: .* \(browser-tests\/a\.yaml:\d+:\d+\)$/m);
    for (const text of [summary, scenario.github.comments[0]?.body]) {
      expect(text).toContain('⏱️ Browser tests timed out (1 unfinished of 1');
      expect(text).not.toContain('failed');
    }
    expect(await processesOf(scenario.workspace.path)).toEqual([]);
  });

  it.each(['SIGINT', 'SIGTERM'] as const)(
    'by %s is cancelled, quickly, and leaves no process',
    async (signal) => {
      await using scenario = await waiting();
      let untilExit: (() => number) | undefined;
      const { exitCode, outputs, summary } = await scenario.run({
        during: (child, log) => {
          child.stdout?.on('data', () => {
            if (untilExit !== undefined || !log().includes('::group::Browser tests')) return;
            untilExit = timeUntilExit(child);
            child.kill(signal);
          });
        },
      });
      expect(exitCode).toBe(1);
      expect(outputs.status).toBe('cancelled');
      expect(summary).toContain('🚫 Browser tests were cancelled');
      expect(scenario.github.comments[0]?.body).toContain('🚫 Browser tests were cancelled');
      expect(untilExit?.()).toBeLessThan(endedWithinMs);
      expect(await processesOf(scenario.workspace.path)).toEqual([]);
    },
  );
});
