import type { ReportContext } from '../../contract/report-context.ts';
import type { TestReport } from '../../contract/test-report.ts';
import type { LoadedCase } from '../../test-files/loaded-case.ts';
import type { Connection } from '../connection.ts';
import type { Host } from '../host.ts';
import type { Inputs } from '../inputs/read-inputs.ts';
import { UserError } from '../user-error.ts';
import { reportGraceMs } from '../wait/find-report.ts';
import { executeOnce } from './execute.ts';
import { storeSurely } from './lost-answer.ts';
import { TriggerClock } from './trigger-clock.ts';

/** What to wait for. */
export type Trigger =
  | { readonly kind: 'report'; readonly report: TestReport; readonly reportUrl?: string }
  | Search;

/** The service started the run by itself, or its answer was lost: the report is still to be found. */
export interface Search {
  readonly kind: 'search';
  readonly context: ReportContext;
  readonly testResultIds: ReadonlySet<string>;
  /** No report from before this moment counts; by the service's clock. */
  readonly since: Date;
  /** A report that does not appear within this time, in ms, never will. */
  readonly graceMs: number;
  /** What a report must be besides; without it any that has the context or a named result fits. */
  readonly fits?: (report: TestReport) => boolean;
  /** The test plan that must not fail, where the service has it: without it none is looked at. */
  readonly planId?: string;
  /** Why it is not known whether there is a run at all. */
  readonly doubt?: string;
}

/** What starting a run takes. */
export interface TriggerRequest {
  readonly connection: Connection;
  readonly cases: readonly LoadedCase[];
  readonly inputs: Inputs;
  readonly context: { readonly report: ReportContext };
  readonly host: Host;
  readonly clock: {
    /** Rejects when the signal is aborted. */
    readonly sleep: (ms: number, signal: AbortSignal) => Promise<void>;
    /** Milliseconds of a clock that never goes back. */
    readonly now: () => number;
  };
  readonly signal: AbortSignal;
}

/**
 * Pushes the test cases as a draft (section 4.6) and starts a run of just these versions with execute. A service that
 * lacks execute starts the run by itself. A push whose answer is lost is repeated: it stores. A run is never started
 * twice.
 * @throws ClientError, UserError, or the reason of the request's signal.
 */
export async function triggerDraftPush(request: TriggerRequest): Promise<Trigger> {
  const { connection, cases, inputs, signal } = request;
  const { client, testTargetId } = connection;
  const url = await connection.url();
  const context = request.context.report;
  const clock = new TriggerClock(request.clock.now);
  const pushedAt = request.clock.now();
  const pushed = await storeSurely(
    (idempotencyKey) =>
      client.draftPush(
        { testTargetId },
        { testCases: cases.map(({ testCase }) => testCase) },
        { signal, idempotencyKey, onAnswer: clock.onAnswer },
      ),
    request,
  );
  if (!pushed.success) {
    throw new UserError(
      'The service did not store the test cases (it answered `success: false`). Nothing was run.',
    );
  }
  const started = await executeOnce(request, clock, {
    testTargetId,
    url,
    context: { ...context },
    environmentName: inputs.environment,
    tags: inputs.tags,
    browser: inputs.browser,
    breakpoint: inputs.breakpoint,
    variablesToOverwrite: Object.fromEntries(
      Object.entries(inputs.variables).map(([name, value]) => [name, [value]]),
    ),
    testCaseVersionIds: pushed.versionIds,
  });
  if (started !== undefined) return started;
  const synced = Object.values(pushed.syncDataByStableId ?? {});
  const testResultIds = new Set(synced.flatMap(({ testResultId }) => testResultId ?? []));
  return { kind: 'search', context, testResultIds, since: clock.at(pushedAt), graceMs: reportGraceMs };
}
