import type { PageElement, PageView } from '../../../runner/live-page.ts';
import {
  aboutPage,
  type Candidate,
  candidate,
  nameOf,
  present,
  quote,
  type Seen,
  type Strategy,
} from '../candidate.ts';
import { isContainer, unique } from '../changes.ts';
import {
  type Expected,
  hasItemAt,
  hasItems,
  hasTitle,
  holdsValue,
  isLasting,
  isThere,
  shows,
} from '../expected.ts';
import { headingOf, isControl, isInFrame, itemOf, listsOf, partsOf, readable } from '../page-state.ts';
import type { State } from '../transition.ts';

const maxHeadings = 12;
const maxControls = 24;
const maxTexts = 16;
const maxItems = 8;
const maxLists = 6;

/** A page shows its title, headings, controls and figures, and its lists are complete and in order. */
export const content: Strategy = ({ states }: Seen) => {
  // Of a page that was seen in several states, each state is only expected to show what the ones before it did not.
  const seen = new Set<string>();
  const isNew = ({ url }: PageView, what: string) => {
    const key = `${url.replace(/\?[^#]*/, '').replace(/#(?!!?\/).*/, '')} ${what}`;
    return !seen.has(key) && seen.add(key);
  };
  return [
    ...states.slice(0, 1).flatMap(frameCase),
    ...states.flatMap((state) => [...pageCase(state, isNew), ...listCase(state, isNew)]),
  ];
};

type IsNew = (view: PageView, what: string) => unknown;

/** What all pages have in common: the header, the navigation and the footer. */
function frameCase({ trail, view }: State): Candidate[] {
  const frame = view.elements.filter((each) => isInFrame(each) && !isContainer(each, view));
  const expected = unique(
    present(frame.slice(0, maxControls).map((each) => (isControl(each) ? isThere(each) : shows(each)))),
  );
  const description = `the header, navigation and footer of ${nameOf(view)} are complete`;
  return candidate({
    description,
    about: aboutPage(view),
    trail,
    beats: [{ steps: [], expected }],
    worth: 6,
  });
}

function pageCase({ trail, view }: State, isNew: IsNew): Candidate[] {
  const own = view.elements.filter((each) => !isInFrame(each) && itemOf(view, each) === undefined);
  const main = headingOf(view);
  const headings = own.filter((each) => each.role === 'heading' && each !== main).slice(0, maxHeadings);
  const controls = own.filter((each) => isControl(each) && each.name !== '').slice(0, maxControls);
  const fields = controls.filter(({ field }) => field !== undefined && (field.value !== '' || field.checked));
  const labels = new Set(own.filter(isControl).flatMap(({ name, field }) => [name, field?.label]));
  const texts = own
    .filter((each) => !isControl(each) && isMessage(each) && !labels.has(readable(each)))
    .sort(byFigures)
    .slice(0, maxTexts);
  const expected = unique(
    present([
      hasTitle(view),
      main && shows(main),
      ...headings.map(shows),
      ...texts.map(shows),
      ...controls.map(isThere),
      ...fields.map(holdsValue),
    ]),
  ).filter(({ step }) => isNew(view, JSON.stringify(step)));
  if (expected.length < 2) return [];
  const shown = main !== undefined && controls.length > 0 ? 'its headings and controls' : 'its content';
  const description = `${nameOf(view)} shows ${shown}`;
  return candidate({
    description,
    about: aboutPage(view),
    trail,
    beats: [{ steps: [], expected }],
    worth: 8.5,
  });
}

function isMessage(element: PageElement): boolean {
  return (
    element.role !== 'heading' &&
    !/^(?:table|grid|dialog|columnheader)$/.test(element.role) &&
    isLasting(readable(element))
  );
}

/** Texts with numbers first. */
function byFigures(one: PageElement, other: PageElement): number {
  return Number(/\d/.test(other.text)) - Number(/\d/.test(one.text));
}

function listCase({ trail, view }: State, isNew: IsNew): Candidate[] {
  const lists = listsOf(view).filter(
    (items) =>
      items.length > 1 &&
      items.some((item) => isLasting(textOf(view, item, items) ?? '')) &&
      isNew(view, items.map(readable).join('\n')),
  );
  const [first] = lists;
  const [item] = first ?? [];
  if (first === undefined || item === undefined) return [];
  const expected = unique(present(lists.slice(0, maxLists).flatMap((items) => listed(view, items))));
  const start = `${nameOf(view)} lists ${first.length} entries in order, from ${quote(textOf(view, item, first) ?? '')} on`;
  const description = lists.length > 1 ? `${start}, and has its other lists` : start;
  const beats = [{ steps: [], expected }];
  return candidate({ description, about: aboutPage(view), trail, beats, worth: 9 });
}

/** A list has its items in their order, with their first controls and figures. */
function listed(view: PageView, items: readonly PageElement[]): (Expected | undefined)[] {
  const first = items.slice(0, maxItems);
  const parts = first.flatMap((item) => {
    const all = partsOf(view, item);
    const figures = all.filter((each) => !isControl(each) && /\d/.test(each.text)).map(shows);
    const controls = all.filter((each) => isControl(each) && each.name !== '').map(isThere);
    return [...present(controls).slice(0, 2), ...present(figures).slice(0, 2)];
  });
  const named = first.map((item) => hasItemAt(view, item, textOf(view, item, items) ?? ''));
  return [hasItems(view, items), ...named, ...parts];
}

/** The whole text of an item if it is short, else one of its parts: a link or a heading first, and one that no other item has. */
export function textOf(view: PageView, item: PageElement, items: readonly PageElement[]): string | undefined {
  const parts = Map.groupBy(partsOf(view, item), (each) => isControl(each) || each.role === 'heading');
  const texts = [item, ...(parts.get(true) ?? []), ...(parts.get(false) ?? [])]
    .map(readable)
    .filter((each) => isLasting(each) && each.length < 80);
  const isOwn = (text: string) => !items.some((each) => each !== item && readable(each).includes(text));
  return texts.find(isOwn) ?? texts[0];
}
