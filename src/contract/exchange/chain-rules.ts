import type { ExchangeSelector } from './selector.ts';

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

/** Whether what a chain finds in the end is still to be held to what is visible: a pick has looked already. */
export function endsUnsettled(chain: readonly ExchangeSelector[]): boolean {
  const last = chain.at(-1);
  return !hiddenCount(chain) && !(last !== undefined && isPick(last));
}

/** Whether all that is left of a chain from a place on narrows what is found there. */
export function isTail(chain: readonly ExchangeSelector[], place: number): boolean {
  return chain.slice(place).every(narrowsOnly);
}
