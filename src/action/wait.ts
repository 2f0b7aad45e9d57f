import { ClientError } from '../client/errors.ts';
import type { TestReport } from '../contract/test-report.ts';
import type { Connection } from './connection.ts';
import { findReport } from './find-report.ts';
import type { Trigger } from './trigger.ts';
import { messageOf } from './user-error.ts';

/** How the wait ended. `report` is the last one seen. */
export type WaitOutcome =
  | { readonly kind: 'finished'; readonly report: TestReport }
  | { readonly kind: 'timed-out' | 'cancelled'; readonly report: TestReport | undefined }
  | { readonly kind: 'lost'; readonly report: TestReport | undefined; readonly reason: string };

export interface Waiting {
  /** Ends the wait as timed out. */
  readonly deadline: AbortSignal;
  /** Ends the wait as cancelled. */
  readonly cancel: AbortSignal;
  /** Rejects when the signal is aborted. */
  readonly sleep: (ms: number, signal: AbortSignal) => Promise<void>;
  /** Milliseconds of a clock that never goes back. */
  readonly now: () => number;
  /** Told of each state of the report. */
  readonly onReport: (report: TestReport) => void;
}

/** So long nothing but failure may come before the wait is given up. */
const failureMs = 120_000;
/** A refusal that asking again does not change (gone, not allowed), so many times in a row. */
const refusalLimit = 3;

/**
 * Waits until the report is neither WAITING nor unknown. The service is asked to hold its answer back
 * (`Prefer: wait`); one that doesn't is asked at an interval that grows with the run's age. One bad answer never ends
 * the wait.
 */
export async function waitForReport(
  connection: Connection,
  trigger: Trigger,
  waiting: Waiting,
): Promise<WaitOutcome> {
  const stop = AbortSignal.any([waiting.deadline, waiting.cancel]);
  const state: { report: TestReport | undefined } = { report: undefined };
  try {
    state.report =
      trigger.kind === 'report' ? trigger.report : await awaitReport(connection, trigger, waiting, stop);
    const failures = new Failures(waiting.now);
    const startedAt = waiting.now();
    while (!isFinished(state.report)) {
      waiting.onReport(state.report);
      const pause = pauseFor(waiting.now() - startedAt);
      state.report = await poll(connection, state.report, pause, failures, waiting, stop);
    }
    waiting.onReport(state.report);
    return { kind: 'finished', report: state.report };
  } catch (error) {
    if (waiting.cancel.aborted) return { kind: 'cancelled', report: state.report };
    if (waiting.deadline.aborted) return { kind: 'timed-out', report: state.report };
    return { kind: 'lost', report: state.report, reason: messageOf(error) };
  }
}

/** WAITING, and a value that this version doesn't know, may still become something else (section 3). */
function isFinished({ status }: TestReport): boolean {
  return status === 'PASSED' || status === 'FAILED';
}

/** The pause between two questions: a second at first, a twentieth of the run's age later, 15 s at most. In ms. */
function pauseFor(ageMs: number): number {
  return Math.min(15_000, Math.max(1000, ageMs / 20));
}

/** Asks once. @returns the report's new state; the old one where no answer came. */
async function poll(
  { client, testTargetId }: Connection,
  report: TestReport,
  pause: number,
  failures: Failures,
  waiting: Waiting,
  stop: AbortSignal,
): Promise<TestReport> {
  const askedAt = waiting.now();
  let next = report;
  try {
    next = await client.getTestReport(
      { testTargetId, testReportId: report.id },
      { signal: stop, waitSeconds: Math.ceil(pause / 1000) },
    );
    failures.clear();
  } catch (error) {
    if (stop.aborted) throw error;
    failures.add(error);
  }
  const left = pause - (waiting.now() - askedAt);
  // A service that holds its answer back has used the pause up already.
  if (!isFinished(next) && left > 0) await waiting.sleep(left, stop);
  return next;
}

/** A failure when the grace time is over proves nothing about the report: it has its own two minutes. */
async function awaitReport(
  connection: Connection,
  trigger: Extract<Trigger, { kind: 'search' }>,
  waiting: Waiting,
  stop: AbortSignal,
): Promise<TestReport> {
  const startedAt = waiting.now();
  const failures = new Failures(waiting.now);
  while (waiting.now() - startedAt < trigger.graceMs || failures.any) {
    try {
      const found = await findReport(connection, trigger, stop);
      failures.clear();
      if (found !== undefined) return found;
    } catch (error) {
      if (stop.aborted) throw error;
      failures.add(error);
    }
    await waiting.sleep(pauseFor(waiting.now() - startedAt), stop);
  }
  throw new Error(
    `The service accepted the test cases, but no test report of this run appeared within ${trigger.graceMs / 1000} s. Look at the service's own pages, and check that \`test-target-id\` is the target you mean.`,
  );
}

/** Counts failed calls in a row, and throws when they are enough. */
class Failures {
  readonly #now: () => number;
  #since: number | undefined;
  #refused = 0;

  constructor(now: () => number) {
    this.#now = now;
  }

  /** Whether the last call failed. */
  get any(): boolean {
    return this.#since !== undefined;
  }

  clear(): void {
    this.#since = undefined;
    this.#refused = 0;
  }

  add(error: unknown): void {
    if (!(error instanceof ClientError)) throw error;
    this.#refused = error.transient ? 0 : this.#refused + 1;
    if (this.#refused >= refusalLimit) throw error;
    this.#since ??= this.#now();
    if (this.#now() - this.#since >= failureMs) throw error;
  }
}
