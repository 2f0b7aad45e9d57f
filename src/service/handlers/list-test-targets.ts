import type { Dependencies } from '../dependencies.ts';
import { toTestTarget } from '../test-target-answer.ts';

/** GET test-targets (section 4.1). */
export const listTestTargets = (deps: Dependencies) => () =>
  deps.targets.list().map((target) => toTestTarget(deps, target));
