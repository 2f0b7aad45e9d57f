import { triggerDraftPush } from '../execution/start-run.ts';
import { withoutQuery } from '../inputs/service-input.ts';
import { startBatchGeneration } from './batch-generation.ts';
import { runDiscovery } from './discovery.ts';
import { exportCode } from './export.ts';

import type { ModeRequest, Started } from './mode.ts';
import { pullCases, pushCases } from './stored-cases.ts';

/**
 * Starts the run of the mode, or does what the mode does instead.
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
      return runDiscovery({ ...request, mode });
    case 'publish':
      // Handled before a connection is opened.
      throw new Error('`mode: publish` has no service.');
  }
}
