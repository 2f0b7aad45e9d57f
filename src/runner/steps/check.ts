import type { Locator } from 'playwright-core';
import type { Assertion } from '../../contract/exchange/assertion.ts';
import { needsVisibleFilter } from '../../contract/exchange/selector.ts';
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
import { readPattern } from '../variables/text.ts';
import { responseOk } from './response-ok.ts';
import type { StepScope } from './step-scope.ts';

type LocatorAssertion = Exclude<Assertion, { expectation: 'RESPONSE_OK' }>;

/** Checks one expectation until it is met or the step's time is over. @throws Error with Playwright Test's message. */
export async function check(assertion: Assertion, scope: StepScope): Promise<void> {
  if (assertion.expectation === 'RESPONSE_OK') return responseOk(scope, assertion.calledWith);
  await expectLocator(locatorOf(assertion, scope), expectationOf(assertion, scope), scope.remainingMs());
}

function locatorOf({ expectation }: LocatorAssertion, scope: StepScope): Locator {
  const locator = scope.locator();
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
      return toContainText(notEmpty(expected(assertion.calledWith), assertion.calledWith));
    case 'TO_HAVE_STYLE': {
      const [property, value] = assertion.calledWith;
      return toHaveCss(scope.fill(property), expected(value));
    }
  }
}

/** @throws Error if a text is empty because of its variables: every element contains it, so nothing would be checked. */
function notEmpty(expected: string | RegExp, written: string): string | RegExp {
  const isEmpty = typeof expected === 'string' ? expected.trim() === '' : expected.source === emptyPattern;
  if (!isEmpty || !written.includes('$')) return expected;
  throw new Error(
    `TO_CONTAIN_TEXT would check nothing: ${JSON.stringify(written)} is empty because its variables are. Check the step that sets them.`,
  );
}

const emptyPattern = /(?:)/.source;
