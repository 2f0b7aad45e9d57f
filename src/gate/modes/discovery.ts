import type { Client } from '../../client/client.ts';
import { lacksOperation } from '../../client/client-errors.ts';
import { UserError } from '../../common/errors.ts';
import { defined } from '../../common/object-fields.ts';
import { cut, foldLines, joinFilled } from '../../common/text.ts';
import { namedError } from '../../contract/error-message.ts';
import { exchangeTestCase } from '../../contract/exchange/exchange-test-case.ts';
import type { TestCase } from '../../contract/test-case.ts';
import { notGreen } from '../../results/cases.ts';
import type { Verdict } from '../../results/run-results.ts';
import { refuseNamedError, startOnce } from '../execution/check-answer.ts';
import { pollInterval, RequestFailures } from '../execution/polling.ts';
import { type ModeRequest, modeCompleted } from '../run-request.ts';
import { openFolder, prerequisiteOf, storeExisting, writeCases } from './generated-files.ts';

type Request = ModeRequest<'discovery'>;

/** What the service calls the discovery and its test case. */
type Discovery = Awaited<ReturnType<Client['createDiscovery']>>;

/** The states in which a discovery is not over. PAUSED may go on. */
const openStates: readonly string[] = ['CREATED', 'IN_PROGRESS', 'QUEUED', 'PAUSED'];
/** The states in which a discovery has ended without a test case. */
const failedStates: readonly string[] = ['ERROR', 'FAILED', 'ABORTED', 'STOPPED', 'INCOMPLETE', 'OUTDATED'];

/** A service that reports no state at all for this long, in ms, does not report any. */
const stateGraceMs = 120_000;

/**
 * Starts the discovery of one test case from a prompt (section 4.5), and waits for its end.
 * @throws ClientError; UserError if no test file has the prerequisite, the response is lost, or the discovery has failed;
 * the reason of a cancelled signal.
 */
export async function runDiscovery(request: Request): Promise<Verdict> {
  const { host, mode } = request;
  const isEmbedded = request.inputs.service.kind === 'embedded';
  if (isEmbedded) prerequisiteOf(mode, await storeExisting(request));
  const discovery = await startOnce('the discovery', () => createDiscovery(request));
  refuseNamedError(discovery, 'It started a discovery.');
  host.setOutput('discovery-id', discovery.discoveryId);
  host.setOutput('test-case-id', discovery.testCaseId);
  host.info(`The discovery ${discovery.discoveryId} has started.`);
  const wait = new DiscoveryWait(request, discovery);
  try {
    await wait.untilSuccess();
  } catch (error) {
    if (error instanceof UserError || !isTimeout(request.signal)) throw error;
    return notGreen('timed-out', wait.describeUnfinished());
  }
  if (isEmbedded) {
    const file = await writeDiscovered(request, discovery.testCaseId);
    return modeCompleted(mode, `Wrote the test case "${mode.name}" to ${file}.`);
  }
  return modeCompleted(
    mode,
    `The discovery ${discovery.discoveryId} has created the test case "${mode.name}" (${discovery.testCaseId}).`,
  );
}

/** Writes the test case of a discovery to a new file. @returns its path. */
async function writeDiscovered(
  { mode, connection, context, signal }: Request,
  testCaseId: string,
): Promise<string> {
  const { client, testTargetId } = connection;
  const { testCases } = await client.pull({ testTargetId }, {}, { signal });
  const [found] = testCases.filter(({ id }) => id === testCaseId);
  await openFolder(context.workspace, mode.folder);
  const [written] = await writeCases(context.workspace, mode.folder, [exchangeTestCase.parse(found)]);
  return written?.position.file ?? mode.folder;
}

/** A service has the operation in version 2, in version 3 (an extension), or in both. */
async function createDiscovery({ mode, inputs, connection, signal }: Request): Promise<Discovery> {
  const { client, testTargetId } = connection;
  const body = {
    name: mode.name,
    prompt: mode.prompt,
    ...defined({ entryPointUrlPath: mode.entryPoint, prerequisiteName: mode.prerequisite }),
    ...(inputs.tags.length === 0 ? {} : { tagNames: inputs.tags }),
  };
  try {
    return await client.createDiscovery({ testTargetId }, body, { signal });
  } catch (error) {
    if (!lacksOperation(error)) throw error;
    return await client.createDiscoveryV3({ testTargetId }, body, { signal });
  }
}

