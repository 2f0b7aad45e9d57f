import type { Assertion } from '../../contract/exchange/assertion.ts';
import { type ExchangeSelector, needsVisibleFilter } from '../../contract/exchange/selector.ts';
import type { FileScope } from './file-scope.ts';
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
    case 'TO_HAVE_STYLE': {
      const [property, value] = assertion.calledWith;
      return `${expected}.toHaveCSS(${text.plain(property)}, ${text.orPattern(value)});`;
    }
  }
}
