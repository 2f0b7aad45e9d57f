import type { PageElement, PageView } from '../../runner/live-page.ts';
import { elementsAround } from '../page-tree.ts';
import { withoutNumbers } from './readable-text.ts';

/** Whether an element is an item of a list, or a row. */
function isItem({ role, itemSelectors }: PageElement): boolean {
  return /^(?:listitem|row|article|treeitem)$/.test(role) || itemSelectors !== undefined;
}

/** Whether an element belongs to the frame of all pages: their header, navigation or footer. */
export function isInFrame({ within, role }: PageElement): boolean {
  return (
    /^(?:navigation|banner|contentinfo)$/.test(role) ||
    within.some((each) => /^(?:navigation|banner|footer)\b/.test(each))
  );
}

/** The innermost list item or row outside the frame that an element is or is in. */
export function itemOf(view: PageView, element: PageElement): PageElement | undefined {
  if (isInFrame(element)) return undefined;
  if (isItem(element)) return element;
  return elementsAround(element, view).findLast(isItem);
}

/** The elements of an item, without the item itself. */
export function partsOf(view: PageView, item: PageElement): PageElement[] {
  return view.elements.filter((each) => each !== item && itemOf(view, each) === item);
}

export function listKey(item: PageElement): string {
  return `${item.role} in ${withoutNumbers(item.within.join(' > '))}`;
}

/** The lists and tables of a page outside its frame, each with its items in document order. Rows of headers are no items. */
export function listsOf(view: PageView): PageElement[][] {
  const lists: PageElement[][] = [];
  let last: PageElement | undefined;
  for (const element of view.elements) {
    const item = itemOf(view, element);
    if (item !== element) {
      // What stands between two items separates two lists.
      if (item === undefined) last = undefined;
      continue;
    }
    if (partsOf(view, item).some(({ role }) => role === 'columnheader')) continue;
    if (last !== undefined && listKey(last) === listKey(item)) lists.at(-1)?.push(item);
    else lists.push([item]);
    last = item;
  }
  return lists;
}
