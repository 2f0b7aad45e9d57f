import type { PageElement, PageView } from '../../runner/live-page.ts';
import { itemOf, listKey, listsOf, partsOf } from './list-items.ts';
import { hasSamePath } from './page-state.ts';
import { mentions, readable } from './readable-text.ts';
import { clearsEntries } from './safety.ts';
import { uniqueText } from './steps.ts';
import type { State } from './transition.ts';

/**
 * Whether a control seems to remove only what the trail has added: its item, or all entries of the page.
 * @param fresh what new sessions have seen.
 */
export function removesOwnEntries(state: State, element: PageElement, fresh: readonly State[]): boolean {
  const { trail, view, hasEdited } = state;
  // An entry that was there before may have what was entered.
  if (hasEdited) return false;
  const isAdded = (item: PageElement) => {
    const isOld = fresh.some((state) =>
      state.view.elements.some((each) => each.role === item.role && readable(each) === readable(item)),
    );
    return !isOld && mentions(textIn(view, item), trail.texts);
  };
  const item = itemOf(view, element);
  if (item !== undefined) return isAdded(item);
  if (!clearsEntries(element)) return false;
  const isOfOthers = fresh.some((state) => hasSamePath(state.view, view) && entriesOf(state.view).length > 0);
  const entries = entriesOf(view);
  return !isOfOthers && entries.length > 0 && entries.every(isAdded);
}

/** Whether a control removes an entry with a text that no other session can have entered. */
export function isOfUniqueEntry({ view }: State, element: PageElement): boolean {
  const item = itemOf(view, element);
  return item !== undefined && textIn(view, item).includes(uniqueText);
}

/**
 * Whether a new session shows what a control removes, so that it was there before: what was clicked may have changed an entry
 * instead of adding one.
 * @param unique what this session has entered in place of `uniqueText`.
 */
export function isInNewSession(
  { trail, view }: State,
  element: PageElement,
  newSession: PageView,
  unique: string,
): boolean {
  const item = itemOf(view, element);
  const shown = listsOf(newSession).flat();
  if (item === undefined)
    return entriesOf(newSession).some((each) => !textIn(newSession, each).includes(unique));
  const names = trail.texts.filter((text) => mentions(textIn(view, item), [text]));
  return shown.some((each) => listKey(each) === listKey(item) && mentions(textIn(newSession, each), names));
}

/** What an item shows, with the values of its fields. */
function textIn(view: PageView, item: PageElement): string {
  return [item, ...partsOf(view, item)]
    .map((each) => `${readable(each)} ${each.field?.value ?? ''}`)
    .join(' ');
}

/** The items of a page's lists, without those that are links and nothing else. */
function entriesOf(view: PageView): PageElement[] {
  const isLink = (item: PageElement) =>
    partsOf(view, item).some((each) => each.href !== undefined && readable(each) === readable(item));
  return listsOf(view)
    .flat()
    .filter((item) => !isLink(item));
}
