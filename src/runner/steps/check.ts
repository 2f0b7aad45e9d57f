import type { Assertion } from '../../contract/exchange/assertion.ts';
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
  const locator =
    assertion.expectation === 'NOT_VISIBLE'
      ? // Whatever the chain finds: what is hidden is not visible.
        scope.locator({ hiddenToo: true }).filter({ visible: true })
      : scope.locator();
  await expectLocator(locator, expectationOf(assertion, scope), scope.remainingMs());
}

function expectationOf(assertion: LocatorAssertion, scope: StepScope): Expectation {
  const expected = (text: string) => readPattern(scope.fill(text), assertion.expectation);
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
      return toContainText(expected(assertion.calledWith));
    case 'TO_HAVE_STYLE': {
      const [property, value] = assertion.calledWith;
      return toHaveCss(scope.fill(property), expected(value));
    }
  }
}
