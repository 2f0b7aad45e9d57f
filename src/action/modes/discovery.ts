import { startOnce } from '../trigger/lost-answer.ts';
import type { ModeRequest, Started } from './mode.ts';

/** Has one test case made from a prompt (section 4.5). */
export async function createDiscovery({
  mode,
  inputs,
  connection: { client, testTargetId },
  host,
  signal,
}: ModeRequest<'discovery'>): Promise<Started> {
  const { discoveryId, testCaseId } = await startOnce('the discovery', () =>
    client.createDiscovery(
      { testTargetId },
      {
        name: mode.name,
        prompt: mode.prompt,
        ...(mode.entryPoint === undefined ? {} : { entryPointUrlPath: mode.entryPoint }),
        ...(mode.prerequisite === undefined ? {} : { prerequisiteName: mode.prerequisite }),
        ...(inputs.tags.length === 0 ? {} : { tagNames: inputs.tags }),
      },
      { signal },
    ),
  );
  host.setOutput('discovery-id', discoveryId);
  host.setOutput('test-case-id', testCaseId);
  return {
    kind: 'done',
    reason: `The discovery ${discoveryId} makes the test case "${mode.name}" (${testCaseId}).`,
  };
}
