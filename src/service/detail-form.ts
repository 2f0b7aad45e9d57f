import { isDeepStrictEqual } from 'node:util';
import { v5 as uuidV5 } from 'uuid';
import { tryParseJson } from '../common/json.ts';
import { defined } from '../common/object-fields.ts';
import type { Assertion } from '../contract/exchange/assertion.ts';
import {
  type ExchangeElement,
  type ExchangeTestCase,
  exchangeElement,
} from '../contract/exchange/exchange-test-case.ts';
import { type Interaction, interaction } from '../contract/exchange/interaction.ts';
import type { PatchedElement } from '../contract/test-case.ts';
import { HttpProblem } from './http/http-problem.ts';
import type { StoredTestCase } from './store/test-case-store.ts';

/**
 * The detail form (sections 2.3 and 2.5) of a case that is stored in the exchange form. The ids inside it are derived
 * from the position of the steps, so they are stable as long as the steps keep their order.
 */
export function toDetail(stored: StoredTestCase) {
  const { testCase, testTargetId } = stored;
  const base = baseId(stored);
  return {
    id: stored.id,
    testTargetId,
    version: testCase.version,
    type: testCase.type ?? null,
    elements: testCase.elements.map((element, index) => detailElement(stored.id, base, element, index)),
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
    ...defined({ discovery: stored.discovery, interactionStatus: stored.interactionStatus }),
  };
}

/** One step (section 2.5). */
export function toDetailElement(stored: StoredTestCase, element: ExchangeElement, index: number) {
  return detailElement(stored.id, baseId(stored), element, index);
}

function detailElement(testCaseId: string, base: string, element: ExchangeElement, index: number) {
  const { interaction, assertion } = element;
  const id = positionId(base, index, 0);
  const scrollStateId = positionId(base, index, 1);
  const step = { id: positionId(base, index, 2), testCaseElementId: id };
  return {
    id,
    index,
    ...(interaction == null
      ? {}
      : { interaction: { ...step, action: interaction.action, ...calledWithText(interaction) } }),
    ...(assertion == null
      ? {}
      : { assertion: { ...step, expectation: assertion.expectation, ...calledWithText(assertion) } }),
    scrollState: { id: scrollStateId },
    selectors: element.selectors.map((selector, position) => ({
      id: positionId(base, index, 3 + position),
      index: position,
      selector: selector.selector,
      selectorType: selector.selectorType,
      options: selector.options ?? {},
      testCaseElementId: id,
      scrollStateId,
    })),
    testCaseId,
    ignoreFailure: element.ignoreFailure ?? false,
  };
}

export function elementId(stored: StoredTestCase, index: number): string {
  return positionId(baseId(stored), index, 0);
}

function baseId({ testTargetId, id }: StoredTestCase): string {
  return uuidV5(`elements ${id}`, testTargetId);
}

/**
 * The id of a part of a step: the base with the step's index added to its first 32 bits, and the part's to its last 48.
 * A hash for each would take most of the time of a long list.
 */
function positionId(base: string, index: number, part: number): string {
  const first = (Number.parseInt(base.slice(0, 8), 16) + index) % 2 ** 32;
  const last = (Number.parseInt(base.slice(24), 16) + part) % 2 ** 48;
  const hex = (number: number, digits: number) => number.toString(16).padStart(digits, '0');
  return `${hex(first, 8)}${base.slice(8, 24)}${hex(last, 12)}`;
}

/** A folder has a name in the exchange form and an id in the detail form. */
export function folderIdOf(testTargetId: string, { folderName }: ExchangeTestCase): string | null {
  // As JSON, because `uuid` cannot encode the lone surrogates that a name may contain.
  return folderName === undefined ? null : uuidV5(`folder ${JSON.stringify(folderName)}`, testTargetId);
}

/**
 * The argument of a step is text in the detail form (section 2.5): a text stands for itself, other values are JSON.
 * Some actions take both: there, a text that could be parsed as an argument is quoted as JSON.
 */
