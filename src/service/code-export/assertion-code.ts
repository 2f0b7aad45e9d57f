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
  if (assertion.expectation === 'RESPONSE_OK') {
    return `await expect(await ${requestCode(assertion.calledWith, scope)}).toBeOK();`;
  }
  if (assertion.expectation === 'NOT_VISIBLE') {
    // Whatever the chain finds: what is hidden is not visible, and two that are visible are no less so than one.
    const locator = locatorCode(selectors, scope);
    const visible = needsVisibleFilter(selectors) ? locator : `${locator}.filter({ visible: true })`;
    return `await expect(${visible}).toHaveCount(0);`;
  }
  if (assertion.expectation === 'TO_HAVE_URL')
    return `await expect(page).toHaveURL(${urlCode(assertion.calledWith, scope)});`;
  if (assertion.expectation === 'TO_HAVE_TITLE')
    return `await expect(page).toHaveTitle(${text.orPattern(assertion.calledWith)});`;
  const expected = `await expect(${locatorCode(selectors, scope)})`;
  switch (assertion.expectation) {
    case 'VISIBLE':
      return `${expected}.toBeVisible();`;
    case 'DISABLED':
      return `${expected}.toBeDisabled();`;
    case 'TO_BE_CHECKED':
      return `${expected}.toBeChecked();`;
    case 'NOT_TO_BE_CHECKED':
      return `${expected}.not.toBeChecked();`;
    case 'TO_HAVE_VALUE':
      return `${expected}.toHaveValue(${text.orPattern(assertion.calledWith)});`;
    case 'TO_CONTAIN_TEXT':
      return `${expected}.toContainText(${containedCode(assertion.calledWith, scope)});`;
    case 'NOT_TO_CONTAIN_TEXT':
      return `${expected}.not.toContainText(${containedCode(assertion.calledWith, scope)});`;
    case 'TO_HAVE_TEXT':
      return `${expected}.toHaveText(${text.orPattern(assertion.calledWith)});`;
    case 'TO_HAVE_COUNT':
      return `${expected}.toHaveCount(${assertion.calledWith});`;
    case 'ENABLED':
      return `${expected}.toBeEnabled();`;
    case 'FOCUSED':
      return `${expected}.toBeFocused();`;
    case 'TO_HAVE_ATTRIBUTE': {
      const [name, value] = assertion.calledWith;
      return `${expected}.toHaveAttribute(${text.plain(name)}, ${text.orPattern(value)});`;
    }
    case 'TO_HAVE_STYLE': {
      const [property, value] = assertion.calledWith;
      return `${expected}.toHaveCSS(${text.plain(property)}, ${text.orPattern(value)});`;
    }
  }
}

/** The whole URL, or a pattern of it. */
function urlCode(expected: string, scope: FileScope): string {
  const code = textCode(scope).orPattern(expected);
  return patternSource(expected) === undefined ? `${helper(scope, 'address')}(${code})` : code;
}
