import { randomUUID } from 'node:crypto';
import type { ExchangeTestCase } from '../../contract/exchange/test-case.ts';
import type { DiscoveryBody } from '../../contract/generation.ts';
import { type Dependencies, type OfTarget, requireTarget } from '../dependencies.ts';
import { HttpProblem } from '../http/http-problem.ts';
import type { ChangeCall } from '../http/route.ts';
import { newDiscovery } from '../planning.ts';

/** POST discoveries (section 4.5): makes a DRAFT from a prompt, which does not run before it is switched on. */
export const createDiscovery =
  (deps: Dependencies) =>
  ({ params: { testTargetId }, body, onceStored }: ChangeCall<OfTarget, unknown, DiscoveryBody>) => {
    requireTarget(deps, testTargetId);
    const draft = toDraft(body, findPrerequisite(deps, testTargetId, body.prerequisiteName));
    const discovery = newDiscovery(body.prompt, deps.now());
    for (const version of deps.versions.add(testTargetId, [draft])) {
      deps.testCases.add(testTargetId, version, { discovery }, deps.now());
    }
    onceStored(() => deps.planning.startDiscovery(testTargetId, draft, discovery));
    return { discoveryId: discovery.id, testCaseId: draft.id };
  };

function findPrerequisite(
  deps: Dependencies,
  testTargetId: string,
  name: string | undefined,
): string | undefined {
  if (name === undefined) return undefined;
  const found = deps.testCases.list(testTargetId).find(({ testCase }) => testCase.description === name);
  if (found === undefined) {
    throw HttpProblem.invalid(['prerequisiteName'], `the target has no test case named "${name}"`);
  }
  return found.id;
}

function toDraft(body: DiscoveryBody, dependencyId: string | undefined): ExchangeTestCase {
  const { name, prompt, type, tagNames, folderName, externalId, entryPointUrlPath } = body;
  return {
    version: '1',
    id: randomUUID(),
    runStatus: 'OFF',
    description: name,
    prompt,
    ...(type === undefined ? {} : { type }),
    ...(tagNames === undefined ? {} : { tagNames }),
    ...(dependencyId === undefined ? {} : { dependencyId }),
    ...(entryPointUrlPath === undefined ? {} : { entryPointUrlPath }),
    ...(folderName === undefined ? {} : { folderName }),
    ...(externalId === undefined ? {} : { externalId }),
    elements: [],
  };
}
