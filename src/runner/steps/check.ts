import type { Locator } from 'playwright-core';
import type { Assertion } from '../../contract/exchange/assertion.ts';
import { endsUnsettled } from '../../contract/exchange/chain-rules.ts';
import { expectLocator } from '../expect/expect-locator.ts';
import {
  type Expectation,
  notToBeChecked,
  toBeChecked,
  toBeDisabled,
  toBeVisible,
  toContainText,
  toHaveCountZero,
  toHaveCss,
  toHaveValue,
} from '../expect/expectation.ts';
import { readPattern } from '../read-pattern.ts';
import { responseOk } from './response-ok.ts';
import type { StepScope } from './step-scope.ts';

type LocatorAssertion = Exclude<Assertion, { expectation: 'RESPONSE_OK' }>;

/** Checks one expectation, until it is met or the step's time is over. @throws Error in Playwright's words. */
export async function check(assertion: Assertion, scope: StepScope): Promise<void> {
  if (assertion.expectation === 'RESPONSE_OK') return responseOk(scope, assertion.calledWith);
  await expectLocator(locatorOf(assertion, scope), expectationOf(assertion, scope), scope.remainingMs());
}

function locatorOf({ expectation }: LocatorAssertion, scope: StepScope): Locator {
  const locator = scope.locator();
  // Whatever the chain finds: what is hidden is not visible.
  const filters = expectation === 'NOT_VISIBLE' && !endsUnsettled(scope.selectors);
  return filters ? locator.filter({ visible: true }) : locator;
}

function expectationOf(assertion: LocatorAssertion, scope: StepScope): Expectation {
  const expected = (text: string) => readPattern(text, assertion.expectation, scope.fill);
  switch (assertion.expectation) {
    case 'VISIBLE':
      return toBeVisible;
    case 'NOT_VISIBLE':
      // Two that are visible are no less visible than one.
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
      return toContainText(someText(expected(assertion.calledWith), assertion.calledWith));
    case 'TO_HAVE_STYLE': {
      const [property, value] = assertion.calledWith;
      return toHaveCss(scope.fill(property), expected(value));
    }
  }
}

/** @throws Error where only its variables make a text empty: every element contains that, so it would check nothing. */
function someText(expected: string | RegExp, written: string): string | RegExp {
  const isEmpty = typeof expected === 'string' ? expected.trim() === '' : expected.source === emptyPattern;
  if (!isEmpty || !written.includes('$')) return expected;
  throw new Error(
    `TO_CONTAIN_TEXT would check nothing: ${JSON.stringify(written)} is empty, as its variables are. Look at the step that sets them.`,
  );
}

/** How an empty pattern reads. */
const emptyPattern = /(?:)/.source;
