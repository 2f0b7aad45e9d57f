import type { z } from 'zod';
import type { createEnvironmentBody } from '../../contract/environment.ts';
import { type Dependencies, requireTarget } from '../dependencies.ts';
import { HttpProblem } from '../http-problem.ts';

/** POST environments (section 4.2): makes an ADDITIONAL environment; names are unique within a target. */
export const createEnvironment =
  (deps: Dependencies) =>
  ({ params, body }: { params: { testTargetId: string }; body: z.output<typeof createEnvironmentBody> }) => {
    requireTarget(deps, params.testTargetId);
    const existing = deps.targets.environments(params.testTargetId);
    const taken = new Set(existing.map((each) => each.name));
    const name = body.name ?? freeName(taken);
    if (taken.has(name)) {
      throw HttpProblem.invalid(['name'], `an environment "${name}" exists already`);
    }
    return deps.targets.addEnvironment(
      params.testTargetId,
      name,
      'ADDITIONAL',
      body.discoveryUrl,
      deps.now(),
    );
  };

function freeName(taken: ReadonlySet<string>): string {
  let number = taken.size + 1;
  while (taken.has(`environment ${number}`)) number += 1;
  return `environment ${number}`;
}