function calledWithText(step: Interaction | Assertion): { calledWith?: string } {
  const { calledWith } = step;
  if (calledWith == null) return {};
  if (typeof calledWith !== 'string') return { calledWith: JSON.stringify(calledWith) };
  if (!('action' in step) || !takesTextOrJson(step.action)) return { calledWith };
  const [first] = argumentReadings(step.action, calledWith);
  return { calledWith: first === calledWith ? calledWith : JSON.stringify(calledWith) };
}

/** The possible values of an argument in the detail form. The first that is valid for the step applies. */
function argumentReadings(actionOrExpectation: string, text: string | null | undefined): unknown[] {
  if (text == null) return [undefined];
  const parsed = tryParseJson(text);
  const json = parsed === undefined ? text : parsed;
  if (!takesTextOrJson(actionOrExpectation)) return [text, json];
  const isArgument =
    json !== null && interaction.safeParse({ action: actionOrExpectation, calledWith: json }).success;
  return isArgument ? [json] : [text];
}

function takesTextOrJson(actionOrExpectation: string): boolean {
  return actionOrExpectation === 'SELECT_OPTION' || actionOrExpectation === 'UPLOAD';
}

/**
 * Converts patched steps from the detail form to the exchange form. The detail form does not distinguish null from a
 * missing field. So a step stays exactly as it was pushed if it says the same as the stored one: the one with its id, or
 * if it has none, the one at its index.
 * @throws HttpProblem 400 if a step is not valid: an unknown action, a wrong argument.
 */
export function toExchangeElements(
  elements: readonly PatchedElement[],
  stored: StoredTestCase,
): ExchangeElement[] {
  const before = stored.testCase.elements;
  const base = baseId(stored);
  const byId = new Map(before.map((element, index) => [positionId(base, index, 0), element]));
  return elements.map((element, index) => {
    const read = readElement(element, index);
    const known = element.id === undefined ? before[index] : byId.get(element.id);
    return known !== undefined && isDeepStrictEqual(normalized(known), normalized(read)) ? known : read;
  });
}

function readElement(element: PatchedElement, index: number): ExchangeElement {
  const read = candidates(element).map((candidate) =>
    exchangeElement.safeParse(candidate, { reportInput: true }),
  );
  const good = read.find((each) => each.success);
  if (good?.success === true) return good.data;
  // The last reading of an argument is its JSON: a problem inside it says more than that it is a text.
  const problem = read.findLast((each) => !each.success)?.error;
  if (problem === undefined) throw HttpProblem.invalid(['elements', index], 'is not a valid step');
  throw HttpProblem.fromZod(problem, ['elements', index]);
}

function candidates({ interaction, assertion, selectors, ignoreFailure }: PatchedElement): unknown[] {
  const readings =
    interaction == null
      ? argumentReadings(assertion?.expectation ?? '', assertion?.calledWith)
      : argumentReadings(interaction.action, interaction.calledWith);
  return readings.map((calledWith) => ({
    // The detail form always has options: empty ones were missing in the file.
    selectors: selectors.map(({ options, ...selector }) =>
      Object.keys(options ?? {}).length === 0 ? selector : { ...selector, options },
    ),
    // Some steps accept null as a missing argument, all of them accept undefined.
    ...(interaction == null ? {} : { interaction: { ...interaction, calledWith: calledWith ?? undefined } }),
    ...(assertion == null ? {} : { assertion: { ...assertion, calledWith: calledWith ?? undefined } }),
    ...(ignoreFailure === true ? { ignoreFailure } : {}),
  }));
}

/** A step without the fields that have no effect: nulls, empty options, `ignoreFailure: false`. */
function normalized(element: ExchangeElement): unknown {
  return JSON.parse(
    JSON.stringify(element, (key, value: unknown) => {
      if (value === null || (key === 'ignoreFailure' && value === false)) return undefined;
      return key === 'options' && isDeepStrictEqual(value, {}) ? undefined : value;
    }),
  );
}
