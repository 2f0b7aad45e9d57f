import { v5 as uuidV5 } from 'uuid';
import type { ExchangeElement, ExchangeTestCase } from '../contract/exchange/test-case.ts';
import { argumentText } from './step-argument.ts';
import type { StoredTestCase } from './store/test-cases.ts';

/**
 * The detail form (sections 2.3 and 2.5) of what is stored in the exchange form. The ids inside it are derived from
 * the place of what they name, so that they stay the same as long as the steps keep their order.
 */
export function toDetail(stored: StoredTestCase) {
  const { testCase, testTargetId } = stored;
  return {
    id: stored.id,
    testTargetId,
    version: testCase.version,
    type: testCase.type ?? null,
    elements: testCase.elements.map((element, index) => toDetailElement(stored, element, index)),
    createdAt: stored.createdAt,
    updatedAt: stored.updatedAt,
    description: testCase.description,
    status: stored.status,
    externalId: testCase.externalId ?? null,
    entryPointUrlPath: testCase.entryPointUrlPath ?? null,
    tags: testCase.tagNames ?? [],
    createdBy: 'EDIT',
    runStatus: testCase.runStatus,
    prerequisiteId: testCase.dependencyId ?? null,
    proposalRunId: null,
    folderId: folderIdOf(testTargetId, testCase),
    teardownTestCaseId: testCase.teardownId ?? null,
    ...(stored.discovery === null ? {} : { discovery: stored.discovery }),
    ...(stored.interactionStatus === null ? {} : { interactionStatus: stored.interactionStatus }),
  };
}

/** One step (section 2.5). */
export function toDetailElement(stored: StoredTestCase, element: ExchangeElement, index: number) {
  const id = elementId(stored, index);
  const part = (name: string) => uuidV5(name, id);
  const scrollStateId = part('scroll state');
  return {
    id,
    index,
    ...(element.interaction == null
      ? {}
      : {
          interaction: {
            id: part('interaction'),
            action: element.interaction.action,
            ...calledWith(element.interaction),
            testCaseElementId: id,
          },
        }),
    ...(element.assertion == null
      ? {}
      : {
          assertion: {
            id: part('assertion'),
            expectation: element.assertion.expectation,
            ...calledWith(element.assertion),
            testCaseElementId: id,
          },
        }),
    scrollState: { id: scrollStateId },
    selectors: element.selectors.map((selector, position) => ({
      id: part(`selector ${position}`),
      index: position,
      selector: selector.selector,
      selectorType: selector.selectorType,
      options: selector.options ?? {},
      testCaseElementId: id,
      scrollStateId,
    })),
    testCaseId: stored.id,
    ignoreFailure: element.ignoreFailure ?? false,
  };
}

/** The id of the step at an index. */
export function elementId({ testTargetId, id }: StoredTestCase, index: number): string {
  return uuidV5(`${id} ${index}`, testTargetId);
}

/** A folder has a name in the exchange form and an id in the detail form. */
export function folderIdOf(testTargetId: string, { folderName }: ExchangeTestCase): string | null {
  // As JSON, for half of a surrogate pair, which a name may hold, is no text to make a UUID from.
  return folderName === undefined ? null : uuidV5(`folder ${JSON.stringify(folderName)}`, testTargetId);
}

/** In the detail form an argument is text, or is not there. */
function calledWith(step: Parameters<typeof argumentText>[0]): { calledWith?: string } {
  const text = argumentText(step);
  return text === null ? {} : { calledWith: text };
}
