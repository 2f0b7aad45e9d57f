import { openRunner } from '../../src/runner/open-runner.ts';
import type { CaseOutcome } from '../../src/runner/runner.ts';
import { machineWith } from '../machine.ts';
import { redCases } from '../red-suites.ts';
import { printCounts, readTask } from '../task.ts';

/** The runner with the defaults of the action's inputs, on a suite of `red-suites.ts`. */

const { url, suite, workers, chromium, folder } = readTask();
if (suite === undefined) throw new Error('The task names no suite.');
const cases = redCases(suite);
await using runner = openRunner(machineWith(chromium), {
  workers,
  expectTimeoutMs: 5000,
  evidenceFolder: folder,
});
const outcomes: CaseOutcome[] = [];
await runner.run(
  {
    cases,
    library: new Map(cases.map((each) => [each.id, each])),
    executionUrl: url,
    browser: 'CHROMIUM',
    breakpoint: 'DESKTOP',
    testIdAttribute: null,
    environment: { headers: {} },
    variables: {},
    timeoutPerStepMs: 30_000,
  },
  { onStart: () => {}, onOutcome: (outcome) => outcomes.push(outcome) },
  new AbortController().signal,
);
printCounts(outcomes.map(({ status }) => status === 'PASSED'));
