import { ContractBroken, ServiceRefused } from '../../client/client-errors.ts';
import { messageOf } from '../../common/errors.ts';
import { defined } from '../../common/object-fields.ts';
import type { Connection } from '../../connection/connection.ts';
import type { TestReport } from '../../contract/test-report.ts';
import { formatDuration } from '../../report/describe.ts';
import type { Verdict } from '../../results/run-results.ts';
import type { ModeRequest } from '../run-request.ts';
import { CaseIndex } from '../verdict/case-index.ts';
import { type Contradict, contradictionsOf } from '../verdict/contradictions.ts';
import { addAnswer, nothingObserved, type Observed } from '../verdict/observed.ts';
import type { RequestedEnvironment, RequestedRun } from '../verdict/requested-run.ts';
import { hasFinalStatus, isResult } from '../verdict/result-status.ts';
import { type RunEnding, reachVerdict } from '../verdict/verdict.ts';
import { ReportFinder } from './find-report.ts';
import { completionGraceMs, PlanWatch } from './plan-watch.ts';
import { minIntervalMs, pollInterval, RequestFailures } from './polling.ts';
import { countReport, createProgressLog } from './progress-log.ts';
import { lookUpEnvironment, type Trigger } from './start-run.ts';
import type { Clock } from './timing.ts';

interface WaitOutcome {
  readonly ending: RunEnding;
  readonly observed: Observed;
}

interface WaitOptions extends Clock {
  readonly deadline: AbortSignal;
  /** Ends the wait as cancelled. */
  readonly cancel: AbortSignal;
  /** Called with each state of the report, the first and the last included. */
  readonly onReport: (report: TestReport) => void;
  /** Called with the message of each request that fails, and with `undefined` when one succeeds. */
  readonly onFailure?: (message: string | undefined) => void;
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
  const wait = new ReportWait(connection, trigger, options);
  try {
    await wait.untilEnded();
    return { ending: { kind: 'finished' }, observed: wait.observed };
  } catch (error) {
    return { ending: endingOf(error, options, wait), observed: wait.observed };
  }
}

class ReportWait {
  readonly failures: RequestFailures;
  readonly #connection: Connection;
  readonly #trigger: Trigger;
  readonly #options: WaitOptions;
  readonly #plan: PlanWatch;
  readonly #stop: AbortSignal;
  readonly #finder: ReportFinder;
  /** With its environment, as soon as it is known. */
  #run: RequestedRun;
  #contradict: Contradict;
  #isEnvironmentSought = false;
  /** Since when the report has a final status. */
  #finalSince: number | undefined;
  #observed: Observed = { ...nothingObserved, identifiedBy: 'answered by the request that started it' };

