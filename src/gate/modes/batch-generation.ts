import { UserError } from '../../common/errors.ts';
import { defined } from '../../common/object-fields.ts';
import { type Connection, findEnvironment } from '../../connection/connection.ts';
import type { Environment } from '../../contract/test-target.ts';
import { uuid } from '../../contract/values.ts';
import { refuseNamedError, startOnce } from '../execution/check-answer.ts';
import { ServiceClock } from '../execution/timing.ts';
import type { ModeRequest, RunningMode } from '../run-request.ts';
import type { RequestedRun } from '../verdict/requested-run.ts';

/**
 * Starts a batch generation of test cases from a prompt (section 4.5). The service runs them; their report has this
 * run's context.
 * @throws ClientError; UserError if the environment or the prerequisite does not exist, or if the response is lost.
 */
export async function startBatchGeneration(request: ModeRequest<'batch-generation'>): Promise<RunningMode> {
  const { mode, inputs, connection, context, host, clock, signal } = request;
  const environment = await findEnvironment(connection, inputs.environment, signal);
  const prerequisiteId =
    mode.prerequisite === undefined
      ? undefined
      : await testCaseIdByName(connection, mode.prerequisite, signal);
  const serviceClock = new ServiceClock(clock.now);
  const startedAt = clock.now();
  const answer = await startOnce('the batch generation', () =>
    connection.client.createBatchGeneration(
      { testTargetId: connection.testTargetId },
      {
        prompt: mode.prompt,
        context: { ...context.report },
        ...defined({
          baseUrl: inputs.service.url,
          entryPointUrlPath: mode.entryPoint,
          environmentId: environment?.id,
          prerequisiteId,
        }),
      },
      { signal, onAnswer: serviceClock.onAnswer },
    ),
  );
  refuseNamedError(answer, 'It started a batch generation.');
  const { batchGenerationId } = answer;
  host.setOutput('batch-generation-id', batchGenerationId);
  host.info(`Batch generation ${batchGenerationId}`);
  return {
    trigger: {
      kind: 'search',
      run: {
        ...requestedOf(request, environment),
        accepted: `batch generation ${batchGenerationId}`,
        since: serviceClock.requestedAt(startedAt),
      },
      clock: serviceClock,
      // A generation may take any time: only the run's deadline ends the search.
      graceMs: inputs.timeoutMs,
      planId: batchGenerationId,
    },
  };
}

/** What the report must agree with. The service chooses the test cases. */
function requestedOf(
  { inputs, connection, context }: ModeRequest<'batch-generation'>,
  environment: Environment | undefined,
): Omit<RequestedRun, 'accepted' | 'since'> {
  return {
    testTargetId: connection.testTargetId,
    context: context.report,
    url: inputs.service.url ?? environment?.discoveryUrl ?? undefined,
    environment: defined({ id: environment?.id, name: environment?.name }),
    browser: inputs.browser,
    breakpoint: inputs.breakpoint,
    cases: [],
    expected: undefined,
    stored: new Map(),
    versionIds: new Set(),
  };
}

/**
 * The id of the target's test case with a name; of several, that of the one that is enabled. An id is accepted as well.
 * @throws UserError if there is no such test case, or more than one.
 */
async function testCaseIdByName(
  { client, testTargetId }: Connection,
  name: string,
  signal: AbortSignal,
): Promise<string> {
  if (uuid.safeParse(name).success) return name;
  const filter = JSON.stringify({ description: name });
  const found = await client.listTestCases({ testTargetId }, { filter }, { signal });
  const named = found.filter(({ description }) => description === name);
  const enabled = named.filter(({ status }) => status === 'ENABLED');
  const [first, ...others] = enabled.length === 0 ? named : enabled;
  if (first !== undefined && others.length === 0) return first.id;
  throw new UserError(
    first === undefined
      ? `The test target has no test case named "${name}" (input \`prerequisite\`). Check the name in the service.`
      : `The test target has ${others.length + 1} test cases named "${name}" (input \`prerequisite\`). Set \`prerequisite\` to the ID of one of them, such as ${first.id}.`,
  );
}
