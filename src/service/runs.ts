import { setTimeout as sleep } from 'node:timers/promises';
import { messageOf } from '../common/errors.ts';
import { runEnvironment } from '../contract/test-target.ts';
import type { Browser } from '../contract/values.ts';
import type { Runner, RunPlan } from '../runner/runner.ts';
import type { Steps } from './store/batches.ts';
import type { NewReport, StoredReport, TestReportStore } from './store/test-report-store.ts';
import type { EnvironmentRow, TestTargetRow } from './store/test-target-store.ts';

interface ReportOfTarget {
  readonly id: string;
  readonly testTargetId: string;
}

interface ActiveRun {
  readonly testTargetId: string;
  readonly stop: AbortController;
  readonly end: Promise<void>;
}

/** Error of a result that has no outcome because the service was stopped or died. */
export const serviceStopped = 'The service stopped before this test case ended. Run the test case again.';

/** The active runs. Each stores its outcomes in its report as they arrive. */
export class Runs {
  readonly #runner: Runner;
  readonly #reports: TestReportStore;
  readonly #now: () => Date;
  readonly #active = new Map<string, ActiveRun>();
  #isClosed = false;

  constructor(runner: Runner, reports: TestReportStore, now: () => Date) {
    this.#runner = runner;
    this.#reports = reports;
    this.#now = now;
  }

  /** The browsers that cases can run in. */
  get browsers(): readonly Browser[] {
    return this.#runner.browsers;
  }

  /** Starts a run and returns at once. */
  start({ id, testTargetId }: ReportOfTarget, plan: RunPlan): void {
    const stop = new AbortController();
    if (this.#isClosed) stop.abort();
    const end = this.#run(id, plan, stop.signal).finally(() => this.#active.delete(id));
    this.#active.set(id, { testTargetId, stop, end });
  }

  /** Stops the runs of a test target, without waiting for their end. */
  stopAll(testTargetId: string): void {
    for (const run of this.#active.values()) if (run.testTargetId === testTargetId) run.stop.abort();
  }

  /** Resolves when the report's run has ended, after `ms`, or when the signal is aborted. */
  async ended(testReportId: string, ms: number, signal: AbortSignal): Promise<void> {
    const end = this.#active.get(testReportId)?.end;
    if (end === undefined) return;
    const ended = new AbortController();
    const timeout = sleep(ms, undefined, { signal: AbortSignal.any([signal, ended.signal]) }).catch(() => {});
    await Promise.race([end, timeout]);
    ended.abort();
  }

  /** Stops every run and waits until all have ended. */
  async close(): Promise<void> {
    this.#isClosed = true;
    const runs = [...this.#active.values()];
    for (const { stop } of runs) stop.abort();
    await Promise.all(runs.map(({ end }) => end));
  }

  async #run(testReportId: string, plan: RunPlan, signal: AbortSignal): Promise<void> {
    let reason = 'the run ended without a result for this test case';
    try {
      await this.#runner.run(
        plan,
        {
          onStart: (testCaseId) => this.#reports.markStarted(testReportId, testCaseId, this.#now()),
          onFailedAttempt: (testCaseId, attempt) =>
            this.#reports.saveFailedAttempt(testReportId, testCaseId, attempt),
          onStep: (testCaseId, step) => this.#reports.markStep(testReportId, testCaseId, step),
          onOutcome: (outcome) => this.#reports.saveOutcome(testReportId, outcome, this.#now()),
        },
        signal,
      );
    } catch (error) {
      reason = messageOf(error);
    }
    this.#reports.failWaiting(testReportId, this.#isClosed ? serviceStopped : reason, this.#now());
  }
}

/** What is run, where, and for whom. */
export interface RunSettings extends Omit<NewReport, 'testTargetId' | 'environmentId'> {
  readonly target: TestTargetRow;
  readonly environment: EnvironmentRow;
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
  { target, environment, variables, ...report }: RunSettings,
): Steps<() => PreparedRun> {
  const { versions, supporting, executionUrl, browser, breakpoint } = report;
  const ids = { testTargetId: target.id, environmentId: environment.id };
  const store = yield* reports.create({ ...report, ...ids }, now());
  const plan: RunPlan = {
    cases: versions.map(({ testCase }) => testCase),
    library: new Map([...versions, ...supporting].map(({ testCase }) => [testCase.id, testCase])),
    executionUrl,
    browser,
    breakpoint,
    variables,
    timeoutPerStepMs: target.timeoutPerStep,
    testIdAttribute: target.testIdAttribute,
    environment: runEnvironment(environment.settings),
  };
  return () => {
    const testReport = store();
    return { testReport, start: () => runs.start(testReport, plan) };
  };
}
