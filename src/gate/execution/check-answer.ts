import { randomUUID } from 'node:crypto';
import type { Client } from '../../client/client.ts';
import { ClientError, ServiceRefused } from '../../client/client-errors.ts';
import { UserError } from '../../common/errors.ts';
import { defined } from '../../common/object-fields.ts';
import { formatCount } from '../../common/text.ts';
import { namedError } from '../../contract/error-message.ts';
import type { Host } from '../../runtime/host.ts';
import { formatPosition, type LoadedCase } from '../../test-files/problem.ts';
import type { RequestedRun, StoredCase } from '../verdict/requested-run.ts';
import type { Clock } from './timing.ts';

type PushAnswer = Awaited<ReturnType<Client['draftPush']>>;

/**
 * Checks the answer to a draft push (section 4.6): the service has stored one version of each case.
 * @returns which version is of which case, as far as the answer says it.
 * @throws UserError if the cases were not stored, or not all of them.
 */
export function storedCases(
  cases: readonly LoadedCase[],
  answer: PushAnswer,
): Pick<RequestedRun, 'stored' | 'versionIds' | 'accepted'> {
  const { versionIds, syncDataByStableId } = answer;
  requireStored(cases.length, answer, 'No test was run.');
  const versions = new Set(versionIds);
  const ids = new Set(cases.map(({ testCase }) => testCase.id.toLowerCase()));
  const stored = new Map<string, StoredCase>();
  for (const [stableId, { versionId, testResultId }] of Object.entries(syncDataByStableId ?? {})) {
    const id = stableId.toLowerCase();
    if (!ids.has(id)) continue;
    if (!versions.delete(versionId)) {
      throw new UserError(
        `The service contradicts itself: it answered the version ${versionId} for the test case ${id} (\`syncDataByStableId\`), which is not in \`versionIds\` or belongs to another test case, too. No test was run. Check the test target in the service.`,
      );
    }
    stored.set(id, { versionId, ...defined({ testResultId }) });
  }
  return {
    stored,
    versionIds: new Set(versionIds),
    accepted: `draft push: ${formatCount(versionIds.length, 'version')} for ${formatCount(cases.length, 'test case')}`,
  };
}

/**
 * Checks the answer to a push or a draft push: it names one version for each test case.
 * @param then what follows for the reader, as a sentence.
 * @throws UserError if the cases were not stored, or not all of them.
 */
export function requireStored(
  count: number,
  answer: Pick<PushAnswer, 'success' | 'versionIds'>,
  then: string,
): void {
  const { success, versionIds } = answer;
  if (!success) {
    throw new UserError(
      `The service did not store the test cases: it answered \`success: false\`. ${then} Check the test target in the service.`,
    );
  }
  refuseNamedError(answer, `It stored the test cases. ${then}`);
  const different = new Set(versionIds).size;
  if (different === count && versionIds.length === count) return;
  const repeated = different < versionIds.length ? `, ${different} of them different` : '';
  throw new UserError(
    `The service did not store every test case: it answered ${formatCount(versionIds.length, 'version')} (\`versionIds\`${repeated}) for ${formatCount(count, 'test case')}. ${then} Check the test target in the service.`,
  );
}

/** @throws UserError if an answer of success names an error, too. @param done what the service has done, in sentences. */
export function refuseNamedError(answer: Readonly<Record<string, unknown>>, done: string): void {
  const error = namedError(answer);
  if (error === undefined) return;
  throw new UserError(
    `The service accepted the request, but its answer names an error: ${error}. ${done} Check the test target in the service.`,
  );
}

/** Pauses before a request is repeated, in ms. */
const retryDelaysMs = [1000, 3000];

/** True if the service may have done what was requested, although no usable response arrived. */
export function isAmbiguous(error: unknown): error is ClientError {
  return error instanceof ClientError && error.ambiguous;
}

interface RetryOptions {
  /** Those that are sent, in this order. */
  readonly cases: readonly LoadedCase[];
  readonly host: Host;
  readonly clock: Pick<Clock, 'sleep'>;
  readonly signal: AbortSignal;
}

/**
 * Sends a request that only stores test cases, so that a repetition is harmless. If its response is lost, it is sent up
 * to twice more, with the same idempotency key.
 * @throws what the last request was rejected with, or the reason of `signal`.
 */
export async function storeWithRetries<Response>(
  send: (idempotencyKey: string) => Promise<Response>,
  { cases, host, clock, signal }: RetryOptions,
): Promise<Response> {
  const key = randomUUID();
  for (const delay of retryDelaysMs) {
    try {
      return await send(key);
    } catch (error) {
      if (!isAmbiguous(error)) throw withPositions(error, cases);
      host.info(`No usable response. Retrying with the same idempotency key. ${error.message}`);
      await clock.sleep(delay, signal);
    }
  }
  return send(key);
}

/** A part of a test case as services name it: `testCases.3.elements.0`, `body.testCases.3` or `/testCases/3/id`. */
const partOfCase = /(?:\/|\bbody\.)?\btestCases[./](\d+)((?:[./]\w+)*)/g;

/** A refusal that names parts of the pushed test cases by their index names their positions instead. */
function withPositions(error: unknown, cases: readonly LoadedCase[]): unknown {
  if (!(error instanceof ServiceRefused)) return error;
  const message = error.message.replaceAll(partOfCase, (named, index: string, rest: string) => {
    const path = rest.split(/[./]/).slice(1);
    const keys = path.map((key) => (/^\d+$/.test(key) ? Number(key) : key));
    const position = cases[Number(index)]?.positionOf(keys);
    return position === undefined
      ? named
      : [formatPosition(position), path.join('.')].filter(Boolean).join(': ');
  });
  return message === error.message ? error : new UserError(message);
}

/**
 * Sends a request that starts something that cannot be looked up afterwards: it is never repeated.
 * @param what names what the request starts, such as `the discovery`.
 * @throws UserError if the response is lost, else what the request was rejected with.
 */
export async function startOnce<Response>(what: string, send: () => Promise<Response>): Promise<Response> {
  try {
    return await send();
  } catch (error) {
    if (!isAmbiguous(error)) throw error;
    throw new UserError(
      `It is unknown whether ${what} was started: the request had no usable response. ${error.message} The request was not repeated, because that could start it twice. Check the test target in the service before you re-run this job.`,
    );
  }
}
