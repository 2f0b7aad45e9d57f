import { openRunner } from '../../src/runner/open-runner.ts';
import type { CaseOutcome } from '../../src/runner/runner.ts';
import { benchCases } from '../cases.ts';
import { machineWith } from '../machine.ts';
import { printCounts, readTask } from '../task.ts';

/** The runner, opened as the action does it. */

const { url, count, workers, timeoutPerStepMs, chromium, folder } = readTask();
const { cases, login } = benchCases(count);
await using runner = openRunner(machineWith(chromium), { workers, evidenceFolder: folder });
const outcomes: CaseOutcome[] = [];
await runner.run(
  {
    cases,
    library: new Map([...cases, login].map((each) => [each.id, each])),
    executionUrl: url,
    browser: 'CHROMIUM',
    breakpoint: 'DESKTOP',
    testIdAttribute: null,
    environment: { headers: {} },
    variables: {},
    timeoutPerStepMs,
  },
  { onStart: () => {}, onOutcome: (outcome) => outcomes.push(outcome) },
  new AbortController().signal,
);
printCounts(outcomes.map(({ status }) => status === 'PASSED'));
