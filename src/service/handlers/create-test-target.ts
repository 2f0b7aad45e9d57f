import type { z } from 'zod';
import type { createTestTargetBody } from '../../contract/test-target.ts';
import type { Dependencies } from '../dependencies.ts';

/** POST test-targets (section 4.1): the target comes with its DEFAULT environment. */
export const createTestTarget =
  (deps: Dependencies) =>
  ({ body }: { body: z.output<typeof createTestTargetBody> }) => {
    const { app = 'app', discoveryUrl } = body.testTarget ?? {};
    const target = deps.targets.create(app, discoveryUrl, deps.now());
    const environments = deps.targets.environments(target.id).map((each) => ({
      id: each.id,
      type: each.type,
      ...(each.discoveryUrl === null ? {} : { discoveryUrl: each.discoveryUrl }),
    }));
    return { ...target, tags: [], environments };
  };