  constructor(connection: Connection, trigger: Trigger, options: WaitOptions) {
    const { run } = trigger;
    const { now, deadline, cancel, onFailure } = options;
    this.#connection = connection;
    this.#trigger = trigger;
    this.#options = options;
    this.failures = new RequestFailures(now, onFailure);
    this.#plan = new PlanWatch(connection, run, trigger.kind === 'search' ? trigger.planId : undefined);
    this.#stop = AbortSignal.any([deadline, cancel]);
    const { failures } = this;
    this.#finder = new ReportFinder({
      ...options,
      connection,
      failures,
      plan: this.#plan,
      signal: this.#stop,
    });
    this.#run = run;
    this.#contradict = contradictionsOf(run);
  }

  get observed(): Observed {
    return { ...this.#observed, planStatus: this.#plan.status };
  }

  /** Why none of the target's reports was taken for that of the run, if there is a reason. */
  get doubts(): string | undefined {
    return this.#finder.doubts;
  }

  /** @throws Error if no report is found; what `RequestFailures` throws; or the reason of a signal. */
  async untilEnded(): Promise<void> {
    const { now, onReport } = this.#options;
    const trigger = this.#trigger;
    if (trigger.kind === 'report') this.#add(trigger.report);
    else this.#observed = await this.#finder.find(trigger);
    const startedAt = now();
    for (let { report } = this.#observed; report !== undefined; { report } = this.#observed) {
      onReport(report);
      await this.#findEnvironment(report);
      // A contradiction stays, whatever the service answers later.
      if (this.#observed.contradiction !== undefined || this.#hasEnded(report)) break;
      await this.#poll(report.id, hasFinalStatus(report) ? minIntervalMs : pollInterval(now() - startedAt));
    }
    if (this.#observed.contradiction !== undefined) return;
    await this.#plan.waitUntilDone(this.#options, this.#stop);
    if (trigger.kind === 'report') return;
    this.#observed = await this.#finder.findRivals({ ...trigger, run: this.#run }, this.#observed);
  }

  #add(report: TestReport): void {
    const { clock } = this.#trigger;
    this.#observed = addAnswer(this.#observed, report, this.#contradict, clock.times());
  }

  /**
   * Whether a report has ended. Some services set PASSED before the last results are there, or while results are WAITING: such a
   * report is polled for a while longer, and then taken as it is. The verdict names what is missing.
   */
  #hasEnded(report: TestReport): boolean {
    if (!hasFinalStatus(report)) {
      this.#finalSince = undefined;
      return false;
    }
    const { now } = this.#options;
    this.#finalSince ??= now();
    return this.#hasAllResults(report) || now() - this.#finalSince >= completionGraceMs;
  }

  #hasAllResults({ testResults }: TestReport): boolean {
    const cases = new Set(testResults.map(({ testCaseId }) => testCaseId));
    return cases.size >= (this.#run.expected?.length ?? 0) && testResults.every(isResult);
  }

  /**
   * Looks up the environment once a report names one in a way that cannot be compared.
   * @throws UserError if the service does not have it.
   */
  async #findEnvironment(report: TestReport): Promise<void> {
    if (this.#isEnvironmentSought || !namesOtherEnvironment(report, this.#run.environment)) return;
    this.#isEnvironmentSought = true;
    const { environment } = this.#run;
    const found = await lookUpEnvironment(this.#connection, environment, this.#stop);
    this.#run = { ...this.#run, environment: found };
    this.#contradict = contradictionsOf(this.#run);
    const contradiction =
      this.#observed.contradiction ?? this.#contradict(report, this.#trigger.clock.times());
    this.#observed = { ...this.#observed, contradiction };
  }

  /** Sends one request for the state of the report, and pauses. */
  async #poll(id: string, pauseMs: number): Promise<void> {
    const { client, testTargetId } = this.#connection;
    const { now, sleep } = this.#options;
    const requestedAt = now();
    const { minPauseMs } = await this.failures.attempt(async () => {
      const { onAnswer } = this.#trigger.clock;
      const waitSeconds = Math.ceil(pauseMs / 1000);
      const options = { signal: this.#stop, waitSeconds, retry: false, onAnswer } as const;
      this.#add(requireId(await client.getTestReport({ testTargetId, testReportId: id }, options), id));
    }, this.#stop);
    const { report } = this.#observed;
    const remainingMs = Math.max(pauseMs, minPauseMs) - (now() - requestedAt);
    // A service that holds its response back has used the pause up already, and no other request follows the last state.
    if (remainingMs <= 0 || (report !== undefined && this.#hasEnded(report))) return;
    await sleep(remainingMs, this.#stop);
  }
}

function endingOf(
  error: unknown,
  { cancel, deadline }: WaitOptions,
  { failures: { last }, observed: { report }, doubts }: ReportWait,
): RunEnding {
  if (cancel.aborted) return { kind: 'cancelled' };
  if (deadline.aborted) return { kind: 'timed-out', ...defined({ lastFailure: last, doubts }) };
  return { kind: 'error', reason: endingReason(error, report) };
}

/** @throws ContractBroken for another report than the requested one: a cache or a proxy mixed them up. */
function requireId(report: TestReport, id: string): TestReport {
  if (report.id.toLowerCase() === id.toLowerCase()) return report;
  const call = { method: 'GET', url: `test-reports/${id}` };
  throw new ContractBroken(call, `answered with another test report, ${report.id}`, {
    transient: true,
    mayHaveTakenEffect: false,
  });
}

function endingReason(error: unknown, report: TestReport | undefined): string {
  const isDeleted = error instanceof ServiceRefused && [404, 410].includes(error.status);
  return report !== undefined && isDeleted
    ? `The test report ${report.id} existed, but the service no longer has it. ${error.message}`
    : messageOf(error);
}

/** Waits for the report of a run that has started, and reaches its verdict. */
export async function followRun(
  { inputs, connection, host, cancel, deadline, clock, onProgress, onInterim, evidenceFolder }: ModeRequest,
  trigger: Trigger,
): Promise<Verdict> {
  host.startGroup('Browser tests');
  const runFacts = { run: trigger.run, timeout: formatDuration(inputs.timeoutMs), evidenceFolder };
  const cases = new CaseIndex(trigger.run);
  using log = createProgressLog(host, clock, (result) => cases.nameOf(result));
  const outcome = await waitForReport(connection, trigger, {
    deadline,
    cancel,
    ...clock,
    onReport: (report) => {
      log.update(report);
      onProgress(countReport(report));
      const observed = { ...nothingObserved, report };
      onInterim?.(() => reachVerdict({ ...runFacts, observed, ending: { kind: 'cancelled' } }));
    },
    onFailure: (message) => log.failed(message),
    warning: (text) => host.warning(text),
  });
  host.endGroup();
  const verdict = reachVerdict({ ...runFacts, ...outcome });
  if (inputs.service.kind !== 'hosted' || trigger.kind !== 'report') return verdict;
  // Some services answer a path.
  const page = trigger.reportUrl && URL.parse(trigger.reportUrl, inputs.service.baseUrl)?.href;
  return page ? { ...verdict, reportUrl: page } : verdict;
}

/** Whether a report says by a name or an id in which environment it was run, and that of the requested one is not known. */
function namesOtherEnvironment(report: TestReport, { id, name }: RequestedEnvironment): boolean {
  return [report, ...report.testResults].some(
    ({ environmentId, environmentName }) =>
      (id === undefined && environmentId != null) || (name === undefined && environmentName != null),
  );
}
