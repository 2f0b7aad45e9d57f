import { randomUUID } from 'node:crypto';
import type { Client } from '../../client/client.ts';
import { type ClientError, ContractBroken, lacksOperation, ServiceRefused } from '../../client/errors.ts';
import { UserError } from '../user-error.ts';
import { reportGraceMs } from '../wait/find-report.ts';
import { warnOfOthers } from '../wait/warn-of-others.ts';
import { isLost } from './lost-answer.ts';
import { type LostRun, likeness, lookForRun } from './lost-run.ts';
import type { Trigger, TriggerRequest } from './trigger.ts';
import type { TriggerClock } from './trigger-clock.ts';

type ExecuteBody = Parameters<Client['execute']>[0] & Pick<LostRun, 'url' | 'browser' | 'breakpoint'>;

/**
 * Starts one run, and never two. Where the answer is lost, the run is looked for before anything else. Only where the
 * request is surely over and no run of it is there is it sent again, once, with the same idempotency key; else a
 * report that still appears is followed.
 * @returns undefined where the service does not have the operation.
 * @throws ClientError; UserError where both answers were lost; or the reason of the request's signal.
 */
export async function executeOnce(
  request: TriggerRequest,
  clock: TriggerClock,
  body: ExecuteBody,
): Promise<Trigger | undefined> {
  const { connection, context, cases, host, signal } = request;
  const key = randomUUID();
  const { url, browser, breakpoint } = body;
  const since = clock.at(request.clock.now());
  const run: LostRun = { context: context.report, url, browser, breakpoint, cases, since };
  for (let isRepeated = false; ; isRepeated = true) {
    const answer = await send(connection.client, body, key, signal, isRepeated);
    if (answer.kind !== 'lost') return answer.trigger;
    host.info(`The answer to the start of the run was lost: ${answer.error.message} Looking for the run.`);
    const seen = await lookForRun(connection, run, request.clock.sleep, signal);
    if (seen.kind === 'found') {
      host.info(`The run was started all the same: its test report is ${seen.report.id}.`);
      warnOfOthers(host, seen.report.id, seen.others);
      return { kind: 'report', report: seen.report };
    }
    if (seen.kind === 'unknown' || !isOver(answer.error)) {
      return searchFor(run, answer.error);
    }
    if (isRepeated) {
      throw new UserError(
        `No run could be started: two answers were lost, and no test report of this run is there. ${answer.error.message} Look at the test target's own pages before you run this job again.`,
      );
    }
    host.info('No test report of this run is there. It is sent again, once, with the same idempotency key.');
  }
}

type Answer =
  | { readonly kind: 'started' | 'lacking'; readonly trigger: Trigger | undefined }
  | { readonly kind: 'lost'; readonly error: ClientError };

async function send(
  client: Client,
  body: ExecuteBody,
  idempotencyKey: string,
  signal: AbortSignal,
  isRepeated: boolean,
): Promise<Answer> {
  try {
    const { testReport, testReportUrl } = await client.execute(body, { signal, idempotencyKey });
    const page = testReportUrl == null ? {} : { reportUrl: testReportUrl };
    return { kind: 'started', trigger: { kind: 'report', report: testReport, ...page } };
  } catch (error) {
    if (!isRepeated && lacksOperation(error)) return { kind: 'lacking', trigger: undefined };
    if (isLost(error)) return { kind: 'lost', error };
    if (isRepeated && isConflict(error)) return { kind: 'lost', error };
    throw error;
  }
}

/** The first request with this key is still being worked on. */
function isConflict(error: unknown): error is ServiceRefused {
  return error instanceof ServiceRefused && error.status === 409;
}

/**
 * Whether the service is done with a request whose answer was lost. It may still be at work behind a gateway or a
 * client that lost patience, and a success that can't be read is a success.
 */
function isOver(error: ClientError): boolean {
  if (error instanceof ContractBroken) return false;
  if (error instanceof ServiceRefused) return ![408, 409, 504].includes(error.status);
  return !(error.cause instanceof Error && error.cause.name === 'TimeoutError');
}

function searchFor(run: LostRun, error: ClientError): Trigger {
  return {
    kind: 'search',
    context: run.context,
    testResultIds: new Set(),
    since: run.since,
    graceMs: reportGraceMs,
    fits: (report) => likeness(report, run) === 'ours',
    doubt: error.message,
  };
}
