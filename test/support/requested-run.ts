import type { TestReport } from '../../src/contract/test-report.ts';
import type { StartedRun } from '../../src/gate/execution/start-run.ts';
import { ServiceClock } from '../../src/gate/execution/timing.ts';
import { contradictionsOf } from '../../src/gate/verdict/contradictions.ts';
import { addAnswer, nothingObserved } from '../../src/gate/verdict/observed.ts';
import type { RequestedRun } from '../../src/gate/verdict/requested-run.ts';
import { type RunEnding, reachVerdict } from '../../src/gate/verdict/verdict.ts';
import type { Verdict } from '../../src/results/run-results.ts';
import type { LoadedCase } from '../../src/test-files/problem.ts';
import { targetId } from './reports.ts';

/** A run that was requested before any report of these builders was made; say only what matters to the test. */
export function aRun(overrides: Partial<RequestedRun> = {}): RequestedRun {
  return {
    testTargetId: targetId,
    context: { source: 'github', owner: 'acme', repo: 'shop', ref: 'feature', sha: 'abc' },
    url: 'http://app.test',
    environment: {},
    browser: 'CHROMIUM',
    breakpoint: 'DESKTOP',
    cases: [],
    expected: [],
    stored: new Map(),
    versionIds: new Set(),
    accepted: 'draft push',
    since: new Date('2026-03-01T12:00:00.000Z'),
    ...overrides,
  };
}

/** A run that was started with the cases, all of which are expected; the service's clock is the machine's. */
export function aStartedRun(overrides: Partial<RequestedRun> = {}): StartedRun {
  return { run: aRun(overrides), clock: new ServiceClock(() => performance.now()) };
}

/** What a draft push says of cases: the id of the result of each. */
export function storedResults(
  cases: readonly LoadedCase[],
  resultIds: readonly string[],
): RequestedRun['stored'] {
  return new Map(
    cases.map(({ testCase: { id } }, index) => [
      id,
      { versionId: id, ...(resultIds[index] === undefined ? {} : { testResultId: resultIds[index] }) },
    ]),
  );
}

/** How a run ended, with the last state of its report. */
export type Outcome = RunEnding & { readonly report: TestReport | undefined };

/** The verdict on a run whose report was answered once, a minute after it was requested. */
export function verdictOn({ report, ...ending }: Outcome, run: Partial<RequestedRun> = {}): Verdict {
  return verdictAfter(report === undefined ? [] : [report], run, ending);
}

/** The verdict on a run whose report was answered several times. */
export function verdictAfter(
  reports: readonly TestReport[],
  overrides: Partial<RequestedRun> = {},
  ending: RunEnding = { kind: 'finished' },
): Verdict {
  const run = aRun(overrides);
  const times = { now: new Date(run.since.getTime() + 60_000), earliest: run.since.getTime() };
  const contradict = contradictionsOf(run);
  const observed = reports.reduce(
    (before, report) => addAnswer(before, report, contradict, times),
    nothingObserved,
  );
  return reachVerdict({ run, observed, ending, timeout: '30 min', evidenceFolder: '/e' });
}
