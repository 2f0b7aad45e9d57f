import { extensionOf } from '../../contract/exchange/test-case.ts';
import type { Host } from '../../runtime/host.ts';
import type { LoadedCase } from '../../test-files/problem.ts';
import type { Inputs } from '../inputs/read-inputs.ts';
import { testFileError } from './read-cases.ts';
import { withReferences } from './shard.ts';

/**
 * Refuses steps that only the embedded service knows, before they are sent to a hosted one.
 * @throws UserError with the position and the name of each.
 */
export function refuseExtensions(
  cases: readonly LoadedCase[],
  { service }: Pick<Inputs, 'service'>,
  host: Host,
): void {
  if (service.kind === 'embedded') return;
  const problems = cases.flatMap(({ testCase, positionOf }) =>
    testCase.elements.flatMap((element, index) => {
      const extension = extensionOf(element);
      if (extension === undefined) return [];
      const message = `${extension} is an extension of the embedded service, and hosted services do not know it. Remove the step, or run the test case without \`service-url\`.`;
      return [{ position: positionOf(['elements', index]), message }];
    }),
  );
  if (problems.length > 0) throw testFileError(problems, host);
}

/**
 * Checks, before a browser starts, that every `$NAME` of the cases that will be played is defined. A hosted service may
 * have variables of its own, so nothing is checked for one.
 * @param played the cases that run for their own sake.
 * @throws UserError with the position and the name of each variable that is not defined.
 */
export async function requireVariables(
  cases: readonly LoadedCase[],
  played: readonly LoadedCase[],
  { service, variables, access }: Inputs,
  host: Host,
): Promise<void> {
  if (service.kind === 'hosted' || played.length === 0) return;
  // A chunk of its own, because it belongs to the runner.
  const { createVariableCheck } = await import('../../connection/check-variables.ts');
  const check = createVariableCheck({ url: service.url, variables, access });
  const byId = new Map(cases.map((each) => [each.testCase.id, each]));
  const problems = [...withReferences(new Set(played), byId)].flatMap(({ testCase, positionOf }) =>
    check(testCase).map(({ path, message }) => ({ position: positionOf(path), message })),
  );
  if (problems.length > 0) throw testFileError(problems, host);
}
