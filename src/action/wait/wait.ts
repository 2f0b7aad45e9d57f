import { ClientError, ContractBroken, ServiceRefused } from '../../client/errors.ts';
import type { TestReport } from '../../contract/test-report.ts';
import type { Connection } from '../connection.ts';
import type { Search, Trigger } from '../trigger/trigger.ts';
import { messageOf } from '../user-error.ts';
import { Failures } from './failures.ts';
import { pickReport, reportsSince } from './find-report.ts';
import { PlanWatch } from './plan-watch.ts';
import { ReportEnding, saysItEnded, withVanished } from './report-ending.ts';
import { warnOfOthers } from './warn-of-others.ts';
import { withoutRepeats } from './without-repeats.ts';

/** How the wait ended. `report` is the last one seen. */
export type WaitOutcome =
  | { readonly kind: 'finished'; readonly report: TestReport }
  | { readonly kind: 'cancelled'; readonly report: TestReport | undefined }
  /** `lastFailure`: what the last question failed with, where it did. */
  | { readonly kind: 'timed-out'; readonly report: TestReport | undefined; readonly lastFailure?: string }
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
  /** So many results are to come. */
  readonly expectedResults: number;
  /** Told of each state of the report. */
  readonly onReport: (report: TestReport) => void;
  /** Told what the reader of the log should know. */
  readonly warning: (text: string) => void;
}

/** `Retry-After` is honoured up to so long, in ms: the service may be well again before. */
const maxRetryAfterMs = 60_000;

/**
 * Waits until the report is neither WAITING nor unknown, and whole. The service is asked to hold its answer back
 * (`Prefer: wait`); one that doesn't is asked at an interval that grows with the run's age. One bad answer never ends
 * the wait.
 */
export async function waitForReport(
  connection: Connection,
  trigger: Trigger,
  waiting: Waiting,
): Promise<WaitOutcome> {
  const stop = AbortSignal.any([waiting.deadline, waiting.cancel]);
  const failures = new Failures(waiting.now);
  const state: { report: TestReport | undefined } = { report: undefined };
  try {
    state.report = withoutRepeats(
      trigger.kind === 'report'
        ? trigger.report
        : await awaitReport(connection, trigger, failures, waiting, stop),
    );
    const ending = new ReportEnding(waiting.now, waiting.expectedResults);
    const startedAt = waiting.now();
    while (!ending.isReached(state.report)) {
      waiting.onReport(state.report);
      const pause = saysItEnded(state.report) ? shortestMs : pauseFor(waiting.now() - startedAt);
      state.report = await poll(connection, state.report, { pause, failures, ending }, waiting, stop);
    }
    waiting.onReport(state.report);
    return { kind: 'finished', report: state.report };
  } catch (error) {
    const { report } = state;
    if (waiting.cancel.aborted) return { kind: 'cancelled', report };
    if (waiting.deadline.aborted) {
      const { last } = failures;
      return { kind: 'timed-out', report, ...(last === undefined ? {} : { lastFailure: last }) };
    }
    return { kind: 'lost', report, reason: lostReason(error, report) };
  }
}

const shortestMs = 1000;
const longestMs = 15_000;

/** The pause between two questions: a second at first, a twentieth of the run's age later, 15 s at most. In ms. */
function pauseFor(ageMs: number): number {
  return Math.min(longestMs, Math.max(shortestMs, ageMs / 20));
}

interface Poll {
  readonly pause: number;
  readonly failures: Failures;
  readonly ending: ReportEnding;
}

/** Asks once. @returns the report's new state; the old one where no answer came. */
async function poll(
  { client, testTargetId }: Connection,
  report: TestReport,
  { pause, failures, ending }: Poll,
  waiting: Waiting,
  stop: AbortSignal,
): Promise<TestReport> {
  const askedAt = waiting.now();
  let next = report;
  let atLeast = 0;
  try {
    const answered = await client.getTestReport(
      { testTargetId, testReportId: report.id },
      { signal: stop, waitSeconds: Math.ceil(pause / 1000), retry: false },
    );
    next = withVanished(withoutRepeats(ownReport(answered, report.id)), report);
    failures.clear();
  } catch (error) {
    if (stop.aborted) throw error;
    failures.add(error);
    atLeast = retryAfter(error);
  }
  const left = Math.max(pause, atLeast) - (waiting.now() - askedAt);
  // A service that holds its answer back has used the pause up already.
  if (!ending.isReached(next) && left > 0) await waiting.sleep(left, stop);
  return next;
}

/** A failure when the grace time is over proves nothing about the report: it has its own two minutes. */
async function awaitReport(
  connection: Connection,
  search: Search,
  failures: Failures,
  waiting: Waiting,
  stop: AbortSignal,
): Promise<TestReport> {
  const startedAt = waiting.now();
  const plan = new PlanWatch(connection, search.planId);
  let unreadable = 0;
  while (waiting.now() - startedAt < search.graceMs || failures.last !== undefined) {
    let atLeast = 0;
    try {
      const recent = await reportsSince(connection, search.since, stop);
      failures.clear();
      unreadable = recent.unreadable;
      const { report, others } = pickReport(recent.reports, search);
      if (report !== undefined) {
        warnOfOthers(waiting, report.id, others);
        return report;
      }
      await plan.check(stop);
    } catch (error) {
      if (stop.aborted) throw error;
      failures.add(error);
      atLeast = retryAfter(error);
    }
    await waiting.sleep(Math.max(pauseFor(waiting.now() - startedAt), atLeast), stop);
  }
  throw new Error(notFound(search, unreadable));
}

function notFound({ doubt, graceMs }: Search, unreadable: number): string {
  const odd = unreadable === 0 ? '' : ` ${unreadable} of the target's test reports could not be read.`;
  const none = `no test report of this run appeared within ${graceMs / 1000} s.${odd}`;
  return doubt === undefined
    ? `The service accepted the test cases, but ${none} Look at the service's own pages, and check that \`test-target-id\` is the target you mean.`
    : `Whether a run was started is not known: the answer was lost, and ${none} ${doubt} It was not sent again, for then there might be two runs. Look at the test target's own pages before you run this job again.`;
}

/** @throws ContractBroken for another report than the one that was asked for: a cache or a proxy mixed them up. */
function ownReport(report: TestReport, id: string): TestReport {
  if (report.id.toLowerCase() === id.toLowerCase()) return report;
  const call = { method: 'GET', url: `test-reports/${id}` };
  throw new ContractBroken(call, `answered another test report, ${report.id}`, {
    transient: true,
    maybeDone: false,
  });
}

function retryAfter(error: unknown): number {
  return error instanceof ClientError ? Math.min(error.retryAfterMs ?? 0, maxRetryAfterMs) : 0;
}

function lostReason(error: unknown, report: TestReport | undefined): string {
  const isGone = error instanceof ServiceRefused && [404, 410].includes(error.status);
  return report !== undefined && isGone
    ? `The test report ${report.id} is gone: it was there, and the service does not know it any more. ${error.message}`
    : messageOf(error);
}
