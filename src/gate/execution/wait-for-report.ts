import { ContractBroken, ServiceRefused } from '../../client/errors.ts';
import { messageOf } from '../../common/errors.ts';
import type { Connection } from '../../connection/connection.ts';
import type { TestReport } from '../../contract/test-report.ts';
import { findReport } from './find-report.ts';
import { minIntervalMs, pollInterval, RequestFailures, retryAfter } from './polling.ts';
import { hasFinalStatus, ReportEnding, withoutRepeats, withVanished } from './report-ending.ts';
import type { Trigger } from './start-run.ts';
import type { Clock } from './timing.ts';

/** How the wait ended, with the last state of the report. */
export type WaitOutcome =
  | { readonly kind: 'finished'; readonly report: TestReport }
  | { readonly kind: 'cancelled'; readonly report: TestReport | undefined }
  /** `lastFailure`: message of the last request's error, if it failed. */
  | { readonly kind: 'timed-out'; readonly report: TestReport | undefined; readonly lastFailure?: string }
  /** The report was not found, or the service stopped answering. */
  | { readonly kind: 'lost'; readonly report: TestReport | undefined; readonly reason: string };

export interface WaitOptions extends Clock {
  /** Ends the wait as timed out. */
  readonly deadline: AbortSignal;
  /** Ends the wait as cancelled. */
  readonly cancel: AbortSignal;
  readonly expectedResults: number;
  /** Called with each state of the report, the first and the last included. */
  readonly onReport: (report: TestReport) => void;
  /** Called with what the reader of the log should know. */
  readonly warning: (text: string) => void;
}

/**
 * Waits until the report has a final status and all its results. The service is asked to hold its response back
 * (`Prefer: wait`); one that does not is polled at an interval that grows with the run's age. A single failed request
 * never ends the wait. Never rejects.
 */
export async function waitForReport(
  connection: Connection,
  trigger: Trigger,
  options: WaitOptions,
): Promise<WaitOutcome> {
  const { deadline, cancel, now, sleep, warning, expectedResults, onReport } = options;
  const stop = AbortSignal.any([deadline, cancel]);
  const failures = new RequestFailures(now);
  let report: TestReport | undefined;
  try {
    report = withoutRepeats(
      trigger.kind === 'report'
        ? trigger.report
        : await findReport(connection, trigger, { now, sleep, failures, warning }, stop),
    );
    const ending = new ReportEnding(now, expectedResults);
    const startedAt = now();
    while (!ending.isReached(report)) {
      onReport(report);
      const pauseMs = hasFinalStatus(report) ? minIntervalMs : pollInterval(now() - startedAt);
      report = await poll(connection, report, { pauseMs, failures, ending, now, sleep }, stop);
    }
    onReport(report);
    return { kind: 'finished', report };
  } catch (error) {
    if (cancel.aborted) return { kind: 'cancelled', report };
    if (deadline.aborted) {
      const { last } = failures;
      return { kind: 'timed-out', report, ...(last === undefined ? {} : { lastFailure: last }) };
    }
    return { kind: 'lost', report, reason: lostReason(error, report) };
  }
}

interface PollOptions extends Clock {
  readonly pauseMs: number;
  readonly failures: RequestFailures;
  readonly ending: ReportEnding;
}

/** Sends one request, and pauses. @returns the report's new state; the old one if the request failed. */
async function poll(
  { client, testTargetId }: Connection,
  report: TestReport,
  { pauseMs, failures, ending, now, sleep }: PollOptions,
  stop: AbortSignal,
): Promise<TestReport> {
  const requestedAt = now();
  let next = report;
  let minPauseMs = 0;
  try {
    const answered = await client.getTestReport(
      { testTargetId, testReportId: report.id },
      { signal: stop, waitSeconds: Math.ceil(pauseMs / 1000), retry: false },
    );
    next = withVanished(withoutRepeats(requireId(answered, report.id)), report);
    failures.clear();
  } catch (error) {
    if (stop.aborted) throw error;
    failures.add(error);
    minPauseMs = retryAfter(error);
  }
  const remainingMs = Math.max(pauseMs, minPauseMs) - (now() - requestedAt);
  // A service that holds its response back has used the pause up already.
  if (!ending.isReached(next) && remainingMs > 0) await sleep(remainingMs, stop);
  return next;
}

/** @throws ContractBroken for another report than the requested one: a cache or a proxy mixed them up. */
function requireId(report: TestReport, id: string): TestReport {
  if (report.id.toLowerCase() === id.toLowerCase()) return report;
  const call = { method: 'GET', url: `test-reports/${id}` };
  throw new ContractBroken(call, `answered with another test report, ${report.id}`, {
    transient: true,
    mayHaveActed: false,
  });
}

function lostReason(error: unknown, report: TestReport | undefined): string {
  const isDeleted = error instanceof ServiceRefused && [404, 410].includes(error.status);
  return report !== undefined && isDeleted
    ? `The test report ${report.id} existed, but the service no longer has it. ${error.message}`
    : messageOf(error);
}
