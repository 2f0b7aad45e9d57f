import type { z } from 'zod';
import type { createTestTargetBody } from '../../contract/test-target.ts';
import { type Dependencies, requireTarget } from '../dependencies.ts';
import { toTestTarget } from '../test-target-answer.ts';

/** POST test-targets (section 4.1): the target comes with its DEFAULT environment. */
export const createTestTarget =
  (deps: Dependencies) =>
  ({ body }: { body: z.output<typeof createTestTargetBody> }) => {
    const { app = 'app', discoveryUrl } = body.testTarget ?? {};
    const id = deps.targets.create(app, discoveryUrl, deps.now());
    return toTestTarget(deps, requireTarget(deps, id));
  };
