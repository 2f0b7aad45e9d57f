import type { Client } from '../client/client.ts';
import { lacksOperation } from '../client/errors.ts';
import type { ReportContext } from '../contract/report-context.ts';
import type { TestReport } from '../contract/test-report.ts';
import type { LoadedCase } from '../test-files/loaded-case.ts';
import type { Connection } from './connection.ts';
import type { Inputs } from './inputs/read-inputs.ts';
import { TriggerClock } from './trigger-clock.ts';
import { UserError } from './user-error.ts';

/** What to wait for. */
export type Trigger =
  | { readonly kind: 'report'; readonly report: TestReport; readonly reportUrl?: string }
  /** The service started the run by itself: its report is still to be found. */
  | {
      readonly kind: 'search';
      readonly context: ReportContext;
      readonly testResultIds: ReadonlySet<string>;
      /** No report from before this moment counts; by the service's clock. */
      readonly since: Date;
      /** A report that does not appear within this time, in ms, never will. */
      readonly graceMs: number;
    };

/** What is pushed runs at once: its report is there soon. */
const graceMs = 120_000;

/**
 * Pushes the test cases as a draft (section 4.6) and starts a run of just these versions with execute. A service that
 * lacks execute starts the run by itself.
 * @throws ClientError, or the reason of `signal`.
 */
export async function triggerDraftPush(
  connection: Connection,
  cases: readonly LoadedCase[],
  inputs: Inputs,
  context: ReportContext,
  signal: AbortSignal,
): Promise<Trigger> {
  const { client, testTargetId } = connection;
  const url = await connection.url();
  const clock = new TriggerClock();
  const pushed = await client.draftPush(
    { testTargetId },
    { testCases: cases.map(({ testCase }) => testCase) },
    { signal, onAnswer: clock.onAnswer },
  );
  if (!pushed.success) {
    throw new UserError(
      'The service did not store the test cases (it answered `success: false`). Nothing was run.',
    );
  }
  const started = await execute(
    client,
    {
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
    },
    signal,
  );
  if (started !== undefined) return started;
  const synced = Object.values(pushed.syncDataByStableId ?? {});
  const testResultIds = new Set(synced.flatMap(({ testResultId }) => testResultId ?? []));
  return { kind: 'search', context, testResultIds, since: clock.triggeredAt, graceMs };
}

/** @returns undefined where the service does not have the operation. */
async function execute(
  client: Client,
  body: Parameters<Client['execute']>[0],
  signal: AbortSignal,
): Promise<Trigger | undefined> {
  try {
    const { testReport, testReportUrl } = await client.execute(body, { signal });
    return {
      kind: 'report',
      report: testReport,
      ...(testReportUrl == null ? {} : { reportUrl: testReportUrl }),
    };
  } catch (error) {
    if (lacksOperation(error)) return undefined;
    throw error;
  }
}
