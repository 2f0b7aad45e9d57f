import type { PageElement, PageView } from '../../runner/live-page.ts';

/** The URL of a page with placeholders for ids and numbers, so that pages of one kind have the same pattern. */
export function urlPattern(url: string): string {
  const { pathname, searchParams, hash } = new URL(url);
  const path = pathname
    .replace(/\/index\.html?$/, '/')
    .split('/')
    .map((part) => (looksLikeId(part) ? ':id' : part));
  const query = [...new Set(searchParams.keys())].sort().join('&');
  const route = /^#!?\//.test(hash) ? hash.split('/').map((part) => (looksLikeId(part) ? ':id' : part)) : [];
  return `${path.join('/').replace(/(.)\/$/, '$1')}${query === '' ? '' : `?${query}`}${route.join('/')}`;
}

function looksLikeId(part: string): boolean {
  return /^\d+$|^[0-9a-f]{8,}$|^[0-9a-f]{8}-[0-9a-f-]{27}$|\d{3,}/i.test(part);
}

/** A text with its numbers replaced, such as `Cart (#)`. */
export function withoutNumbers(text: string): string {
  return text.replace(/\d+(?:[.,]\d+)*/g, '#');
}

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
  return element.inside.flatMap((index) => view.elements[index] ?? []).findLast(isItem);
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

const controlRoles =
  /^(?:button|link|tab|menuitem|checkbox|radio|switch|combobox|textbox|searchbox|spinbutton|slider|listbox)$/;

/** Whether a person can use an element. */
export function isControl({ role, tag, field, href }: PageElement): boolean {
  return field !== undefined || href !== undefined || tag === 'summary' || controlRoles.test(role);
}

/** What the name of a column says about the order of its list. */
const sortSigns = /\s*[▲▼△▽↑↓⇅↕⬆⬇]\uFE0F?/gu;

/**
 * What a page is like: its URL pattern, and the roles and names of its headings and controls outside of its frame. What is in
 * items of lists counts once.
 */
export function stateKey(view: PageView): string {
  const lines = view.elements.flatMap((element) => {
    if (isInFrame(element) || !(isControl(element) || /^(?:heading|alert|dialog)$/.test(element.role)))
      return [];
    const name = element.role === 'alert' ? element.text : element.name;
    const inItem = itemOf(view, element) !== undefined;
    return [
      `${element.role} ${inItem ? 'in item' : withoutNumbers(name).replace(sortSigns, '')}${element.isDisabled ? ' off' : ''}`,
    ];
  });
  return [urlPattern(view.url), ...new Set(lines)].join('\n');
}

/** What a person reads in an element: its text, else its name. */
export function readable(element: PageElement): string {
  return (element.text || element.name).replace(/\s+/g, ' ').trim();
}

/** What a person reads in an element beside the controls in it. */
export function ownText(element: PageElement, view: PageView): string {
  const index = view.elements.indexOf(element);
  const controls = view.elements.filter((each) => isControl(each) && each.inside.includes(index));
  const left = controls.reduce((text, each) => text.replace(each.text, ' '), readable(element));
  return left.replace(/\s+/g, ' ').trim();
}

/** Whether the text of an element has all options of a list in it. */
export function hasOptions(element: PageElement, view: PageView): boolean {
  const index = view.elements.indexOf(element);
  return view.elements.some(({ tag, inside }) => tag === 'select' && inside.includes(index));
}

/** What assertions compare in an element: its text, else its name. */
export function comparable({ comparedText, text, name }: PageElement): string {
  return ((comparedText ?? text) || name).replace(/\s+/g, ' ').trim();
}

/** What tells elements of two views apart: their role and what is read in them. */
export function factOf(element: PageElement): string {
  return `${element.role}|${element.name}|${readable(element)}`;
}

interface Change {
  readonly appeared: readonly PageElement[];
  readonly vanished: readonly PageElement[];
}

/** What has appeared on a page and what has vanished from it. */
export function changeOf(before: PageView, after: PageView): Change {
  return { appeared: minus(after, before), vanished: minus(before, after) };
}

function minus(view: PageView, other: PageView): PageElement[] {
  const counts = new Map<string, number>();
  for (const each of other.elements) counts.set(factOf(each), (counts.get(factOf(each)) ?? 0) + 1);
  return view.elements.filter((each) => {
    const left = counts.get(factOf(each)) ?? 0;
    counts.set(factOf(each), left - 1);
    return left <= 0;
  });
}

/** The main heading of a page: the first one outside its frame. */
export function headingOf(view: PageView): PageElement | undefined {
  const headings = view.elements.filter(({ role }) => role === 'heading');
  return headings.find((each) => each.tag === 'h1') ?? headings.find((each) => !isInFrame(each));
}

/** Whether elements of two views are found in the same way. */
export function sameSelectors(one: PageElement, other: PageElement): boolean {
  return JSON.stringify(one.selectors) === JSON.stringify(other.selectors);
}

/** Whether a text has one of the texts that were entered. Short ones, such as numbers, must be the whole text. */
export function mentions(text: string, texts: readonly string[]): boolean {
  return texts.some((each) => (each.length > 2 && !/^\d+$/.test(each) ? text.includes(each) : text === each));
}
