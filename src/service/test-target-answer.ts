import type { Dependencies } from './dependencies.ts';
import type { TestTargetRow } from './store/test-targets.ts';

/** A test target as answers have it (section 2.1). The key of an integration is never given back. */
export function toTestTarget(deps: Dependencies, target: TestTargetRow) {
  const cases = deps.testCases.list(target.id);
  return {
    id: target.id,
    app: target.app,
    tags: [...new Set(cases.flatMap(({ testCase }) => testCase.tagNames ?? []))].sort(),
    environments: deps.environments.list(target.id).map(({ id, type, settings }) => ({
      id,
      type,
      ...(settings.discoveryUrl === undefined ? {} : { discoveryUrl: settings.discoveryUrl }),
    })),
    testIdAttribute: target.testIdAttribute,
    timeoutPerStep: target.timeoutPerStep,
  };
}
