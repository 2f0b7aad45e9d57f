import type { z } from 'zod';
import type { configQuery } from '../../contract/code-export.ts';
import { playwrightConfig } from '../code-export/playwright-config.ts';
import { type Dependencies, type OfTarget, requireTarget } from '../dependencies.ts';
import { exportedEnvironment } from '../export-settings.ts';

/** GET config (extension): a Playwright configuration for exported files. */
export const getConfig =
  (deps: Dependencies) =>
  ({ params, query }: { params: OfTarget; query: z.output<typeof configQuery> }) => {
    const { testIdAttribute } = requireTarget(deps, params.testTargetId);
    const { headless, ...rest } = query;
    const settings = exportedEnvironment(deps, params, query.environmentId)?.settings;
    const { username, password } = settings?.basicAuth ?? {};
    return playwrightConfig({
      ...rest,
      testIdAttribute,
      headless: headless !== 'false',
      environment: {
        basicAuth: username === undefined || password === undefined ? undefined : { username, password },
      },
    });
  };
