import { isDeepStrictEqual } from 'node:util';
import type { ExchangeTestCase } from '../../contract/exchange/test-case.ts';
import type { PatchTestCaseBody } from '../../contract/test-case.ts';
import { type Dependencies, type OfTarget, requireTestCase } from '../dependencies.ts';
import { toDetail } from '../detail-form.ts';
import type { ChangeCall } from '../http/route.ts';
import { toExchangeElements } from '../patched-elements.ts';
import { newDiscovery } from '../planning.ts';
import type { StoredTestCase } from '../store/test-cases.ts';

interface Params extends OfTarget {
  readonly testCaseId: string;
}

/** PATCH test case (section 4.3): a change of content makes a new version, and none at all leaves `updatedAt`. */
export const updateTestCase =
  (deps: Dependencies) =>
  ({ params, body, onceStored }: ChangeCall<Params, unknown, PatchTestCaseBody>) => {
    const stored = requireTestCase(deps, params);
    const testCase = patched(stored, body);
    const prompt = body.createBackendDiscoveryPrompt;
    const discovery = prompt === undefined ? undefined : newDiscovery(prompt, deps.now());
    const [version] = isDeepStrictEqual(testCase, stored.testCase)
      ? []
      : deps.versions.add(params.testTargetId, [testCase]);
    const change = {
      ...(version === undefined ? {} : { version }),
      ...(body.status === undefined ? {} : { status: body.status }),
      ...(body.interactionStatus === undefined ? {} : { interactionStatus: body.interactionStatus }),
      ...(discovery === undefined ? {} : { discovery }),
    };
    if (Object.keys(change).length > 0) {
      deps.testCases.change(params.testTargetId, stored.id, change, deps.now());
    }
    if (discovery !== undefined) {
      onceStored(() => deps.planning.startDiscovery(params.testTargetId, testCase, discovery));
    }
    return toDetail(requireTestCase(deps, params));
  };

/** A null takes a field away. */
function patched(stored: StoredTestCase, body: PatchTestCaseBody): ExchangeTestCase {
  const { entryPointUrlPath, folderName, externalId, ...rest } = stored.testCase;
  const optional = {
    entryPointUrlPath: body.entryPointUrlPath === undefined ? entryPointUrlPath : body.entryPointUrlPath,
    folderName: body.folderName === undefined ? folderName : body.folderName,
    externalId: body.externalId === undefined ? externalId : body.externalId,
  };
  return {
    ...rest,
    ...(optional.entryPointUrlPath == null ? {} : { entryPointUrlPath: optional.entryPointUrlPath }),
    ...(optional.folderName == null ? {} : { folderName: optional.folderName }),
    ...(optional.externalId == null ? {} : { externalId: optional.externalId }),
    ...(body.description === undefined ? {} : { description: body.description }),
    ...(body.runStatus === undefined ? {} : { runStatus: body.runStatus }),
    ...(body.assignedTagNames === undefined ? {} : { tagNames: body.assignedTagNames }),
    ...(body.createBackendDiscoveryPrompt === undefined ? {} : { prompt: body.createBackendDiscoveryPrompt }),
    ...(body.elements === undefined ? {} : { elements: toExchangeElements(body.elements, stored) }),
  };
}
