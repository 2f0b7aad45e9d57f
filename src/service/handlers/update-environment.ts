import { isDeepStrictEqual } from 'node:util';
import type { EnvironmentBody } from '../../contract/environment.ts';
import { type Dependencies, type OfTarget, requireEnvironment } from '../dependencies.ts';
import { mergeSettings, toEnvironment } from '../environment-answer.ts';
import { refuseTakenName, storableName } from '../environment-names.ts';

/** PATCH environment (extension): changes what the body names; where that is nothing, `updatedAt` stays. */
export const updateEnvironment =
  (deps: Dependencies) =>
  ({ params, body }: { params: OfTarget & { environmentId: string }; body: EnvironmentBody }) => {
    const stored = requireEnvironment(deps, params);
    const others = deps.environments.list(params.testTargetId).filter(({ id }) => id !== stored.id);
    const name = body.name === undefined ? stored.name : storableName(body.name);
    refuseTakenName(new Set(others.map((each) => each.name)), name);
    const settings = mergeSettings(params.testTargetId, stored.settings, body, deps.now());
    if (!isDeepStrictEqual({ name, settings }, { name: stored.name, settings: stored.settings })) {
      deps.environments.update(stored.id, name, settings, deps.now());
    }
    return toEnvironment(requireEnvironment(deps, params));
  };
