import { type Dependencies, type OfTarget, requireEnvironment } from '../dependencies.ts';
import { HttpProblem } from '../http/http-problem.ts';

/** DELETE environment (extension). The DEFAULT one stays as long as its target does. */
export const deleteEnvironment =
  (deps: Dependencies) =>
  ({ params }: { params: OfTarget & { environmentId: string } }) => {
    const { id, type } = requireEnvironment(deps, params);
    if (type === 'DEFAULT') {
      throw HttpProblem.invalid(
        ['params', 'environmentId'],
        'the DEFAULT environment goes with its target only',
      );
    }
    deps.environments.delete(id);
  };
