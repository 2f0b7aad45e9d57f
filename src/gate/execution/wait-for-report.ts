import { ContractBroken, ServiceRefused } from '../../client/errors.ts';
import { messageOf } from '../../common/errors.ts';
import type { Connection } from '../../connection/connection.ts';
import type { TestReport } from '../../contract/test-report.ts';
import { contradictionsOf } from '../verdict/contradictions.ts';
import { nothingObserved, type Observed, observe } from '../verdict/observed.ts';
import { hasFinalStatus } from '../verdict/result-status.ts';
import type { RunEnding } from '../verdict/verdict.ts';
import { findDefaultEnvironment, namesEnvironment } from './default-environment.ts';
import { findReport } from './find-report.ts';
import { PlanWatch } from './plan-watch.ts';
import { minIntervalMs, pollInterval, RequestFailures, retryAfter } from './polling.ts';
import { ReportEnding } from './report-ending.ts';
import type { Trigger } from './start-run.ts';
import type { Clock, ServiceClock } from './timing.ts';

/** How the wait has ended, and what was observed. */
export interface WaitOutcome {
  readonly ending: RunEnding;
  readonly observed: Observed;
}

export interface WaitOptions extends Clock {
  /** Ends the wait as timed out. */
  readonly deadline: AbortSignal;
  /** Ends the wait as cancelled. */
  readonly cancel: AbortSignal;
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
  const { deadline, cancel, now, sleep, warning, onReport } = options;
  const { run, clock } = trigger;
  const stop = AbortSignal.any([deadline, cancel]);
  const failures = new RequestFailures(now);
  const plan = new PlanWatch(connection, run, trigger.kind === 'search' ? trigger.planId : undefined);
  let mustFindEnvironment = run.environment.isDefault === true && run.environment.name === undefined;
  let contradict = contradictionsOf(run);
  const add = (report: TestReport) => {
    observed = observe(observed, report, contradict, clock.times());
  };
  let observed: Observed = { ...nothingObserved, identifiedBy: 'answered by the request that started it' };
  try {
    if (trigger.kind === 'report') add(trigger.report);
    else observed = await findReport(connection, trigger, { now, sleep, failures, warning, plan }, stop);
    const ending = new ReportEnding(now, run.expected?.length ?? 0);
    const startedAt = now();
    for (let { report } = observed; report !== undefined; { report } = observed) {
      onReport(report);
      if (mustFindEnvironment && namesEnvironment(report)) {
        mustFindEnvironment = false;
        contradict = contradictionsOf({
          ...run,
          environment: await findDefaultEnvironment(connection, stop),
        });
        observed = {
          ...observed,
          contradiction: observed.contradiction ?? contradict(report, clock.times()),
        };
      }
      // A contradiction stays, whatever the service answers later.
      if (observed.contradiction !== undefined || ending.isReached(report)) break;
      const pauseMs = hasFinalStatus(report) ? minIntervalMs : pollInterval(now() - startedAt);
      const isEnding = () => observed.report !== undefined && ending.isReached(observed.report);
      await poll(connection, report.id, { pauseMs, failures, clock, add, isEnding, now, sleep }, stop);
    }
    if (observed.contradiction === undefined) await plan.waitUntilDone({ now, sleep }, stop);
    return { ending: { kind: 'finished' }, observed: { ...observed, planStatus: plan.status } };
  } catch (error) {
    return { ending: endingOf(error, options, failures, observed), observed };
  }
}

function endingOf(
  error: unknown,
  { cancel, deadline }: WaitOptions,
  { last }: RequestFailures,
  { report }: Observed,
): RunEnding {
  if (cancel.aborted) return { kind: 'cancelled' };
  if (deadline.aborted) return { kind: 'timed-out', ...(last === undefined ? {} : { lastFailure: last }) };
  return { kind: 'error', reason: endingReason(error, report) };
}

interface PollOptions extends Clock {
  readonly pauseMs: number;
  readonly failures: RequestFailures;
  readonly clock: ServiceClock;
  /** Called with the report that was answered. */
  readonly add: (report: TestReport) => void;
  /** Whether no other request will follow. */
  readonly isEnding: () => boolean;
}

/** Sends one request for the state of a report, and pauses. */
async function poll(
  { client, testTargetId }: Connection,
  id: string,
  { pauseMs, failures, clock, add, isEnding, now, sleep }: PollOptions,
  stop: AbortSignal,
): Promise<void> {
  const requestedAt = now();
  let minPauseMs = 0;
  try {
    const answered = await client.getTestReport(
      { testTargetId, testReportId: id },
      { signal: stop, waitSeconds: Math.ceil(pauseMs / 1000), retry: false, onAnswer: clock.onAnswer },
    );
    add(requireId(answered, id));
    failures.clear();
  } catch (error) {
    if (stop.aborted) throw error;
    failures.add(error);
    minPauseMs = retryAfter(error);
  }
  const remainingMs = Math.max(pauseMs, minPauseMs) - (now() - requestedAt);
  // A service that holds its response back has used the pause up already.
  if (!isEnding() && remainingMs > 0) await sleep(remainingMs, stop);
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

function endingReason(error: unknown, report: TestReport | undefined): string {
  const isDeleted = error instanceof ServiceRefused && [404, 410].includes(error.status);
  return report !== undefined && isDeleted
    ? `The test report ${report.id} existed, but the service no longer has it. ${error.message}`
    : messageOf(error);
}
