import { onlyOne } from '../../../common/lists.ts';
import type { ExchangeSelector } from '../../../contract/exchange/selector.ts';
import type { PageElement, PageView } from '../../../runner/live-page.ts';
import { isIn } from '../page/find-element.ts';
import { isRow } from '../page/rows.ts';
import type { Scope } from '../page/scope.ts';
import { type PageArea, readPhrase } from '../phrase.ts';
import { wordsOf } from '../vocabulary.ts';
import { partSelector } from './compile-count.ts';
import { innermost } from './shown-text.ts';

/** A part of the page that is no element of the view itself: "the Done column". */
export function areaSelectors(
  what: string,
  { view, quotes }: Scope,
): readonly ExchangeSelector[] | undefined {
  // "Low stock items" are not the item with "Low stock".
  if (/\b(?:items|rows|lines|cards)$/i.test(what)) return undefined;
  const { words, places } = readPhrase(`in ${what}`, quotes);
  const [place] = places;
  const [, only] = /^(?:the |this )?(table|list)$/i.exec(what) ?? [];
  // An area without a name is meant if it is the only one.
  if (only !== undefined)
    return view.elements.filter(({ role }) => role === only).length === 1
      ? [{ selectorType: 'ROLE', selector: only }]
      : undefined;
  if (words.length > 0 || place === undefined) return undefined;
  if (place.starts.includes('row')) return onlyRowAt(place, view)?.selectors;
  const column = columnCalled(what, { view, quotes });
  if (column?.column !== undefined) return column.column.selectors;
  const entries = [...new Set(view.elements.flatMap(({ within }) => within))];
  const isCalled = (each: string) =>
    place.starts.some((start) => each.startsWith(`${start} `)) &&
    partSelector(each) !== undefined &&
    place.words.every((word) => wordsOf(each).includes(word));
  const container = partSelector(onlyOne(entries.filter(isCalled)) ?? '');
  return container && [container];
}

/** The innermost row or item at a place, if it is the only one. */
export function onlyRowAt(place: PageArea, view: PageView): PageElement | undefined {
  const rows = view.elements.filter((each) => isRow(each) && isIn(each, place, view));
  return onlyOne(innermost(rows, view));
}

/** The name of the only column of plain elements that is called so: "the Done column". */
export function columnCalled(
  what: string,
  { view, quotes }: Pick<Scope, 'view' | 'quotes'>,
): PageElement | undefined {
  const { words, places } = readPhrase(`in ${what}`, quotes);
  const [place] = places;
  if (words.length > 0 || places.length !== 1 || !place?.starts.includes('items') || place.words.length === 0)
    return undefined;
  const isCalled = (each: PageElement) =>
    each.column !== undefined && place.words.every((word) => wordsOf(each.text).includes(word));
  return onlyOne(view.elements.filter(isCalled));
}