/** Polls the test case of a discovery for the discovery's state. */
class DiscoveryWait {
  readonly #request: Request;
  readonly #discovery: Discovery;
  readonly #failures: RequestFailures;
  /** The last state; undefined if the service has reported none. */
  #state: string | undefined;
  #stateAt: number;

  constructor(request: Request, discovery: Discovery) {
    this.#request = request;
    this.#discovery = discovery;
    this.#failures = new RequestFailures(request.clock.now);
    this.#stateAt = request.clock.now();
  }

  /** @throws UserError if the discovery has failed; what `RequestFailures` throws; the reason of the signal. */
  async untilSuccess(): Promise<void> {
    const { clock, connection, signal } = this.#request;
    const { testTargetId } = connection;
    const { testCaseId } = this.#discovery;
    const startedAt = clock.now();
    for (;;) {
      const { answer: hasSucceeded, minPauseMs } = await this.#failures.attempt(async () => {
        const options = { signal, retry: false } as const;
        const testCase = await connection.client.getTestCase({ testTargetId, testCaseId }, options);
        return this.#hasSucceeded(testCase);
      }, signal);
      if (hasSucceeded === true) return;
      await clock.sleep(Math.max(pollInterval(clock.now() - startedAt), minPauseMs), signal);
    }
  }

  /** Why the discovery did not end in time. */
  describeUnfinished(): string {
    const { name } = this.#request.mode;
    const isKnown = this.#state === undefined || openStates.includes(this.#state);
    const state =
      this.#state === undefined
        ? 'The service has reported no state for it.'
        : `Its last state is ${isKnown ? '' : 'unknown to this version: '}${this.#state}.`;
    const failure =
      this.#failures.last === undefined
        ? ''
        : ` The last request to the service failed: ${this.#failures.last}`;
    return `The discovery of "${name}" did not end in time (input \`timeout\`). ${state}${failure}`;
  }

  #hasSucceeded(testCase: TestCase): boolean {
    const { clock, host } = this.#request;
    this.#requireOurs(testCase);
    const { status, message, abortCause } = testCase.discovery ?? {};
    const state = status === undefined ? '' : shown(status);
    if (state === '') {
      if (clock.now() - this.#stateAt < stateGraceMs) return false;
      throw this.#problem('has no state: the service reports none. Look at its test case in the service');
    }
    this.#stateAt = clock.now();
    if (state !== this.#state) host.info(`The state of the discovery is ${state}.`);
    this.#state = state;
    // A discovery that was aborted is not a success, whatever its state.
    if (failedStates.includes(state) || (state === 'SUCCESS' && shown(abortCause ?? '') !== '')) {
      const details = joinFilled(
        [message, abortCause].map((text) => shown(text ?? '').replace(/\.$/, '')),
        '; ',
      );
      const reason = details === '' ? '. The service gives no reason' : `: ${details}`;
      throw this.#problem(`ended with ${state}${reason}. Check the inputs \`prompt\` and \`entry-point\``);
    }
    if (state !== 'SUCCESS') return false;
    const error = namedError(testCase.discovery ?? {}) ?? namedError(testCase);
    if (error !== undefined) {
      throw this.#problem(`ended with SUCCESS, but also names an error: ${error}. Check it in the service`);
    }
    if (testCase.elements?.length === 0) {
      throw this.#problem('ended with SUCCESS, but its test case has no steps. Check it in the service');
    }
    return true;
  }

  /** @throws UserError for another test case than the requested one, or the state of another discovery. */
  #requireOurs({ id, testTargetId, discovery }: TestCase): void {
    const requested = this.#discovery;
    const ids = [
      ['test case', id, requested.testCaseId],
      ['test target', testTargetId, this.#request.connection.testTargetId],
      ['discovery', discovery?.id ?? requested.discoveryId, requested.discoveryId],
    ] as const;
    for (const [what, answered, expected] of ids) {
      if (answered.toLowerCase() === expected.toLowerCase()) continue;
      throw this.#problem(
        `is unknown: the service answered with the ${what} ${shown(answered)}, not ${expected}`,
      );
    }
  }

  #problem(what: string): UserError {
    return new UserError(`The discovery of "${this.#request.mode.name}" ${what}.`);
  }
}

/** A text of the service as one line. */
function shown(text: string): string {
  return cut(foldLines(text), 500);
}

/** Whether a signal was aborted because the time is over, and not because the job was cancelled. */
function isTimeout({ aborted, reason }: AbortSignal): boolean {
  return aborted && reason instanceof DOMException && reason.name === 'TimeoutError';
}
