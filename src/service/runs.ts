import { setTimeout as sleep } from 'node:timers/promises';
import type { Browser } from '../contract/values.ts';
import type { Runner, RunPlan } from '../runner/runner.ts';
import type { TestReportStore } from './store/test-reports.ts';

/** The runs that are under way. Each writes its outcomes into its report as they come. */
export class Runs {
  readonly #runner: Runner;
  readonly #reports: TestReportStore;
  readonly #now: () => Date;
  readonly #stop = new AbortController();
  readonly #ends = new Map<string, Promise<void>>();

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
  start(testReportId: string, plan: RunPlan): void {
    const end = this.#play(testReportId, plan).finally(() => this.#ends.delete(testReportId));
    this.#ends.set(testReportId, end);
  }

  /** Resolves when the report's run has ended, when `ms` have passed, or when the signal is aborted. */
  async ended(testReportId: string, ms: number, signal: AbortSignal): Promise<void> {
    const end = this.#ends.get(testReportId);
    if (end === undefined) return;
    const enough = new AbortController();
    const time = sleep(ms, undefined, { signal: AbortSignal.any([signal, enough.signal]) }).catch(() => {});
    await Promise.race([end, time]);
    enough.abort();
  }

  /** Stops every run and waits until the last has let go of its pages. */
  async close(): Promise<void> {
    this.#stop.abort();
    await Promise.all(this.#ends.values());
  }

  async #play(testReportId: string, plan: RunPlan): Promise<void> {
    let why = 'the run ended without a result for this test case';
    try {
      await this.#runner.run(
        plan,
        {
          onStart: (testCaseId) => this.#reports.markStarted(testReportId, testCaseId, this.#now()),
          onOutcome: (outcome) => this.#reports.saveOutcome(testReportId, outcome, this.#now()),
        },
        this.#stop.signal,
      );
    } catch (error) {
      why = error instanceof Error ? error.message : String(error);
    }
    this.#reports.failWaiting(testReportId, why, this.#now());
  }
}
