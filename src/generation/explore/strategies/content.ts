import { formatCount } from '../../../common/text.ts';
import type { PageElement, PageView } from '../../../runner/live-page.ts';
import { type Candidate, candidate, type Stage, type Strategy, stage } from '../candidate.ts';
import { isControl, isSelect } from '../controls.ts';
import { aboutPage, addressOf, controlName, nameOf, quote } from '../descriptions.ts';
import { expectChange, isContainer, isTotal } from '../expected-changes.ts';
import { hasItemAt, hasItems, hasLinks } from '../expected-lists.ts';
import { isInFrame, itemOf, listKey, listsOf, partsOf } from '../list-items.ts';
import {
  distinct,
  type Expectation,
  hasTitle,
  holdsValue,
  isPresent,
  leadsTo,
  notShown,
  present,
  shows,
} from '../page-expectations.ts';
import { isFilter } from '../page-forms.ts';
import { hasSamePath, headingOf } from '../page-state.ts';
import { hasOptions, ownText, readable } from '../readable-text.ts';
import { isLike } from '../similar-controls.ts';
import { isStableText } from '../stable-text.ts';
import { goTo } from '../steps.ts';
import type { ExplorationRecord, State, Transition } from '../transition.ts';

/** How much of the header, the navigation and the footer is checked on the first page, and on each other one. */
const [maxFrameOnFirst, maxFrameOnEach] = [40, 8];
const maxHeadings = 12;
const maxControls = 24;
const maxTexts = 16;
const maxItems = 8;
const maxLists = 6;
const notTexts = /^(?:heading|table|grid|dialog|columnheader)$/;

/** A page shows its title, headings, controls and figures, and its lists are complete and in order. */
export const content: Strategy = ({ states }) => {
  // Of a page that was seen in several states, each state is only expected to show what the ones before it did not.
  const seen = new Set<string>();
  const isNew = (view: PageView, what: string) => {
    const key = `${addressOf(view)} ${what}`;
    return !seen.has(key) && seen.add(key);
  };
  return states.flatMap((state, index) => {
    const earlier = states.slice(0, index).filter(({ view }) => addressOf(view) === addressOf(state.view));
    const max = index === 0 ? maxFrameOnFirst : maxFrameOnEach;
    const page = pageContent(state, earlier, isNew, max);
    const found = present([page, listContent(state, isNew)]);
    if (found.length === 0) return [];
    const { trail, view } = state;
    const description = `${nameOf(view)} ${found.map(({ words }) => words).join(', and ')}`;
    const stages = found.map(({ expected }) => ({ steps: [], expected }));
    const isLikeAnother = states.slice(0, index).some((each) => isLike(each, state));
    return candidate({ description, about: aboutPage(view), trail, stages, weight: isLikeAnother ? 7.5 : 9 });
  });
};

type IsNew = (view: PageView, what: string) => unknown;

/** What is expected of a page, and what that is in words. */
interface Content {
  readonly words: string;
  readonly expected: readonly Expectation[];
}

/** @param earlier states of the page that were seen before. */
function pageContent(
  { trail, view }: State,
  earlier: readonly State[],
  isNew: IsNew,
  maxFrame: number,
): Content | undefined {
  const ownElements = view.elements.filter((each) => !isInFrame(each) && itemOf(view, each) === undefined);
  const main = headingOf(view);
  const headings = ownElements
    .filter((each) => each.role === 'heading' && each !== main)
    .slice(0, maxHeadings);
  const controls = ownElements.filter((each) => isControl(each) && each.name !== '').slice(0, maxControls);
  const fields = controls.filter(({ field }) => field !== undefined && (field.value !== '' || field.checked));
  const labels = new Set(ownElements.filter(isControl).flatMap(({ name, field }) => [name, field?.label]));
  // Texts with numbers first. Labels are the names of controls.
  const isText = (each: PageElement) =>
    !isControl(each) && each.tag !== 'label' && !notTexts.test(each.role) && !labels.has(readable(each));
  // A picture without a name of its own is an icon, which nobody would look for.
  const isIcon = ({ text, name }: PageElement) =>
    text === '' && (name === '' || ownElements.filter((each) => each.name === name).length > 1);
  // A text behind a dialog or a menu may have no role any more.
  const known = new Set(earlier.flatMap((each) => each.view.elements.map(readable)));
  const texts = ownElements
    .filter((each) => isText(each) && !isIcon(each) && !hasOptions(each, view) && !known.has(readable(each)))
    .sort((one, other) => Number(/\d/.test(other.text)) - Number(/\d/.test(one.text)));
  const expected = distinct([
    hasTitle(view),
    main && shows(main),
    ...headings.map(shows),
    ...present(texts.map(shows)).slice(0, maxTexts),
    ...controls.map(usable),
    ...fields.map(holdsValue),
    ...expectFrame(view, maxFrame),
  ]).filter(({ step }) => isNew(view, JSON.stringify(step)));
  if (expected.length < 2) return undefined;
  const description = main !== undefined && controls.length > 0 ? 'its headings and controls' : 'its content';
  // The description of a page that some steps lead to names the first thing that is new there.
  const steps = new Set(expected.map(({ step }) => JSON.stringify(step)));
  const isExpected = (each: PageElement) =>
    [shows(each), usable(each)].some((one) => one !== undefined && steps.has(JSON.stringify(one.step)));
  const fresh = [...headings, ...texts, ...controls].find(
    (each) => /\p{L}{2}/u.test(readable(each)) && isExpected(each),
  );
  const isNamed = trail.steps.length > 0 && fresh !== undefined;
  const shown = isNamed ? `${newName(fresh, view)} and ${expected.length - 1} more` : description;
  return { words: `shows ${shown}`, expected };
}

