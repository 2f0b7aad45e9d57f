import { setTimeout as sleep } from 'node:timers/promises';
import type { Browser } from '../contract/values.ts';
import type { Runner, RunPlan } from '../runner/runner.ts';
import type { TestReportStore } from './store/test-reports.ts';

interface ReportOfTarget {
  readonly id: string;
  readonly testTargetId: string;
}

interface RunUnderWay {
  readonly testTargetId: string;
  readonly stop: AbortController;
  readonly end: Promise<void>;
}

/** The runs that are under way. Each writes its outcomes into its report as they come. */
export class Runs {
  readonly #runner: Runner;
  readonly #reports: TestReportStore;
  readonly #now: () => Date;
  readonly #underWay = new Map<string, RunUnderWay>();
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
    const end = this.#play(id, plan, stop.signal).finally(() => this.#underWay.delete(id));
    this.#underWay.set(id, { testTargetId, stop, end });
  }

  /** Stops the runs of a test target; they end soon after. */
  stopAll(testTargetId: string): void {
    for (const run of this.#underWay.values()) if (run.testTargetId === testTargetId) run.stop.abort();
  }

  /** Resolves when the report's run has ended, when `ms` have passed, or when the signal is aborted. */
  async ended(testReportId: string, ms: number, signal: AbortSignal): Promise<void> {
    const end = this.#underWay.get(testReportId)?.end;
    if (end === undefined) return;
    const enough = new AbortController();
    const time = sleep(ms, undefined, { signal: AbortSignal.any([signal, enough.signal]) }).catch(() => {});
    await Promise.race([end, time]);
    enough.abort();
  }

  /** Stops every run and waits until the last has let go of its pages. */
  async close(): Promise<void> {
    this.#isClosed = true;
    const runs = [...this.#underWay.values()];
    for (const { stop } of runs) stop.abort();
    await Promise.all(runs.map(({ end }) => end));
  }

  async #play(testReportId: string, plan: RunPlan, signal: AbortSignal): Promise<void> {
    let why = 'the run ended without a result for this test case';
    try {
      await this.#runner.run(
        plan,
        {
          onStart: (testCaseId) => this.#reports.markStarted(testReportId, testCaseId, this.#now()),
          onOutcome: (outcome) => this.#reports.saveOutcome(testReportId, outcome, this.#now()),
        },
        signal,
      );
    } catch (error) {
      why = error instanceof Error ? error.message : String(error);
    }
    this.#reports.failWaiting(testReportId, why, this.#now());
  }
}
