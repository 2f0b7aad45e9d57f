import { extensionOf } from '../../contract/exchange/extensions.ts';
import type { Host } from '../../runtime/host.ts';
import type { LoadedCase } from '../../test-files/loaded-case.ts';
import type { Inputs } from '../inputs/read-inputs.ts';
import { refusal } from './read-cases.ts';

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
  if (problems.length > 0) throw refusal(problems, host);
}
