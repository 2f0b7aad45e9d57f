import type { EnvironmentBody } from '../../contract/environment.ts';
import { type Dependencies, type OfTarget, requireTarget } from '../dependencies.ts';
import { mergeSettings, toEnvironment } from '../environment-answer.ts';
import { refuseTakenName, storableName } from '../environment-names.ts';

/** POST environments (section 4.2): makes an ADDITIONAL environment; names are unique within a target. */
export const createEnvironment =
  (deps: Dependencies) =>
  ({ params: { testTargetId }, body }: { params: OfTarget; body: EnvironmentBody }) => {
    requireTarget(deps, testTargetId);
    const taken = new Set(deps.environments.list(testTargetId).map(({ name }) => name));
    const name = body.name === undefined ? freeName(taken) : storableName(body.name);
    refuseTakenName(taken, name);
    const settings = mergeSettings(testTargetId, {}, body, deps.now());
    return toEnvironment(deps.environments.create(testTargetId, name, 'ADDITIONAL', settings, deps.now()));
  };

function freeName(taken: ReadonlySet<string>): string {
  let number = taken.size + 1;
  while (taken.has(`environment ${number}`)) number += 1;
  return `environment ${number}`;
}
