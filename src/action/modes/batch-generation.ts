import { findEnvironment } from '../trigger/find-environment.ts';
import { startOnce } from '../trigger/lost-answer.ts';
import { TriggerClock } from '../trigger/trigger-clock.ts';
import { testCaseIdByName } from './find-by-name.ts';
import type { ModeRequest, Started } from './mode.ts';

/** Has test cases made from a prompt (section 4.5); the service runs them, and their report has our context. */
export async function startBatchGeneration({
  mode,
  inputs,
  connection,
  context,
  host,
  clock,
  signal,
}: ModeRequest<'batch-generation'>): Promise<Started> {
  const { client, testTargetId } = connection;
  const environmentId = (await findEnvironment(client, testTargetId, inputs.environment, signal))?.id;
  const prerequisiteId =
    mode.prerequisite === undefined
      ? undefined
      : await testCaseIdByName(connection, mode.prerequisite, signal);
  const serviceClock = new TriggerClock(clock.now);
  const startedAt = clock.now();
  const { batchGenerationId } = await startOnce('the batch generation', () =>
    client.createBatchGeneration(
      { testTargetId },
      {
        prompt: mode.prompt,
        context: { ...context.report },
        ...(inputs.service.url === undefined ? {} : { baseUrl: inputs.service.url }),
        ...(mode.entryPoint === undefined ? {} : { entryPointUrlPath: mode.entryPoint }),
        ...(environmentId === undefined ? {} : { environmentId }),
        ...(prerequisiteId === undefined ? {} : { prerequisiteId }),
      },
      { signal, onAnswer: serviceClock.onAnswer },
    ),
  );
  host.setOutput('batch-generation-id', batchGenerationId);
  host.info(`Batch generation ${batchGenerationId}`);
  return {
    kind: 'running',
    trigger: {
      kind: 'search',
      context: context.report,
      testResultIds: new Set(),
      since: serviceClock.at(startedAt),
      // Making test cases takes as long as it takes: only the run's own deadline ends the search.
      graceMs: inputs.timeoutMs,
      planId: batchGenerationId,
    },
  };
}
