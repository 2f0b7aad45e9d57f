import { isDeepStrictEqual } from 'node:util';
import { type ExchangeElement, exchangeElement } from '../contract/exchange/test-case.ts';
import type { PatchedElement } from '../contract/test-case.ts';
import { elementId } from './detail-form.ts';
import { HttpProblem } from './http/http-problem.ts';
import { argumentReadings } from './step-argument.ts';
import type { StoredTestCase } from './store/test-cases.ts';

/**
 * Steps of the detail form, as PATCH takes them, in the exchange form. The detail form does not tell a null from
 * what is left out; so a step that means what the stored one of its id means (or of its place, without an id) stays
 * to the letter as it was pushed.
 * @throws HttpProblem 400 where a step is none: an unknown action, a wrong argument.
 */
export function toExchangeElements(
  elements: readonly PatchedElement[],
  stored: StoredTestCase,
): ExchangeElement[] {
  const before = stored.testCase.elements;
  const byId = new Map(before.map((element, index) => [elementId(stored, index), element]));
  return elements.map((element, index) => {
    const read = readElement(element, index);
    const known = element.id === undefined ? before[index] : byId.get(element.id);
    return known !== undefined && isDeepStrictEqual(meaning(known), meaning(read)) ? known : read;
  });
}

function readElement(element: PatchedElement, index: number): ExchangeElement {
  const read = candidates(element).map((candidate) =>
    exchangeElement.safeParse(candidate, { reportInput: true }),
  );
  const good = read.find((each) => each.success);
  if (good?.success === true) return good.data;
  // The last reading of an argument is its JSON: what is wrong inside that says more than that it is a text.
  const problem = read.findLast((each) => !each.success)?.error;
  if (problem === undefined) throw HttpProblem.invalid(['elements', index], 'is no step');
  throw HttpProblem.fromZod(problem, ['elements', index]);
}

function candidates({ interaction, assertion, selectors, ignoreFailure }: PatchedElement): unknown[] {
  const readings =
    interaction == null
      ? argumentReadings(assertion?.expectation ?? '', assertion?.calledWith)
      : argumentReadings(interaction.action, interaction.calledWith);
  return readings.map((calledWith) => ({
    // The detail form always has options: those without an option were none in the file.
    selectors: selectors.map(({ options, ...selector }) =>
      Object.keys(options ?? {}).length === 0 ? selector : { ...selector, options },
    ),
    // A null and nothing at all are the same to some steps, and only the latter is to all.
    ...(interaction == null ? {} : { interaction: { ...interaction, calledWith: calledWith ?? undefined } }),
    ...(assertion == null ? {} : { assertion: { ...assertion, calledWith: calledWith ?? undefined } }),
    ...(ignoreFailure === true ? { ignoreFailure } : {}),
  }));
}

/** A step without what says nothing: a null, options without an option, a failure that is not ignored. */
function meaning(element: ExchangeElement): unknown {
  return JSON.parse(
    JSON.stringify(element, (key, value: unknown) => {
      if (value === null || (key === 'ignoreFailure' && value === false)) return undefined;
      return key === 'options' && isDeepStrictEqual(value, {}) ? undefined : value;
    }),
  );
}
