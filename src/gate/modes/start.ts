import { triggerDraftPush } from '../execution/start-run.ts';
import { withoutQuery } from '../inputs/service-input.ts';
import type { ModeRequest, Started } from '../run.ts';

/**
 * Starts the run of the mode, or does what the mode does instead.
 * @throws ClientError, UserError, or the reason of the request's signal.
 */
export async function startMode(request: ModeRequest): Promise<Started> {
  const { mode, connection } = request;
  switch (mode.kind) {
    case 'draft-push':
      request.host.info(`Testing ${withoutQuery(await connection.url())}`);
      return { trigger: await triggerDraftPush(request) };
    case 'batch-generation':
      if (request.inputs.service.kind === 'embedded') {
        return (await import('./generate-here.ts')).generateHere({ ...request, mode });
      }
      return (await import('./batch-generation.ts')).startBatchGeneration({ ...request, mode });
    case 'push':
      return (await import('./stored-cases.ts')).pushCases({ ...request, mode });
    case 'pull':
      return (await import('./stored-cases.ts')).pullCases({ ...request, mode });
    case 'export':
      return (await import('./export.ts')).exportCode({ ...request, mode });
    case 'discovery':
      return (await import('./discovery.ts')).runDiscovery({ ...request, mode });
    case 'mutate':
      return (await import('./mutate.ts')).mutateApp({ ...request, mode });
    case 'publish':
      // Handled before a connection is opened.
      throw new Error('`mode: publish` has no service.');
  }
}
