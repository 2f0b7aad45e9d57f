import type { Assertion } from '../../contract/exchange/assertion.ts';
import { patternSource } from '../../contract/exchange/pattern.ts';
import { type ExchangeSelector, needsVisibleFilter } from '../../contract/exchange/selector.ts';
import { type FileScope, helper } from './file-scope.ts';
import { locatorCode } from './locator-code.ts';
import { containedCode, requestCode, textCode } from './text-code.ts';

/**
 * One expectation as a statement.
 * @throws StepProblem if it can't work as it is.
 */
export function assertionCode(
  assertion: Assertion,
  selectors: readonly ExchangeSelector[],
  scope: FileScope,
): string {
  const text = textCode(scope);
  switch (assertion.expectation) {
    case 'RESPONSE_OK':
      return `await expect(await ${requestCode(assertion.calledWith, scope)}).toBeOK();`;
    case 'TO_HAVE_URL':
      return `await expect(page).toHaveURL(${urlCode(assertion.calledWith, scope)});`;
    case 'TO_HAVE_TITLE':
      return `await expect(page).toHaveTitle(${text.orPattern(assertion.calledWith)});`;
    case 'NOT_VISIBLE': {
      // Whatever the chain finds: what is hidden is not visible, and two that are visible are no less so than one.
      const locator = locatorCode(selectors, scope);
      const visible = needsVisibleFilter(selectors) ? locator : `${locator}.filter({ visible: true })`;
      return `await expect(${visible}).toHaveCount(0);`;
    }
    default:
      return `await expect(${locatorCode(selectors, scope)}).${matcherCode(assertion, scope)};`;
  }
}

type OfElement = Exclude<
  Assertion,
  { expectation: 'RESPONSE_OK' | 'TO_HAVE_URL' | 'TO_HAVE_TITLE' | 'NOT_VISIBLE' }
>;

/** The matcher for an expectation of an element, as a call. */
function matcherCode(assertion: OfElement, scope: FileScope): string {
  const text = textCode(scope);
  switch (assertion.expectation) {
    case 'TO_HAVE_VALUE':
      return `toHaveValue(${text.orPattern(assertion.calledWith)})`;
    case 'TO_CONTAIN_TEXT':
      return `toContainText(${containedCode(assertion.calledWith, scope)})`;
    case 'NOT_TO_CONTAIN_TEXT':
      return `not.toContainText(${containedCode(assertion.calledWith, scope)})`;
    case 'TO_HAVE_TEXT':
      return `toHaveText(${text.orPattern(assertion.calledWith)})`;
    case 'TO_HAVE_COUNT':
      return `toHaveCount(${assertion.calledWith})`;
    case 'TO_HAVE_ATTRIBUTE': {
      const [name, value] = assertion.calledWith;
      return `toHaveAttribute(${text.plain(name)}, ${text.orPattern(value)})`;
    }
    case 'TO_HAVE_STYLE': {
      const [property, value] = assertion.calledWith;
      return `toHaveCSS(${text.plain(property)}, ${text.orPattern(value)})`;
    }
    default:
      return stateMatchers[assertion.expectation];
  }
}

const stateMatchers = {
  VISIBLE: 'toBeVisible()',
  ENABLED: 'toBeEnabled()',
  DISABLED: 'toBeDisabled()',
  TO_BE_CHECKED: 'toBeChecked()',
  NOT_TO_BE_CHECKED: 'not.toBeChecked()',
  FOCUSED: 'toBeFocused()',
};

/** The whole URL, or a pattern of it. */
function urlCode(expected: string, scope: FileScope): string {
  const code = textCode(scope).orPattern(expected);
  return patternSource(expected) === undefined ? `${helper(scope, 'address')}(${code})` : code;
}
