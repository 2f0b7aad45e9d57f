import { mapTexts } from '../../common/object-fields.ts';
import type { Assertion } from '../../contract/exchange/assertion.ts';
import type { ExchangeElement } from '../../contract/exchange/exchange-test-case.ts';
import type { PageElement } from '../../runner/live-page.ts';
import { literalText } from '../../runner/variables/variable-text.ts';

export function goTo(path: string): ExchangeElement {
  return { selectors: [], interaction: { action: 'GO_TO', calledWith: path } };
}

export function click({ selectors }: PageElement): ExchangeElement {
  return { selectors: [...selectors], interaction: { action: 'CLICK' } };
}

/** Enters a text that a page may have chosen: a page must not be able to name a variable whose value it receives. */
export function enter({ selectors }: PageElement, text: string): ExchangeElement {
  return { selectors: [...selectors], interaction: { action: 'ENTER_TEXT', calledWith: literalText(text) } };
}

export function choose({ selectors }: PageElement, text: string): ExchangeElement {
  const label = literalText(text);
  return { selectors: [...selectors], interaction: { action: 'SELECT_OPTION', calledWith: { label } } };
}

export function press({ selectors }: PageElement, key: string): ExchangeElement {
  return { selectors: [...selectors], interaction: { action: 'KEY_PRESS', calledWith: key } };
}

export function expectPage(assertion: Assertion): ExchangeElement {
  return { selectors: [], assertion };
}

export function expectElement(
  { selectors }: Pick<PageElement, 'selectors'>,
  assertion: Assertion,
): ExchangeElement {
  return { selectors: [...selectors], assertion };
}

/**
 * Stands for a text that is new in each attempt, where an app refuses or lists what was entered before. Each session runs
 * another text in its place; test cases have a variable.
 */
export const uniqueText = 'qzvxkj';

/** Whether a text has one that another session has entered in place of `uniqueText`, such as `zq40fa`. */
export function isOfOthers(text: string): boolean {
  return /\bzq[0-9a-f]{4}(?![0-9a-z])/.test(text);
}

const variable = 'unique';

/** A step of a test case, with the variable in place of `uniqueText`. */
export function withVariable(step: ExchangeElement): ExchangeElement {
  return mapTexts(step, (text) => text.replaceAll(uniqueText, () => `$$${variable}`));
}

/** Sets the variable, in the page: Playwright tests cannot be exported from what runs in the sandbox. */
export const setVariable: ExchangeElement = {
  selectors: [],
  interaction: {
    action: 'JAVASCRIPT',
    calledWith: {
      code: `return { ${variable}: Math.random().toString(36).slice(2, 8).padEnd(6, 'x') };`,
      execType: 'browser',
    },
  },
};