function newName(element: PageElement, view: PageView): string {
  const plainText = isControl(element) ? '' : ownText(element, view);
  return plainText === '' ? controlName(element, view) : quote(plainText);
}

/** The header, the navigation and the footer. */
function expectFrame(view: PageView, max: number): Expectation[] {
  const frame = view.elements.filter((each) => isInFrame(each) && !isContainer(each, view));
  const shown = frame.slice(0, max).map((each) => (isControl(each) ? usable(each) : shows(each)));
  return [...hasLinks(view), ...present(shown)];
}

/** A control is there, and a link leads to where it leads now. */
function usable(element: PageElement): Expectation | undefined {
  return (element.isDisabled ? undefined : leadsTo(element)) ?? isPresent(element);
}

function listContent({ view }: State, isNew: IsNew): Content | undefined {
  const lists = listsOf(view).filter(
    (items) =>
      items.length > 1 &&
      items.some((item) => distinctPart(view, item, items) !== undefined) &&
      isNew(view, items.map(readable).join('\n')),
  );
  const [first] = lists;
  const [item] = first ?? [];
  if (first === undefined || item === undefined) return undefined;
  const expected = distinct(lists.slice(0, maxLists).flatMap((items) => listed(view, items)));
  if (expected.length === 0) return undefined;
  const { length } = first.filter((each) => !isTotal(readable(each)));
  const start = `lists ${length} ${length === 1 ? 'entry' : 'entries'} in order, from ${quote(nameOfItem(view, item, first))} on`;
  return { words: lists.length > 1 ? `${start}, and has its other lists` : start, expected };
}

/** A list has its items in their order, with their first controls and figures. */
function listed(view: PageView, items: readonly PageElement[]): (Expectation | undefined)[] {
  const first = items.slice(0, maxItems);
  const parts = first.flatMap((item) => {
    const all = partsOf(view, item);
    const figures = all.filter((each) => !isControl(each) && /\d/.test(each.text)).map(shows);
    const controls = all.filter((each) => isControl(each) && each.name !== '').slice(0, 2);
    return [...controls.map(usable), ...present(figures).slice(0, 2)];
  });
  const named = first.map((item) => hasItemAt(view, item, distinctPart(view, item, items) ?? item));
  return [hasItems(view, items), ...named, ...parts];
}

/** What distinguishes an item from the others of its list: the item if its text is short, otherwise a link or a heading in it, or another part. */
function distinctPart(
  view: PageView,
  item: PageElement,
  items: readonly PageElement[],
): PageElement | undefined {
  const parts = Map.groupBy(partsOf(view, item), (each) => isControl(each) || each.role === 'heading');
  const candidates = [item, ...(parts.get(true) ?? []), ...(parts.get(false) ?? [])].filter(
    (each) => each.text !== '' && isStableText(readable(each)) && readable(each).length < 80,
  );
  return candidates.find((each) => isOnlyIn(item, items, each)) ?? candidates[0];
}

function isOnlyIn(item: PageElement, items: readonly PageElement[], part: PageElement): boolean {
  return !items.some((each) => each !== item && readable(each).includes(readable(part)));
}

/** An item in a sentence: a heading, a link or a text in it that no other item has, or all that it shows. */
function nameOfItem(view: PageView, item: PageElement, items: readonly PageElement[]): string {
  const parts = partsOf(view, item).filter(({ role, field }) => role !== 'button' && field === undefined);
  const isTitle = ({ role, href }: PageElement) => role === 'heading' || href !== undefined;
  const named = [...parts.filter(isTitle), ...parts].find(
    (each) => isStableText(readable(each)) && isOnlyIn(item, items, each),
  );
  return readable(named ?? distinctPart(view, item, items) ?? item);
}

