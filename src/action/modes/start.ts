import { withoutQuery } from '../shown-address.ts';
import { triggerDraftPush } from '../trigger/trigger.ts';
import { startBatchGeneration } from './batch-generation.ts';
import { createDiscovery } from './discovery.ts';
import { exportCode } from './export.ts';
import type { ModeRequest, Started } from './mode.ts';
import { pullCases } from './pull.ts';
import { pushCases } from './push.ts';

/**
 * Does what the mode says.
 * @throws ClientError, UserError, or the reason of the request's signal.
 */
export async function start(request: ModeRequest): Promise<Started> {
  const { mode, connection } = request;
  switch (mode.kind) {
    case 'draft-push':
      request.host.info(`Testing ${withoutQuery(await connection.url())}`);
      return { kind: 'running', trigger: await triggerDraftPush(request) };
    case 'batch-generation':
      return startBatchGeneration({ ...request, mode });
    case 'push':
      return pushCases({ ...request, mode });
    case 'pull':
      return pullCases({ ...request, mode });
    case 'export':
      return exportCode({ ...request, mode });
    case 'discovery':
      return createDiscovery({ ...request, mode });
    case 'publish':
      // It has no service, and never comes here.
      throw new Error('`mode: publish` starts nothing at a service.');
  }
}
