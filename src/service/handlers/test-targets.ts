import { defined } from '../../common/fields.ts';
import { type Dependencies, requireTarget } from '../dependencies.ts';
import type { Handlers } from '../http/route.ts';
import type { TestTargetRow } from '../store/test-target-store.ts';

/** Test targets (section 4.1). */
export const testTargetHandlers = {
  listTestTargets: (deps) => deps.targets.list().map((target) => toTestTarget(deps, target)),

  /** The target is created together with its DEFAULT environment. */
  createTestTarget: (deps, { body }) => {
    const { app = 'app', discoveryUrl } = body.testTarget ?? {};
    const id = deps.targets.create(app, discoveryUrl, deps.now());
    return toTestTarget(deps, requireTarget(deps, id));
  },

  getTestTarget: (deps, { params }) => toTestTarget(deps, requireTarget(deps, params.testTargetId)),

  updateTestTarget: (deps, { params, body }) => {
    deps.targets.update(requireTarget(deps, params.testTargetId), body);
    return toTestTarget(deps, requireTarget(deps, params.testTargetId));
  },

  /** Extension: deletes everything that belongs to the target and stops its runs. */
  deleteTestTarget: (deps, { params: { testTargetId }, afterCommit }) => {
    deps.targets.delete(testTargetId);
    afterCommit(() => deps.runs.stopAll(testTargetId));
  },
} satisfies Partial<Handlers>;

/** The answer form (section 2.1), without the key of the test management integration. */
function toTestTarget(deps: Dependencies, target: TestTargetRow) {
  return {
    id: target.id,
    app: target.app,
    tags: deps.testCases.tags(target.id),
    environments: deps.environments.list(target.id).map(({ id, type, settings }) => ({
      id,
      type,
      ...defined({ discoveryUrl: settings.discoveryUrl }),
    })),
    testIdAttribute: target.testIdAttribute,
    timeoutPerStep: target.timeoutPerStep,
  };
}