const maxListed = 6;

/** A filter shows a part of a list, a sort order changes its order, and other fields change the page: all values of one in one case. */
export const lists: Strategy = (seen) => {
  // A page that some steps lead to cannot be opened again.
  const fieldOf = (done: Transition) => (done.trail.steps.length > 0 ? done : (done.element ?? done));
  const fields = Map.groupBy(seen.transitions.filter(isListTransition), fieldOf);
  return [...fields.values()].flatMap(([first, ...others]) =>
    first === undefined ? [] : listCase(first, others, seen),
  );
};

function listCase(first: Transition, others: readonly Transition[], seen: ExplorationRecord): Candidate[] {
  const { before, after, trail, element, form } = first;
  const back = goTo(seen.pathOf(before.url));
  const stages = [
    listStage(first),
    ...others.map(listStage).map(({ steps, expected }) => ({ steps: [back, ...steps], expected })),
  ];
  const outcome = outcomeOf(longestList(before).map(readable), longestList(after).map(readable));
  const more =
    others.length === 0
      ? ''
      : `, and ${formatCount(others.length, 'other value')} ${others.length === 1 ? 'works' : 'work'}, too`;
  const description = `${actionOf(first)} on ${nameOf(before)} ${outcome}${more}`;
  const about = `${aboutPage(before)} ${element?.name ?? form?.title} search filter sort`;
  return candidate({ description, about, trail, stages, weight: 8 });
}

function listStage({ before, after, steps, texts }: Transition): Stage {
  const [items, old] = [longestList(after), longestList(before)];
  const named = inOrder(after, items);
  const left = old.filter((each) => !items.some((other) => readable(other) === readable(each)));
  const disappearances = left
    .flatMap((item) => [item, ...partsOf(before, item)])
    .map((each) => notShown(each, after));
  return stage(steps, [
    items.length > 0 ? hasItems(after, items) : undefined,
    ...named,
    ...present(disappearances).slice(0, 1),
    ...expectChange(before, after, texts, { max: 3 }),
  ]);
}

function inOrder(view: PageView, items: readonly PageElement[]): (Expectation | undefined)[] {
  return items
    .slice(0, maxListed)
    .map((item) => hasItemAt(view, item, distinctPart(view, item, items) ?? item));
}

/** What a button has made of the list of its page: another order, a part of it, or its next entries; and what that is in words. */
export function rearranged({ before, after }: Transition): Content | undefined {
  const [items, old] = [longestList(after), longestList(before)];
  if (!hasSamePath(before, after) || items.length === 0 || old.length < 2) return undefined;
  if (items[0] === undefined || old[0] === undefined || listKey(items[0]) !== listKey(old[0]))
    return undefined;
  const known = new Set(old.map(readable));
  const remaining = items.filter((each) => known.has(readable(each)));
  const isPart = remaining.length === items.length && old.length > items.length + 1;
  const isNext = remaining.length <= items.length / 3 && items.length > 1;
  const isMoved =
    remaining.length === items.length &&
    items.length === old.length &&
    items.map(readable).join() !== old.map(readable).join();
  if (!isPart && !isNext && !isMoved) return undefined;
  const words = isNext ? 'shows other entries' : outcomeOf(old.map(readable), items.map(readable));
  return { words, expected: distinct([...inOrder(after, items), hasItems(after, items)]) };
}

function longestList(view: PageView): PageElement[] {
  return listsOf(view).toSorted((a, b) => b.length - a.length)[0] ?? [];
}

function isListTransition({ kind, form }: Transition): boolean {
  return kind === 'widget' || (kind === 'form' && form !== undefined && isFilter(form));
}

function actionOf({ element, texts, filled, form }: Transition): string {
  const value = quote(filled?.[0]?.value ?? texts.at(-1) ?? '');
  const field = quote(element?.name || form?.fields[0]?.name || 'the list');
  return element !== undefined && isSelect(element)
    ? `choosing ${value} in ${field}`
    : `entering ${value} in ${field}`;
}

function outcomeOf(before: readonly string[], now: readonly string[]): string {
  if (before.length > 0 && now.length === 0) return 'shows no entries';
  const isPart = before.length > 0 && now.every((each) => before.includes(each));
  if (isPart && now.length < before.length) return `shows ${now.length} of ${before.length} entries`;
  return isPart && now.length === before.length && now.join() !== before.join()
    ? 'changes the order of the entries'
    : 'changes what is shown';
}
