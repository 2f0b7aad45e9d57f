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
import { hasItemAt, hasItems, hasTitle, holdsValue, isLasting, isThere, shows } from '../expected.ts';
import { isControl, isInFrame, itemOf, listsOf, partsOf, readable } from '../page-state.ts';
import type { State } from '../transition.ts';

const maxHeadings = 8;
const maxControls = 16;
const maxTexts = 12;
const maxItems = 8;

/** A page shows its title, headings, controls and figures, and its lists are complete and in order. */
export const content: Strategy = ({ states }: Seen) => [
  ...states.slice(0, 1).flatMap(frameCase),
  ...states.flatMap((state) => [...pageCase(state), ...listCases(state)]),
];

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

function pageCase({ trail, view }: State): Candidate[] {
  const own = view.elements.filter((each) => !isInFrame(each) && itemOf(view, each) === undefined);
  const headings = own.filter(({ role }) => role === 'heading').slice(0, maxHeadings);
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
      ...headings.map(shows),
      ...texts.map(shows),
      ...controls.map(isThere),
      ...fields.map(holdsValue),
    ]),
  );
  if (expected.length < 2) return [];
  const shown = headings.length > 0 && controls.length > 0 ? 'its headings and controls' : 'its content';
  const description = `${nameOf(view)} shows ${shown}`;
  return candidate({
    description,
    about: aboutPage(view),
    trail,
    beats: [{ steps: [], expected }],
    worth: 6,
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

function listCases({ trail, view }: State): Candidate[] {
  return listsOf(view).flatMap((items) => {
    const [first] = items;
    if (first === undefined || items.length < 2) return [];
    const listed = items.slice(0, maxItems);
    const named = listed.flatMap((item) => {
      const text = textOf(view, item, items);
      return text === undefined ? [] : [hasItemAt(view, item, text)];
    });
    if (named.length === 0) return [];
    const parts = listed.flatMap((item) => {
      const all = partsOf(view, item);
      const figures = all.filter((each) => !isControl(each) && /\d/.test(each.text)).map(shows);
      const controls = all.filter((each) => isControl(each) && each.name !== '').map(isThere);
      return [...present(controls).slice(0, 2), ...present(figures).slice(0, 2)];
    });
    const expected = unique(present([hasItems(view, items), ...named, ...parts]));
    const description = `${nameOf(view)} lists ${items.length} entries in order, from ${quote(textOf(view, first, items) ?? '')} on`;
    const beats = [{ steps: [], expected }];
    return candidate({ description, about: aboutPage(view), trail, beats, worth: 9 });
  });
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
