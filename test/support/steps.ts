import type { ExchangeElement } from '../../src/contract/exchange/exchange-test-case.ts';
import type { ExchangeSelector } from '../../src/contract/exchange/selector.ts';

/** One link of a selector chain. */
export function by(
  selectorType: ExchangeSelector['selectorType'],
  selector = '',
  options?: ExchangeSelector['options'],
): ExchangeSelector {
  return { selectorType, selector, ...(options === undefined ? {} : { options }) };
}

export function css(selector: string): ExchangeSelector {
  return by('CSS', selector);
}

export function clicks(...selectors: ExchangeSelector[]): ExchangeElement {
  return { selectors, interaction: { action: 'CLICK' } };
}

export function entersText(text: string, ...selectors: ExchangeSelector[]): ExchangeElement {
  return { selectors, interaction: { action: 'ENTER_TEXT', calledWith: text } };
}

export function sees(...selectors: ExchangeSelector[]): ExchangeElement {
  return { selectors, assertion: { expectation: 'VISIBLE' } };
}

export function containsText(text: string, ...selectors: ExchangeSelector[]): ExchangeElement {
  return { selectors, assertion: { expectation: 'TO_CONTAIN_TEXT', calledWith: text } };
}

/** A pattern as files write it. */
export function pattern(source: string): string {
  return `OCTOREGEX${source}OCTOREGEX`;
}
