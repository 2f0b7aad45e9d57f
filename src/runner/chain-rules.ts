import type { ExchangeSelector } from '../contract/exchange/selector.ts';

/** These choose among what was found. */
export function isPick({ selectorType }: ExchangeSelector): boolean {
  return selectorType === 'FIRST' || selectorType === 'LAST' || selectorType === 'NTH';
}

/** These narrow what the selector before them has found, and look for nothing themselves. */
export function narrowsOnly(selector: ExchangeSelector): boolean {
  return isPick(selector) || selector.selectorType === 'FILTER';
}

/** Whether hidden elements count as well: the last selector that looked for any is a ROLE with `includeHidden`. */
export function hiddenCount(chain: readonly ExchangeSelector[]): boolean {
  const finder = chain.findLast((each) => !narrowsOnly(each));
  return finder?.selectorType === 'ROLE' && finder.options?.includeHidden === true;
}
