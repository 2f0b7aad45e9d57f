import { escapeRegExp } from '../../common/text.ts';
import { patternText } from '../../contract/exchange/pattern.ts';
import type { ExchangeSelector } from '../../contract/exchange/selector.ts';
import type { PageElement, PageView } from '../../runner/live-page.ts';
import { literalText } from '../../runner/variables/variable-text.ts';
import { nth } from '../selectors.ts';
import type { Expectation } from './page-expectations.ts';
import { comparable } from './readable-text.ts';
import { isStableText } from './stable-text.ts';
import { expectElement, isOfOthers } from './steps.ts';

/** How the items of a list are found: all of their role on the page, or in its main part. */
function findItems(view: PageView, item: PageElement) {
  const { itemSelectors } = item;
  if (itemSelectors !== undefined) {
    const isSame = (each: PageElement) =>
      JSON.stringify(each.itemSelectors) === JSON.stringify(itemSelectors);
    return { selectors: itemSelectors, all: view.elements.filter(isSame) };
  }
  const isMain = (each: PageElement) => each.within.includes('main');
  const inMain = isMain(item);
  const all = view.elements.filter((each) => each.role === item.role && (!inMain || isMain(each)));
  const role = (selector: string): ExchangeSelector => ({ selectorType: 'ROLE', selector });
  return { selectors: [...(inMain ? [role('main')] : []), role(item.role)], all };
}

/** The navigations of a page have as many links as now, in their order. */
export function hasLinks(view: PageView): Expectation[] {
  const linksOf = ({ elements }: PageView) =>
    elements.filter(({ role, within }) => role === 'link' && within.some(isNavigation));
  const namesIn = (links: readonly PageElement[] = []) =>
    links.filter(({ name, text }) => isStableText(name) && name.toUpperCase() === text.toUpperCase());
  const groups = (other: PageView) =>
    Map.groupBy(linksOf(other), ({ within }) => within.slice(0, within.findIndex(isNavigation) + 1).join());
  const found = [...groups(view)].filter(([, links]) => namesIn(links).length > 1);
  const navigation = { selectorType: 'ROLE', selector: 'navigation' } as const;
  const inOrder = found.map(([key, links], index): Expectation => {
    const at = found.length > 1 ? [nth(index)] : [];
    const order = (some?: readonly PageElement[]) =>
      namesIn(some)
        .map(({ name }) => escapeRegExp(name))
        .join('[^]*');
    const calledWith = patternText(order(links));
    return {
      step: expectElement({ selectors: [navigation, ...at] }, { expectation: 'TO_CONTAIN_TEXT', calledWith }),
      holds: (other) => order(groups(other).get(key)) === order(links),
    };
  });
  const calledWith = linksOf(view).length;
  const selectors = [navigation, { selectorType: 'ROLE', selector: 'link' } as const];
  const count = expectElement({ selectors }, { expectation: 'TO_HAVE_COUNT', calledWith });
  const holds = (other: PageView) => linksOf(other).length === calledWith;
  return calledWith === 0 ? [] : [{ step: count, holds }, ...inOrder];
}

const isNavigation = (place: string) => /^navigation\b/.test(place);

/** A list has as many items as now. Undefined if other sessions add to it. */
export function hasItems(view: PageView, items: readonly PageElement[]): Expectation | undefined {
  const [first] = items;
  if (first === undefined || items.some(({ text }) => isOfOthers(text))) return undefined;
  const { selectors, all } = findItems(view, first);
  const step = expectElement({ selectors }, { expectation: 'TO_HAVE_COUNT', calledWith: all.length });
  return { step, holds: (other) => findItems(other, first).all.length === all.length };
}

/** An item stands at its place of the list, with the text of a part of it. */
export function hasItemAt(view: PageView, item: PageElement, part: PageElement): Expectation | undefined {
  const { selectors, all } = findItems(view, item);
  const text = comparable(part);
  if (!isStableText(text) || all.some((each) => isOfOthers(each.text))) return undefined;
  const index = all.indexOf(item);
  const step = expectElement(
    { selectors: [...selectors, nth(index)] },
    { expectation: 'TO_CONTAIN_TEXT', calledWith: literalText(text) },
  );
  const isAt = (there?: PageElement) => there !== undefined && comparable(there).includes(text);
  return { step, holds: (other) => isAt(findItems(other, item).all[index]) };
}
