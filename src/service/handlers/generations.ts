import { randomUUID } from 'node:crypto';
import { defined } from '../../common/object-fields.ts';
import type { ExchangeTestCase } from '../../contract/exchange/exchange-test-case.ts';
import type { DiscoveryBody } from '../../contract/generation.ts';
import type { Dependencies } from '../dependencies.ts';
import { newDiscovery } from '../generation-jobs.ts';
import { found, HttpProblem } from '../http/http-problem.ts';
import type { ChangeCall, Handlers } from '../http/route.ts';

/** Test cases from prompts (section 4.5) and the test plans of batches (section 4.7). */
export const generationHandlers = {
  /** The id of a batch generation is that of its test plan. */
  createBatchGeneration: (deps, { params: { testTargetId }, body, afterCommit }) => {
    const { environmentId, prerequisiteId } = body;
    if (environmentId != null && deps.environments.find(testTargetId, environmentId) === undefined) {
      throw HttpProblem.invalid(['environmentId'], `the target has no environment ${environmentId}`);
    }
    if (prerequisiteId != null && deps.testCases.find(testTargetId, prerequisiteId) === undefined) {
      throw HttpProblem.invalid(['prerequisiteId'], `the target has no test case ${prerequisiteId}`);
    }
    const batchGenerationId = deps.plans.create(testTargetId, body.context ?? {}, deps.now());
    afterCommit(() => deps.generations.startBatch(testTargetId, batchGenerationId, body));
    return { batchGenerationId };
  },

  createDiscovery,
  createDiscoveryV3: createDiscovery,

  getTestPlan: (deps, { params: { testTargetId, id } }) =>
    found(deps.plans.find(testTargetId, id), `test plan ${id}`),
} satisfies Partial<Handlers>;

/** Makes a DRAFT from a prompt, which does not run until it is enabled. */
function createDiscovery(
  deps: Dependencies,
  { params: { testTargetId }, body, afterCommit }: ChangeCall<'createDiscovery' | 'createDiscoveryV3'>,
) {
  const draft = toDraft(body, findPrerequisite(deps, testTargetId, body.prerequisiteName));
  const discovery = newDiscovery(body.prompt, deps.now());
  deps.testCases.add(testTargetId, deps.versions.add(testTargetId, draft), { discovery }, deps.now());
  afterCommit(() => deps.generations.startDiscovery(testTargetId, draft, discovery));
  return { discoveryId: discovery.id, testCaseId: draft.id };
}

function findPrerequisite(
  deps: Dependencies,
  testTargetId: string,
  name: string | undefined,
): string | undefined {
  if (name === undefined) return undefined;
  for (const batch of deps.testCases.list(testTargetId)) {
    const found = batch.find(({ testCase }) => testCase.description === name);
    if (found !== undefined) return found.id;
  }
  throw HttpProblem.invalid(['prerequisiteName'], `the target has no test case named "${name}"`);
}

function toDraft(body: DiscoveryBody, dependencyId: string | undefined): ExchangeTestCase {
  const { name, prompt, type, tagNames, folderName, externalId, entryPointUrlPath } = body;
  return {
    version: '1',
    id: randomUUID(),
    runStatus: 'OFF',
    description: name,
    prompt,
    ...defined({ type, tagNames, dependencyId, entryPointUrlPath, folderName, externalId }),
    elements: [],
  };
}
