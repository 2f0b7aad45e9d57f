import type { PageElement, PageView } from '../../runner/live-page.ts';
import { isControl } from './controls.ts';
import { isInFrame, itemOf } from './list-items.ts';
import { readable, withoutNumbers } from './readable-text.ts';

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

/** Whether two views are of one address, whatever its query and hash are. */
export function hasSamePath(one: PageView, other: PageView): boolean {
  return new URL(one.url).pathname === new URL(other.url).pathname;
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

/** The elements that the other view does not have. A text whose role alone differs, such as one behind a dialog, is in both views. */
function minus(view: PageView, other: PageView): PageElement[] {
  const isNewFact = beyond(other, factOf);
  const isNewText = beyond(other, readable);
  return view.elements.filter((each) => {
    const [hasNewFact, hasNewText] = [isNewFact(each), isNewText(each)];
    return hasNewFact && (hasNewText || isControl(each) || readable(each) === '');
  });
}

/** Returns a function that is called for each element in turn: whether its key has occurred more often than in the view. */
function beyond({ elements }: PageView, keyOf: (element: PageElement) => string) {
  const counts = new Map<string, number>();
  for (const each of elements) counts.set(keyOf(each), (counts.get(keyOf(each)) ?? 0) + 1);
  return (element: PageElement) => {
    const left = counts.get(keyOf(element)) ?? 0;
    counts.set(keyOf(element), left - 1);
    return left <= 0;
  };
}

/** The main heading of a page: the first one outside its frame, unless it has only a button with an icon. */
export function headingOf(view: PageView): PageElement | undefined {
  const headings = view.elements.filter(({ role }) => role === 'heading');
  const ofContent = headings.filter((each) => !isInFrame(each));
  return (
    headings.find((each) => each.tag === 'h1') ?? ofContent.find(({ text }) => text !== '') ?? ofContent[0]
  );
}

/** What the main heading of a page says; undefined if it has none. */
export function headingText(view: PageView): string | undefined {
  const heading = headingOf(view);
  return heading && readable(heading);
}

/** Whether elements of two views are found in the same way. */
export function sameSelectors(one: PageElement, other: PageElement): boolean {
  return JSON.stringify(one.selectors) === JSON.stringify(other.selectors);
}
