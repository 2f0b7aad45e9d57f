import { randomUUID } from 'node:crypto';
import type { CallOptions, Client } from '../../client/client.ts';
import { ClientError, ContractBroken, lacksOperation, ServiceRefused } from '../../client/client-errors.ts';
import { UserError } from '../../common/errors.ts';
import { defined } from '../../common/object-fields.ts';
import { type Connection, findEnvironment } from '../../connection/connection.ts';
import type { ReportContext } from '../../contract/report-context.ts';
import type { TestReport } from '../../contract/test-report.ts';
import { variableLists } from '../../contract/values.ts';
import type { Host } from '../../runtime/host.ts';
import type { LoadedCase } from '../../test-files/problem.ts';
import { expectedCases } from '../cases/select-cases.ts';
import type { Inputs } from '../inputs/read-inputs.ts';
import type { RequestedEnvironment, RequestedRun } from '../verdict/requested-run.ts';
import { isAmbiguous, refuseNamedError, storedCases, storeWithRetries } from './check-answer.ts';
import { compareReport, recoverRun } from './recent-reports.ts';
import { type Clock, ServiceClock } from './timing.ts';

/** The report of a run that starts at once appears within this time, in ms. */
const reportGraceMs = 120_000;

/** A run that was requested, and the clock of the service. */
export interface StartedRun {
  readonly run: RequestedRun;
  readonly clock: ServiceClock;
}

/** How the report of a run is found that the service starts by itself, or whose start had an ambiguous response. */
export interface ReportSearch {
  readonly kind: 'search';
  /** A report that does not appear within this time, in ms, never will. */
  readonly graceMs: number;
  /** An additional condition; without it, any report that has the context or a named result matches. */
  readonly matches?: (report: TestReport) => boolean;
  /** The test plan of a batch generation: if it fails, no report will appear. */
  readonly planId?: string;
  /** Message of the ambiguous response, if it is unknown whether a run was started at all. */
  readonly ambiguousResponse?: string;
}

/** What was started: a report that is known, or one that is still to be found. */
export type Trigger = StartedRun &
  ({ readonly kind: 'report'; readonly report: TestReport; readonly reportUrl?: string } | ReportSearch);

interface TriggerRequest {
  readonly connection: Connection;
  readonly cases: readonly LoadedCase[];
  readonly inputs: Inputs;
  readonly context: { readonly report: ReportContext };
  readonly host: Host;
  readonly clock: Clock;
  readonly signal: AbortSignal;
}

/**
 * Pushes the test cases as a draft (section 4.6) and starts a run of exactly these versions with execute. A service
 * without execute starts the run by itself.
 * @throws ClientError, UserError, or the reason of the request's signal.
 */
export async function triggerDraftPush(request: TriggerRequest): Promise<Trigger> {
  const { connection, cases, inputs, signal } = request;
  const { client, testTargetId } = connection;
  const url = await connection.url();
  const environment = await requestedEnvironment(connection, inputs, cases, signal);
  const clock = new ServiceClock(request.clock.now);
  const pushedAt = request.clock.now();
  const pushed = await storeWithRetries(
    (idempotencyKey) =>
      client.draftPush(
        { testTargetId },
        { testCases: cases.map(({ testCase }) => testCase) },
        { signal, idempotencyKey, onAnswer: clock.onAnswer },
      ),
    request,
  );
  const run: RequestedRun = {
    testTargetId,
    context: request.context.report,
    url,
    environment,
    browser: inputs.browser,
    breakpoint: inputs.breakpoint,
    cases,
    expected: expectedCases(cases, inputs, environment.name),
    ...storedCases(cases, pushed),
    since: clock.requestedAt(pushedAt),
  };
  return (
    (await executeOnce(request, { run, clock }, pushed.versionIds)) ?? {
      kind: 'search',
      run,
      clock,
      graceMs: reportGraceMs,
    }
  );
}

/**
 * Starts one run, and never two. If the response is lost, the run is looked for first. The request is repeated, once and
 * with the same idempotency key, only if the service has finished with it and no report of the run exists. Otherwise
 * the report is searched for.
 * @returns undefined if the service does not have the operation.
 * @throws ClientError; UserError if both responses were lost; or the reason of the request's signal.
 */
