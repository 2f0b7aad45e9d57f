import type { Breakpoint, Browser } from '../contract/values.ts';
import type { RunPlan } from '../runner/runner.ts';
import { runEnvironment } from './run-environment.ts';
import type { Runs } from './runs.ts';
import type { Steps } from './store/batches.ts';
import type { EnvironmentRow } from './store/environment-store.ts';
import type { TestCaseVersion } from './store/test-case-store.ts';
import type { NewReport, StoredReport, TestReportStore } from './store/test-report-store.ts';
import type { TestTargetRow } from './store/test-target-store.ts';

/** What is played, where, and for whom. */
export interface RunSettings {
  readonly target: TestTargetRow;
  readonly environment: EnvironmentRow;
  /** Each gets a result. */
  readonly versions: readonly TestCaseVersion[];
  /** Dependencies and teardowns, which get none. */
  readonly supporting: readonly TestCaseVersion[];
  readonly executionUrl: string;
  readonly browser: Browser;
  readonly breakpoint: Breakpoint;
  readonly context: NewReport['context'];
  readonly variables: RunPlan['variables'];
}

/** A report that was stored, and what starts its run once the transaction has ended. */
export interface PreparedRun {
  readonly testReport: StoredReport;
  readonly start: () => void;
}

/**
 * Prepares a run: its results are stored batch by batch.
 * @returns a function that stores the report, for the caller's transaction.
 */
export function* prepareRun(
  { reports, runs, now }: { reports: TestReportStore; runs: Runs; now: () => Date },
  settings: RunSettings,
): Steps<() => PreparedRun> {
  const { target, environment, versions, supporting, executionUrl, browser, breakpoint, context } = settings;
  const store = yield* reports.create(
    {
      testTargetId: target.id,
      environmentId: environment.id,
      ...{ executionUrl, browser, breakpoint, context, versions, supporting },
    },
    now(),
  );
  const plan: RunPlan = {
    cases: versions.map(({ testCase }) => testCase),
    library: new Map([...versions, ...supporting].map(({ testCase }) => [testCase.id, testCase])),
    executionUrl,
    browser,
    breakpoint,
    variables: settings.variables,
    timeoutPerStepMs: target.timeoutPerStep,
    testIdAttribute: target.testIdAttribute,
    environment: runEnvironment(environment.settings),
  };
  return () => {
    const testReport = store();
    return { testReport, start: () => runs.start(testReport, plan) };
  };
}
