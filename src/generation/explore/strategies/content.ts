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
import { unique } from '../changes.ts';
import { hasItemAt, hasItems, hasTitle, holdsValue, isLasting, isThere, shows } from '../expected.ts';
import { isControl, isInFrame, itemOf, listsOf, partsOf, readable } from '../page-state.ts';
import type { State } from '../transition.ts';

const maxHeadings = 4;
const maxControls = 8;
const maxTexts = 6;
const maxItems = 8;

/** A page shows its title, headings, controls and figures, and its lists are complete and in order. */
export const content: Strategy = ({ states }: Seen) =>
  states.flatMap((state) => [...pageCase(state), ...listCases(state)]);

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
    const named = items.slice(0, maxItems).flatMap((item) => {
      const text = textOf(view, item);
      return text === undefined ? [] : [hasItemAt(view, item, text)];
    });
    const figures = partsOf(view, first).filter((each) => !isControl(each) && /\d/.test(each.text));
    const expected = unique(present([hasItems(view, items), ...named, ...figures.slice(0, 2).map(shows)]));
    const description = `${nameOf(view)} lists ${items.length} entries in order, from ${quote(textOf(view, first) ?? '')} on`;
    const about = aboutPage(view);
    return named.length === 0
      ? []
      : candidate({ description, about, trail, beats: [{ steps: [], expected }], worth: 6.5 });
  });
}

/** The whole text of an item if it is short, else the text of its first part. */
function textOf(view: PageView, item: PageElement): string | undefined {
  const texts = [item, ...partsOf(view, item)].map(readable);
  return texts.find((each) => isLasting(each) && each.length < 80);
}