async function executeOnce(
  request: TriggerRequest,
  started: StartedRun,
  testCaseVersionIds: string[],
): Promise<Trigger | undefined> {
  const { connection, host, signal } = request;
  const { run } = started;
  const idempotencyKey = randomUUID();
  const body = executeBodyOf(run, request.inputs, testCaseVersionIds);
  for (let isRetry = false; ; isRetry = true) {
    const options = { signal, idempotencyKey, onAnswer: started.clock.onAnswer };
    const response = await sendExecute(connection.client, body, options, isRetry);
    if (response.kind === 'unsupported') return undefined;
    if (response.kind === 'clear') return { kind: 'report', ...started, ...response.answer };
    const { error } = response;
    host.info(`No usable response to the execute request. Looking for the run. ${error.message}`);
    const recovered = await recoverRun(connection, run, request.clock.sleep, signal);
    if (recovered === 'found') host.info('The run was started.');
    if (recovered !== 'none' || mayStillBeProcessed(error)) return searchFor(started, error);
    if (isRetry) {
      throw new UserError(
        `The run could not be started: two requests had no usable response, and no test report of this run exists. ${error.message} Check the test target in the service before you re-run this job.`,
      );
    }
    host.info(
      'No test report of this run exists. Repeating the request once, with the same idempotency key.',
    );
  }
}

type ExecuteBody = Parameters<Client['execute']>[0];

function executeBodyOf(run: RequestedRun, inputs: Inputs, testCaseVersionIds: string[]): ExecuteBody {
  const { testTargetId, url, context, browser, breakpoint } = run;
  return {
    testTargetId,
    url: url ?? '',
    context: { ...context },
    environmentName: inputs.environment,
    tags: inputs.tags,
    browser,
    breakpoint,
    variablesToOverwrite: variableLists(inputs.variables),
    testCaseVersionIds,
  };
}

type ExecuteResponse =
  | { readonly kind: 'clear'; readonly answer: { readonly report: TestReport; readonly reportUrl?: string } }
  | { readonly kind: 'unsupported' }
  | { readonly kind: 'ambiguous'; readonly error: ClientError };

async function sendExecute(
  client: Client,
  body: ExecuteBody,
  options: CallOptions,
  isRetry: boolean,
): Promise<ExecuteResponse> {
  try {
    const answer = await client.execute(body, options);
    refuseNamedError(answer, 'It started a run.');
    const { testReport: report, testReportUrl } = answer;
    return { kind: 'clear', answer: { report, ...defined({ reportUrl: testReportUrl }) } };
  } catch (error) {
    if (!isRetry && lacksOperation(error)) return { kind: 'unsupported' };
    if (isAmbiguous(error)) return { kind: 'ambiguous', error };
    if (isRetry && isConflict(error)) return { kind: 'ambiguous', error };
    throw error;
  }
}

/** The first request with this key is still being processed. */
function isConflict(error: unknown): error is ServiceRefused {
  return error instanceof ServiceRefused && error.status === 409;
}

/**
 * Whether the service may still be processing a request whose response was lost: behind a gateway that timed out, or
 * after the client timed out. An unreadable success counts as well: the run was started.
 */
function mayStillBeProcessed(error: ClientError): boolean {
  if (error instanceof ContractBroken) return true;
  if (error instanceof ServiceRefused) return [408, 409, 504].includes(error.status);
  return error.cause instanceof Error && error.cause.name === 'TimeoutError';
}

function searchFor(started: StartedRun, error: ClientError): Trigger {
  return {
    kind: 'search',
    ...started,
    graceMs: reportGraceMs,
    matches: (report) => compareReport(report, started.run) === 'same',
    ambiguousResponse: error.message,
  };
}

/**
 * The environment of a run. What the service calls `default` is looked up if a test case is excluded from environments, and
 * later if a report names its environment: otherwise the name decides nothing.
 * @returns without a name if it is not known: then every case must have a result.
 * @throws the reason of `signal`.
 */
async function requestedEnvironment(
  connection: Connection,
  { environment }: Pick<Inputs, 'environment'>,
  cases: readonly LoadedCase[],
  signal: AbortSignal,
): Promise<RequestedEnvironment> {
  if (environment !== 'default') return { name: environment };
  if (!cases.some(({ testCase }) => testCase.excludedEnvironmentNames?.length)) return { isDefault: true };
  return lookUpEnvironment(connection, { isDefault: true }, signal);
}

/**
 * Looks up what the service calls an environment: `default` may have any name, and each has an id.
 * @returns it as it was if the environments cannot be read.
 * @throws UserError if there is no such environment; the reason of `signal`.
 */
export async function lookUpEnvironment(
  connection: Connection,
  requested: RequestedEnvironment,
  signal: AbortSignal,
): Promise<RequestedEnvironment> {
  try {
    const found = await findEnvironment(connection, requested.name ?? 'default', signal);
    return { ...requested, ...defined({ name: found?.name, id: found?.id }) };
  } catch (error) {
    if (error instanceof ClientError) return requested;
    throw error;
  }
}
