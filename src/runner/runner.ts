import type { ExchangeTestCase } from '../contract/exchange/test-case.ts';
import type { Breakpoint, Browser } from '../contract/values.ts';

/** What a runner is asked to do. */
export interface RunPlan {
  /** The cases that get a result, in order. */
  readonly cases: readonly ExchangeTestCase[];
  /** Every case that may be played, dependencies and teardowns included, by id. */
  readonly library: ReadonlyMap<string, ExchangeTestCase>;
  readonly executionUrl: string;
  readonly breakpoint: Breakpoint;
  /** Given variables; where one has several values, one is picked for the run. */
  readonly variables: Readonly<Record<string, readonly string[]>>;
  readonly timeoutPerStepMs: number;
}

/** A step that failed: the element's index in the case it belongs to, which may be a dependency. */
export interface FailedStep {
  readonly testCaseId: string;
  readonly elementIndex: number;
}

/** How one case ended. `ERROR` says that the runner failed, not the test. */
export interface CaseOutcome {
  readonly testCaseId: string;
  readonly status: 'PASSED' | 'FAILED' | 'ERROR';
  readonly errorMessage: string | null;
  readonly failedStep?: FailedStep;
}

/** Executes test cases. */
export interface Runner extends AsyncDisposable {
  /** What it can play cases in. */
  readonly browsers: readonly Browser[];
  /**
   * Plays the cases of a plan. Resolves when every case has its outcome, or soon after `signal` is aborted.
   * @param onStart told when a case begins, `onOutcome` when it has ended.
   */
  run(plan: RunPlan, events: RunEvents, signal: AbortSignal): Promise<void>;
}

export interface RunEvents {
  onStart(testCaseId: string): void;
  onOutcome(outcome: CaseOutcome): void;
}
