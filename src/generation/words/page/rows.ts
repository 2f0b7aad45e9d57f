import type { ExchangeSelector } from '../../../contract/exchange/selector.ts';
import type { PageElement, PageView } from '../../../runner/live-page.ts';
import { elementsAround, elementsIn } from '../../page-tree.ts';

/** The rows and items that an element is in, and itself if it is one. */
export function rowsAround(element: PageElement, view: PageView): PageElement[] {
  return [...elementsAround(element, view), element].filter(isRow);
}

export function isRow({ role, itemSelectors }: PageElement): boolean {
  return /^(?:row|listitem|article)$/.test(role) || itemSelectors !== undefined;
}

/** Finds all rows or items of a kind: those with the role, or those of the list of plain elements. */
export function rowSelectors({ role, itemSelectors }: PageElement): readonly ExchangeSelector[] {
  return itemSelectors ?? [{ selectorType: 'ROLE', selector: role }];
}

/** Whether a row or item is one of a list of plain elements that has a name. */
export function isInPlainList({ itemSelectors, within }: PageElement): boolean {
  return itemSelectors !== undefined && within.some((entry) => entry.startsWith('items '));
}

/** Whether two rows or items are found in the same way. */
export function isSameKind(one: PageElement, other: PageElement): boolean {
  return one.role === other.role && JSON.stringify(one.itemSelectors) === JSON.stringify(other.itemSelectors);
}

/** The innermost row or item around an element. */
export function rowAround(element: PageElement, view: PageView): PageElement | undefined {
  return rowsAround(element, view).findLast((row) => row !== element);
}

/** A text of the row or item around an element that no other row on the page has: a heading, a link, a cell. */
export function labelOfRow(element: PageElement, view: PageView): string | undefined {
  const row = rowAround(element, view) ?? (isRow(element) ? element : undefined);
  if (row === undefined) return undefined;
  const around = elementsAround(row, view);
  const others = view.elements.filter((each) => isRow(each) && each !== row && !around.includes(each));
  return elementsIn(row, view).find(
    ({ role, text }) =>
      /^(?:heading|link|cell|gridcell|rowheader|)$/.test(role) &&
      /\p{L}{2}/u.test(text) &&
      others.every((other) => !other.text.toLowerCase().includes(text.toLowerCase())),
  )?.text;
}

/** The rows of a table without its header and sums, or the items of a list. */
export function rowsOf(view: PageView, row: PageElement): PageElement[] {
  const isSame = (one: readonly unknown[], other: readonly unknown[]) => one.join('\n') === other.join('\n');
  const headers = headersOf(row, view).length;
  const isHeader = (index: number) =>
    view.elements.some(({ role, inside }) => role === 'columnheader' && inside.includes(index)) ||
    (headers > 0 && cellsOf(index, view).length !== headers);
  return view.elements.filter(
    (each, index) =>
      isSameKind(each, row) &&
      isSame(each.inside, row.inside) &&
      isSame(each.within, row.within) &&
      !isHeader(index),
  );
}

/** The headers of the columns of the table that a row is in. */
export function headersOf(row: PageElement, { elements }: PageView): PageElement[] {
  const table = row.inside.at(-1) ?? -1;
  return elements.filter(({ role, inside }) => role === 'columnheader' && inside.includes(table));
}

/** What the columns of a row are called, of a table or of a list of plain elements. */
export function columnsOf(row: PageElement, view: PageView): string[] {
  const cells = elementsIn(row, view).flatMap(({ cell }) => (cell ? [cell.column] : []));
  return [...headersOf(row, view).map(({ text }) => text), ...cells];
}

/** The cells of a row, which is given by its index. Cells across several columns make them fewer than the headers. */
export function cellsOf(row: number, { elements }: PageView): PageElement[] {
  return elements.filter(
    ({ role, inside }) => /^(?:cell|gridcell|rowheader)$/.test(role) && inside.at(-1) === row,
  );
}
