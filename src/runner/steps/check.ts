import type { Locator } from 'playwright-core';
import type { Assertion } from '../../contract/exchange/assertion.ts';
import { matchesAnyText } from '../../contract/exchange/pattern.ts';
import { needsVisibleFilter } from '../../contract/exchange/selector.ts';
import { findsRoot } from '../documents/checks.ts';
import {
  type Expectation,
  expectLocator,
  notToBeChecked,
  toBeChecked,
  toBeDisabled,
  toBeVisible,
  toContainText,
  toHaveCountZero,
  toHaveCss,
  toHaveValue,
} from '../expect/expectation.ts';
import { UnexpectedResult } from '../failure/reason.ts';
import { readPattern } from '../variables/text.ts';
import { responseOk } from './response-ok.ts';
import type { StepScope } from './step-scope.ts';

type LocatorAssertion = Exclude<Assertion, { expectation: 'RESPONSE_OK' }>;

/** Checks one expectation until it is met or the step's time is over. @throws Error with Playwright Test's message. */
export async function check(assertion: Assertion, scope: StepScope): Promise<void> {
  if (assertion.expectation === 'RESPONSE_OK') return responseOk(scope, assertion.calledWith);
  if (assertion.expectation === 'NOT_VISIBLE') await frameExists(scope);
  await expectLocator(locatorOf(assertion, scope), expectationOf(assertion, scope), scope.limits());
}

/** @throws Error if the selectors look into a frame that is not there: nothing in it would be visible in any case. */
async function frameExists(scope: StepScope): Promise<void> {
  const owner = scope.frameOwner();
  try {
    await owner?.waitFor({ state: 'attached', ...scope.limits() });
  } catch {
    throw new UnexpectedResult(
      () => ({
        clause: 'the frame does not exist',
        advice: 'To check that the frame itself is not there, use a CSS selector instead of FRAME.',
      }),
      [`Locator: ${owner}`],
    );
  }
}

function locatorOf({ expectation }: LocatorAssertion, scope: StepScope): Locator {
  // The root of a page may have no size.
  const includeHidden = !/VISIBLE/.test(expectation) && findsRoot(scope.selectors);
  const locator = scope.locator({ includeHidden });
  // Hidden elements that the chain finds are not visible either.
  const filters = expectation === 'NOT_VISIBLE' && !needsVisibleFilter(scope.selectors);
  return filters ? locator.filter({ visible: true }) : locator;
}

function expectationOf(assertion: LocatorAssertion, scope: StepScope): Expectation {
  const expected = (text: string) => readPattern(text, assertion.expectation, scope.fill);
  switch (assertion.expectation) {
    case 'VISIBLE':
      return toBeVisible;
    case 'NOT_VISIBLE':
      // Two visible elements must fail it as well as one.
      return toHaveCountZero;
    case 'DISABLED':
      return toBeDisabled;
    case 'TO_BE_CHECKED':
      return toBeChecked;
    case 'NOT_TO_BE_CHECKED':
      return notToBeChecked;
    case 'TO_HAVE_VALUE':
      return toHaveValue(expected(assertion.calledWith));
    case 'TO_CONTAIN_TEXT':
      return toContainText(notAnything(expected(assertion.calledWith), assertion.calledWith));
    case 'TO_HAVE_STYLE': {
      const [property, value] = assertion.calledWith;
      return toHaveCss(scope.fill(property), notEmptyValue(expected(value), property));
    }
  }
}

/** @throws Error if every element contains the text, so that nothing would be checked. */
function notAnything(expected: string | RegExp, written: string): string | RegExp {
  if (!matchesAnyText(expected)) return expected;
  const reason = written.includes('$')
    ? 'because a variable in it is empty. Check the step that sets it'
    : "so the check can't fail. Write the text that you expect";
  throw new Error(
    `TO_CONTAIN_TEXT would check nothing: any text matches ${JSON.stringify(written)}, ${reason}.`,
  );
}

/**
 * Properties that do not exist and custom properties that are not set have an empty value.
 * @throws Error if the expected value could not tell them from others.
 */
function notEmptyValue(expected: string | RegExp, property: string): string | RegExp {
  if (typeof expected === 'string' ? expected.trim() !== '' : !expected.test('')) return expected;
  throw new Error(
    `TO_HAVE_STYLE would also accept that the property ${JSON.stringify(property)} does not exist, because the expected value may be empty. Expect a value.`,
  );
}
