import type { ExchangeSelector } from '../contract/exchange/selector.ts';
import type { PageElement } from '../runner/live-page.ts';

/** Elements with a role and the whole name. */
export function named({ role, name }: Pick<PageElement, 'role' | 'name'>): ExchangeSelector {
  return { selectorType: 'ROLE', selector: role, options: { name, exact: true } };
}

/** The element at a position. */
export function nth(index: number): ExchangeSelector {
  return { selectorType: 'NTH', selector: String(index) };
}
